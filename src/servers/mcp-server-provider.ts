/**
 * Provides the servers in effect to VS Code's chat if the user enables that. VS Code asks for confirmation before it
 * starts a new or changed server. Variables are expanded only then.
 */
import {
  EventEmitter,
  lm,
  type McpServerDefinition,
  type McpServerDefinitionProvider,
  McpStdioServerDefinition,
  workspace,
} from 'vscode';
import type { ServerDefinition } from '../../common/server-definition.ts';
import type { ServerInfo } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { mcpProviderId, settings } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { platform } from '../shared/platform.ts';
import { setting } from '../shared/settings.ts';

interface WrittenDefinition {
  readonly written: ServerDefinition;
  /** URI of its workspace folder. */
  readonly folder: string | null;
}

export class McpServerProvider extends DisposableStore implements McpServerDefinitionProvider {
  readonly #config: ConfigLanguage;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  /** Unexpanded definitions of the servers provided last. */
  #written: ReadonlyMap<McpServerDefinition, WrittenDefinition> = new Map();

  constructor(config: ConfigLanguage) {
    super();
    this.#config = config;
    this.own(config.onDidChangeServers(() => this.#changed.fire()));
    this.own(workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()));
    this.own(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settings['switchyard.config.offerToChat'])) this.#changed.fire();
      }),
    );
    this.own(lm.registerMcpServerDefinitionProvider(mcpProviderId, this));
  }

  async provideMcpServerDefinitions(): Promise<McpServerDefinition[]> {
    const written = await this.#definitions();
    // Replaced as a whole: VS Code may resolve a server while the definitions are read again.
    this.#written = written;
    return [...written.keys()];
  }

  async #definitions(): Promise<ReadonlyMap<McpServerDefinition, WrittenDefinition>> {
    const definitions = new Map<McpServerDefinition, WrittenDefinition>();
    if (!setting('switchyard.config.offerToChat') || !workspace.isTrusted) return definitions;
    const places = await this.#config.sendRequest('switchyard/servers', undefined);
    const { toMcpDefinition } = await import('./mcp-definition.ts');
    const names = new Set<string>();
    for (const { folder, servers } of places) {
      for (const { name, source } of servers.filter(isProvided)) {
        // If several folders use the name, the first one wins.
        if (names.has(name)) continue;
        const written = await this.#config.sendRequest('switchyard/serverDefinition', {
          folder,
          uri: source.uri,
          name,
        });
        const definition = 'problem' in written ? undefined : await toMcpDefinition(written, folder);
        if (definition === undefined || 'problem' in written) continue;
        names.add(name);
        definitions.set(definition, { written, folder });
      }
    }
    return definitions;
  }

  /**
   * Called before VS Code starts a server. Returns undefined, which prevents the start, if the user agreed to a definition
   * that isn't provided any more.
   */
  async resolveMcpServerDefinition(offered: McpServerDefinition): Promise<McpServerDefinition | undefined> {
    // VS Code may pass a copy. The version identifies the definition.
    const isSame = ({ label, version }: McpServerDefinition) => label === offered.label && version === offered.version;
    const found = [...this.#written].find(([definition]) => isSame(definition))?.[1];
    if (found === undefined) return undefined;
    const { written, folder } = found;
    const { toMcpDefinition } = await import('./mcp-definition.ts');
    const { expandDefinition, isSwitchyardVariable, serverEnvironment } = await import(
      '../../common/connection-test/expand.ts'
    );
    const { definition, leftOut } = expandDefinition(written, serverEnvironment(platform().environment));
    if (leftOut.length > 0)
      log().warn(`${oneLine(offered.label)}: left out, because a command gives the value: ${leftOut.join(', ')}`);
    const ready = (await toMcpDefinition(definition, folder, written)) ?? offered;
    // VS Code starts it with the editor's environment; null removes a variable.
    if (ready instanceof McpStdioServerDefinition)
      for (const name of Object.keys(platform().environment)) if (isSwitchyardVariable(name)) ready.env[name] ??= null;
    return ready;
  }
}

/** True if a server is in effect and VS Code doesn't itself read its file (its own, or the project's `.mcp.json`). */
function isProvided({ state, source: { tool, kind, label } }: ServerInfo): boolean {
  return state === 'inEffect' && tool !== 'VS Code' && !(kind === 'standalone' && label === '.mcp.json');
}

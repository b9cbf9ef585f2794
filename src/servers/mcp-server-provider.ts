/**
 * Offers the servers in effect to VS Code's own chat, where the user wants that. VS Code asks before it starts one that is
 * new or has changed; variables are filled in then, and not before.
 */
import { createHash } from 'node:crypto';
import process from 'node:process';
import {
  EventEmitter,
  lm,
  McpHttpServerDefinition,
  type McpServerDefinition,
  type McpServerDefinitionProvider,
  McpStdioServerDefinition,
  Uri,
  workspace,
} from 'vscode';
import type { ServerDefinition } from '../../common/server-definition.ts';
import type { ServerInfo } from '../../common/tool-servers.ts';
import type { ConfigLanguage } from '../mcp/index.ts';
import { mcpProviderId, settings } from '../shared/contract.ts';
import { DisposableStore } from '../shared/disposable.ts';
import { oneLine } from '../shared/format.ts';
import { log } from '../shared/log.ts';
import { setting } from '../shared/settings.ts';

export class McpServerProvider extends DisposableStore implements McpServerDefinitionProvider {
  readonly #config: ConfigLanguage;
  readonly #changed = this.own(new EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  /** What was offered last, as it is written. */
  readonly #written = new Map<McpServerDefinition, ServerDefinition>();

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
    this.#written.clear();
    if (!setting('switchyard.config.offerToChat') || !workspace.isTrusted) return [];
    const places = await this.#config.ask('switchyard/servers', undefined);
    const definitions: McpServerDefinition[] = [];
    const names = new Set<string>();
    for (const { folder, servers } of places) {
      for (const { name, source } of servers.filter(isOffered)) {
        // Of several folders the first one has the name.
        if (names.has(name)) continue;
        const written = await this.#config.ask('switchyard/serverDefinition', { folder, uri: source.uri, name });
        const definition = 'problem' in written ? undefined : offer(written);
        if (definition === undefined || 'problem' in written) continue;
        names.add(name);
        this.#written.set(definition, written);
        definitions.push(definition);
      }
    }
    return definitions;
  }

  /** Called when one is about to be started. */
  async resolveMcpServerDefinition(offered: McpServerDefinition): Promise<McpServerDefinition> {
    // VS Code may hand over a copy.
    const written =
      this.#written.get(offered) ?? [...this.#written].find(([{ label }]) => label === offered.label)?.[1];
    if (written === undefined) return offered;
    const { expandDefinition, isSwitchyardVariable, serverEnvironment } = await import('./connection-test/expand.ts');
    const { definition, leftOut } = expandDefinition(written, serverEnvironment(process.env));
    if (leftOut.length > 0)
      log().warn(`${oneLine(offered.label)}: left out, because a command gives the value: ${leftOut.join(', ')}`);
    const ready = offer(definition, written) ?? offered;
    // VS Code starts it with the editor's environment; null takes a variable out of that.
    if (ready instanceof McpStdioServerDefinition)
      for (const name of Object.keys(process.env)) if (isSwitchyardVariable(name)) ready.env[name] ??= null;
    return ready;
  }
}

/** In effect, and not one that VS Code reads by itself: it has its own files, and `.mcp.json` beside the project. */
function isOffered({ state, source: { tool, kind, label } }: ServerInfo): boolean {
  return state === 'inEffect' && tool !== 'VS Code' && !(kind === 'standalone' && label === '.mcp.json');
}

/** Undefined for an address that VS Code cannot be given. */
function offer(definition: ServerDefinition, written = definition): McpServerDefinition | undefined {
  const { name } = definition;
  // VS Code asks again before it starts one that has become another. Made of what is written: no value is kept in it.
  const version = createHash('sha256').update(JSON.stringify(written)).digest('hex').slice(0, 12);
  if (definition.transport === 'stdio') {
    const { command, args, env, cwd } = definition;
    const offered = new McpStdioServerDefinition(name, command, [...args], { ...env }, version);
    if (cwd !== undefined) offered.cwd = Uri.file(cwd);
    return offered;
  }
  if (!/^https?:\/\//i.test(definition.url)) return undefined;
  return new McpHttpServerDefinition(name, Uri.parse(definition.url), { ...definition.headers }, version);
}

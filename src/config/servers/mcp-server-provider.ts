/**
 * Provides the servers in effect to VS Code's chat if the user enables that. VS Code trusts the servers of extensions and
 * starts them without asking, so this asks first, as before a connection test. Variables are expanded only then.
 */
import {
  EventEmitter,
  l10n,
  lm,
  type McpServerDefinition,
  type McpServerDefinitionProvider,
  McpStdioServerDefinition,
  workspace,
} from 'vscode';
import type { Lazy } from '../../../common/lazy.ts';
import type { ServerDefinition } from '../../../common/messages/server-definition.ts';
import type { ServerInfo } from '../../../common/messages/tool-servers.ts';
import { DisposableStore } from '../../shared/disposable.ts';
import { mcpProviderId } from '../../shared/generated/names.ts';
import { log } from '../../shared/log.ts';
import { showStatus } from '../../shared/notifications.ts';
import { platform } from '../../shared/platform.ts';
import { onDidChangeSettings, setting } from '../../shared/settings.ts';
import { oneLine } from '../../shared/text/format.ts';
import type { ConfigLanguage } from '../client/index.ts';
import type { LaunchConsent } from './testing/launch-consent.ts';

interface ProvidedServer {
  readonly definition: McpServerDefinition;
  /** Unexpanded. */
  readonly written: ServerDefinition;
  /** URI of its workspace folder. */
  readonly folder: string | null;
}

export class McpServerProvider extends DisposableStore implements McpServerDefinitionProvider {
  readonly #config: ConfigLanguage;
  readonly #consent: Lazy<LaunchConsent>;
  readonly #changed = this.register(new EventEmitter<void>());
  readonly onDidChangeMcpServerDefinitions = this.#changed.event;
  /** The servers provided last, by key, because VS Code may pass a copy of a definition. */
  #provided: ReadonlyMap<string, ProvidedServer> = new Map();
  /** Keys of definitions that the user doesn't want to start. VS Code would try again with every chat message. */
  readonly #declined = new Set<string>();

  constructor(config: ConfigLanguage, consent: Lazy<LaunchConsent>) {
    super();
    this.#config = config;
    this.#consent = consent;
    this.registerAll(
      config.onDidChangeServers(() => this.#changed.fire()),
      workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      onDidChangeSettings(['switchyard.config.offerToChat'], () => {
        this.#declined.clear();
        this.#changed.fire();
      }),
      lm.registerMcpServerDefinitionProvider(mcpProviderId, this),
    );
  }

  async provideMcpServerDefinitions(): Promise<McpServerDefinition[]> {
    const provided = await this.#readServers();
    // Replaced as a whole: VS Code may resolve a server while the definitions are read again.
    this.#provided = new Map(provided.map((server) => [keyOf(server.definition), server]));
    return provided.map(({ definition }) => definition);
  }

  async #readServers(): Promise<readonly ProvidedServer[]> {
    if (!setting('switchyard.config.offerToChat') || !workspace.isTrusted) return [];
    const places = await this.#config.sendRequest('switchyard/servers', undefined);
    const { toMcpDefinition } = await import('./mcp-definition.ts');
    const asked = places.flatMap(({ folder, servers }) =>
      servers.filter(isProvided).map(async ({ name, source }): Promise<ProvidedServer | undefined> => {
        const at = { folder, uri: source.uri, name };
        const written = await this.#config.sendRequest('switchyard/serverDefinition', at);
        const definition = 'problem' in written ? undefined : await toMcpDefinition(written, folder);
        return definition && !('problem' in written) ? { definition, written, folder } : undefined;
      }),
    );
    const provided = new Map<string, ProvidedServer>();
    // If several folders use the name, the first one wins.
    for (const one of await Promise.all(asked))
      if (one && !provided.has(one.written.name)) provided.set(one.written.name, one);
    return [...provided.values()].filter(({ definition }) => !this.#declined.has(keyOf(definition)));
  }

  /**
   * Called before VS Code starts a server. Returns undefined, which prevents the start, if the user declines, or if the
   * definition isn't provided any more.
   */
  async resolveMcpServerDefinition(offered: McpServerDefinition): Promise<McpServerDefinition | undefined> {
    const key = keyOf(offered);
    const provided = this.#provided.get(key);
    if (provided === undefined) return undefined;
    const { written, folder } = provided;
    const { planServer } = await import('./testing/plan-server.ts');
    const { plan } = await planServer(written, folder);
    const consent = await this.#consent();
    if (!(await consent.ask(plan, 'chat'))) {
      this.#declined.add(key);
      this.#changed.fire();
      showStatus(l10n.t(`"{0}" wasn't started. To be asked again, reload the window.`, oneLine(offered.label)));
      return undefined;
    }
    // The file may have changed while the user was asked.
    if (!this.#provided.has(key)) return undefined;
    const { toMcpDefinition } = await import('./mcp-definition.ts');
    const { isSwitchyardVariable } = await import('../../../common/connection-test/launch/expand.ts');
    if (plan.leftOut.length > 0)
      log().warn(`${oneLine(offered.label)}: left out, because a command gives the value: ${plan.leftOut.join(', ')}`);
    const ready = await toMcpDefinition(plan.definition, folder, written);
    // VS Code starts it with the editor's environment; null removes a variable.
    if (ready instanceof McpStdioServerDefinition)
      for (const name of Object.keys(platform().environment)) if (isSwitchyardVariable(name)) ready.env[name] ??= null;
    return ready;
  }
}

/** The version identifies the definition. */
function keyOf({ label, version }: McpServerDefinition): string {
  return `${version} ${label}`;
}

/** True if a server is in effect and VS Code doesn't itself read its file (its own, or the project's `.mcp.json`). */
function isProvided({ state, source: { tool, kind, label } }: ServerInfo): boolean {
  return state === 'inEffect' && tool !== 'VS Code' && !(kind === 'standalone' && label === '.mcp.json');
}

/**
 * Determines which servers are in effect, and why the others aren't. Diagnostics, hover, code lenses, the view, and the
 * command line all use this module.
 */
import * as l10n from '@vscode/l10n';
import { groupBy } from '../../common/group-by.ts';
import type { ServerState } from '../../common/tool-servers.ts';
import { hasBehavior } from './agent-version.ts';
import { replaces } from './built-in.ts';
import { enabledAt } from './connection.ts';
import { mergeLayers } from './opencode-layers.ts';
import type { DefinedServer, ListItem, SourceFile } from './source-file.ts';
import { hasLists, type Place, type Source } from './sources.ts';

export type Reason =
  /**
   * `used`: `departures` tell how the entry departs from the format, and what the agent makes of it. `allowed`:
   * `enabledServers` overrides `enabled: false` in the entry.
   */
  | { readonly kind: 'used'; readonly departures: readonly string[] }
  | { readonly kind: 'allowed'; readonly item: ListItem }
  | { readonly kind: 'denied'; readonly item: ListItem }
  | { readonly kind: 'switched-off' }
  /** Excluded by the agent's settings. */
  | { readonly kind: 'setting'; readonly setting: string }
  /** `by` has precedence and the same name or connection, or the definition is merged into `by`. */
  | { readonly kind: 'same-name'; readonly by: EffectiveServer }
  | { readonly kind: 'same-connection'; readonly by: EffectiveServer }
  | { readonly kind: 'merged'; readonly by: EffectiveServer }
  /** The agent reads only the first of the tool's files that has servers. */
  | { readonly kind: 'later-file'; readonly first: Source }
  /** Oh My Pi uses a built-in tool instead. */
  | { readonly kind: 'built-in'; readonly tool: 'search' | 'browser' }
  | { readonly kind: 'flawed'; readonly flaw: string }
  | { readonly kind: 'broken-file' }
  | { readonly kind: 'stopped'; readonly file: Source };

export interface EffectiveServer {
  readonly name: string;
  readonly state: ServerState;
  readonly reason: Reason;
  readonly source: Source;
  readonly definition: DefinedServer;
}

const states: Readonly<Record<Reason['kind'], ServerState>> = {
  used: 'inEffect',
  allowed: 'inEffect',
  denied: 'disabled',
  'switched-off': 'disabled',
  setting: 'disabled',
  'same-name': 'overridden',
  'same-connection': 'overridden',
  merged: 'overridden',
  'later-file': 'overridden',
  'built-in': 'overridden',
  flawed: 'invalid',
  'broken-file': 'invalid',
  stopped: 'invalid',
};

/** The state of every server in the files of a place. */
export class EffectiveServers {
  /** All definitions in all files, highest precedence first. */
  readonly servers: readonly EffectiveServer[];
  #byName: ReadonlyMap<string, readonly EffectiveServer[]> | undefined;
  #byUri: ReadonlyMap<string, readonly EffectiveServer[]> | undefined;

  constructor(servers: readonly EffectiveServer[]) {
    this.servers = servers;
  }

  get #named(): ReadonlyMap<string, readonly EffectiveServer[]> {
    this.#byName ??= groupBy(this.servers, ({ name }) => name);
    return this.#byName;
  }

  /** Returns all definitions of a name, highest precedence first. */
  withName(name: string): readonly EffectiveServer[] {
    return this.#named.get(name) ?? [];
  }

  /** Returns the definitions of one file with their states, in file order. */
  inFile(uri: string): readonly EffectiveServer[] {
    this.#byUri ??= groupBy(this.servers, ({ source }) => source.uri);
    return this.#byUri.get(uri) ?? [];
  }

  /** Returns the definition of a name in one file with its state. */
  find(uri: string, name: string): EffectiveServer | undefined {
    return this.withName(name).find(({ source }) => source.uri === uri);
  }

  get names(): Iterable<string> {
    return this.#named.keys();
  }
}

/**
 * @param files all existing files, highest precedence first (`sourcesOf`)
 * @param place where the agent is started, with its version and its settings
 */
export function effectiveServers(files: readonly SourceFile[], place: Place): EffectiveServers {
  const lists = listsIn(files);
  const excluded = exclusions(files, place);
  const merged = mergeLayers(files.filter((file) => excluded.ofFile(file) === undefined));
  const claimed = new Map<string, EffectiveServer>();
  /** The first server with each connection. */
  const connected = new Map<string, EffectiveServer>();
  const servers: EffectiveServer[] = [];
  for (const file of files) {
    const ofFile = excluded.ofFile(file);
    for (const each of file.definitions) {
      const definition = merged.get(each) ?? each;
      const { name, source } = definition;
      const exclusion = ofFile ?? excluded.ofName(name);
      const key = definition.connection.key?.(place);
      const reason = exclusion ?? reasonFor(definition, key);
      const server = { name, state: states[reason.kind], reason, source, definition };
      servers.push(server);
      if (exclusion !== undefined) continue;
      if (!claimed.has(name)) claimed.set(name, server);
      // A disabled entry claims its name but not its connection.
      if (key !== undefined && (server.state === 'inEffect' || reason.kind === 'built-in')) connected.set(key, server);
    }
  }
  return new EffectiveServers(servers);

  function reasonFor(definition: DefinedServer, key: string | undefined): Reason {
    const { name, connection } = definition;
    const denial = lists.denied.get(name);
    if (denial !== undefined) return { kind: 'denied', item: denial };
    const first = claimed.get(name);
    if (first !== undefined) {
      const areLayers = [first, definition].every(({ source }) => source.layout === 'opencode');
      return { kind: areLayers ? 'merged' : 'same-name', by: first };
    }
    const allowance = lists.allowed.get(name);
    const switchedOff = enabledAt(place, connection) === false;
    if (switchedOff && allowance === undefined) return { kind: 'switched-off' };
    if (connection.flaw !== undefined) return { kind: 'flawed', flaw: connection.flaw };
    const twin = key === undefined ? undefined : connected.get(key);
    if (twin !== undefined) return { kind: 'same-connection', by: twin };
    const { builtIn } = connection;
    if (builtIn !== undefined && replaces(builtIn)) return { kind: 'built-in', tool: builtIn.tool };
    return switchedOff && allowance !== undefined
      ? { kind: 'allowed', item: allowance }
      : { kind: 'used', departures: connection.departures ?? [] };
  }
}

/** Determines what excludes servers before names are compared. Excluded servers don't claim their names. */
function exclusions(files: readonly SourceFile[], { version, settings, claude }: Place) {
  const user = files.find(({ source }) => hasLists(source));
  const stopsAll = user?.broken === true && !hasBehavior(version, 'brokenUserFile') ? user.source : undefined;
  const firstOfClaude = new Map<Source['level'], Source>();
  for (const { source, definitions, broken } of files)
    if (source.layout === 'claude' && !broken && definitions.length > 0 && !firstOfClaude.has(source.level))
      firstOfClaude.set(source.level, source);
  const optedIn = (provider: string): boolean =>
    ['*', 'all', provider].some((id) => settings.enabledProviders.has(id)) ||
    (provider === 'claude' && claude !== undefined);
  const lacksOptIn = ({ kind, level, provider }: Source): boolean =>
    kind === 'imported' && level === 'user' && hasBehavior(version, 'importOptIn') && !optedIn(provider);
  /** Returns the file that is read instead. */
  function earlierFile(source: Source): Source | undefined {
    const first = source.layout === 'claude' ? firstOfClaude.get(source.level) : undefined;
    return first === source ? undefined : first;
  }
  const stopped = new Map(
    files.flatMap(({ source, stopsLoader, broken }) =>
      stopsLoader && !broken && !lacksOptIn(source) && earlierFile(source) === undefined
        ? [[source.provider, source] as const]
        : [],
    ),
  );

  function ofFile({ source, broken }: SourceFile): Reason | undefined {
    const { provider, level } = source;
    if (broken) return { kind: 'broken-file' };
    if (settings.disabledProviders.has(provider))
      return { kind: 'setting', setting: l10n.t('"{0}" is in "disabledProviders"', provider) };
    if (level === 'project' && !settings.projectConfig)
      return { kind: 'setting', setting: l10n.t('"mcp.enableProjectConfig" is false') };
    if (lacksOptIn(source)) return { kind: 'setting', setting: l10n.t('"{0}" isn\'t in "enabledProviders"', provider) };
    if (stopsAll !== undefined) return { kind: 'stopped', file: stopsAll };
    const stopper = stopped.get(provider);
    if (stopper !== undefined) return { kind: 'stopped', file: stopper };
    const first = earlierFile(source);
    return first && { kind: 'later-file', first };
  }

  function ofName(name: string): Reason | undefined {
    return settings.disabledNames.has(name)
      ? { kind: 'setting', setting: l10n.t('"{0}" is in "disabledExtensions"', `mcp:${name}`) }
      : undefined;
  }
  return { ofFile, ofName };
}

/** Returns the items of the two lists, which apply only in one file. */
function listsIn(files: readonly SourceFile[]) {
  const items = userFile(files)?.items ?? [];
  const of = (list: ListItem['list']): ReadonlyMap<string, ListItem> =>
    new Map(items.filter((item) => item.list === list).map((item) => [item.name, item]));
  return { denied: of('disabledServers'), allowed: of('enabledServers') };
}

/** Returns the file whose lists apply. Undefined if it doesn't exist or isn't valid. */
export function userFile(files: readonly SourceFile[]): SourceFile | undefined {
  const user = files.find(({ source }) => hasLists(source));
  return user?.broken === true ? undefined : user;
}

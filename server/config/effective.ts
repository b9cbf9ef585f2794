/**
 * Which servers are in effect, and why not the others. The one place that decides: diagnostics, hover, lenses, the view and
 * the command line ask here (facts: the first definition of a name wins, an equivalent connection is shadowed, the denylist
 * beats all, the allowlist overrides `enabled: false`, a switched-off entry still claims its name).
 */
import type { ServerState } from '../../common/tool-servers.ts';
import type { Connection } from './connection.ts';
import type { Definition, ListItem, SourceFile } from './source-file.ts';
import type { Source } from './sources.ts';

export type Reason =
  /** Nothing stands against it; `allowed`: its own `enabled: false` is overridden. */
  | { readonly kind: 'used' }
  | { readonly kind: 'allowed'; readonly item: ListItem }
  | { readonly kind: 'denied'; readonly item: ListItem }
  | { readonly kind: 'switched-off' }
  /** `by` has the same name, or the same connection, and comes first. */
  | { readonly kind: 'same-name'; readonly by: EffectiveServer }
  | { readonly kind: 'same-connection'; readonly by: EffectiveServer }
  | { readonly kind: 'flawed'; readonly flaw: string }
  | { readonly kind: 'broken-file' };

export interface EffectiveServer {
  readonly name: string;
  readonly state: ServerState;
  readonly reason: Reason;
  readonly source: Source;
  readonly definition: Definition;
}

const states: Readonly<Record<Reason['kind'], ServerState>> = {
  used: 'inEffect',
  allowed: 'inEffect',
  denied: 'disabled',
  'switched-off': 'disabled',
  'same-name': 'hidden',
  'same-connection': 'hidden',
  flawed: 'invalid',
  'broken-file': 'invalid',
};

/** What the agent makes of all its files. */
export class Effective {
  /** Every definition in every file, strongest file first. */
  readonly servers: readonly EffectiveServer[];
  readonly #byName = new Map<string, EffectiveServer>();
  /** All definitions of the names that have several. */
  readonly #several = new Map<string, EffectiveServer[]>();
  readonly #bySource = new Map<string, EffectiveServer[]>();

  constructor(servers: readonly EffectiveServer[]) {
    this.servers = servers;
    for (const server of servers) {
      const first = this.#byName.get(server.name);
      if (first === undefined) this.#byName.set(server.name, server);
      else if (this.#several.has(server.name)) push(this.#several, server.name, server);
      else this.#several.set(server.name, [first, server]);
      push(this.#bySource, server.source.uri, server);
    }
  }

  /** All definitions of a name, strongest first. */
  named(name: string): readonly EffectiveServer[] {
    const first = this.#byName.get(name);
    return this.#several.get(name) ?? (first === undefined ? [] : [first]);
  }

  /** What becomes of the definitions of one file, in their order. */
  of(uri: string): readonly EffectiveServer[] {
    return this.#bySource.get(uri) ?? [];
  }

  /** What becomes of the definition of a name in one file. */
  find(uri: string, name: string): EffectiveServer | undefined {
    const first = this.#byName.get(name);
    return first?.source.uri === uri ? first : this.#several.get(name)?.find(({ source }) => source.uri === uri);
  }

  get names(): Iterable<string> {
    return this.#byName.keys();
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** @param files every file that exists, strongest first (`sourcesOf`) */
export function effectiveServers(files: readonly SourceFile[]): Effective {
  const lists = listsIn(files);
  const claimed = new Map<string, EffectiveServer>();
  const connected = new Connected();
  const servers: EffectiveServer[] = [];
  for (const { definitions, broken } of files) {
    for (const definition of definitions) {
      const reason: Reason = broken ? { kind: 'broken-file' } : reasonFor(definition);
      const { name, source } = definition;
      const server = { name, state: states[reason.kind], reason, source, definition };
      servers.push(server);
      if (broken) continue;
      if (!claimed.has(name)) claimed.set(name, server);
      // A switched-off entry claims its name, and never takes a connection away from another name.
      if (server.state === 'inEffect') connected.add(server);
    }
  }
  return new Effective(servers);

  function reasonFor({ name, connection }: Definition): Reason {
    const denial = lists.denied.get(name);
    if (denial !== undefined) return { kind: 'denied', item: denial };
    const first = claimed.get(name);
    if (first !== undefined) return { kind: 'same-name', by: first };
    const allowance = lists.allowed.get(name);
    if (connection.enabled === false && allowance === undefined) return { kind: 'switched-off' };
    if (connection.flaw !== undefined) return { kind: 'flawed', flaw: connection.flaw };
    const twin = connected.equalTo(connection);
    if (twin !== undefined) return { kind: 'same-connection', by: twin };
    return connection.enabled === false && allowance !== undefined
      ? { kind: 'allowed', item: allowance }
      : { kind: 'used' };
  }
}

/** The servers in effect by connection. Whole connections are compared only where buckets meet. */
class Connected {
  readonly #first = new Map<string, EffectiveServer>();
  readonly #byKey = new Map<string, EffectiveServer>();

  add(server: EffectiveServer): void {
    const { bucket, key } = server.definition.connection;
    if (bucket === undefined) return;
    if (this.#first.has(bucket)) this.#byKey.set(key(), server);
    else this.#first.set(bucket, server);
  }

  equalTo({ bucket, key }: Connection): EffectiveServer | undefined {
    const first = bucket === undefined ? undefined : this.#first.get(bucket);
    if (first === undefined) return undefined;
    const wanted = key();
    return first.definition.connection.key() === wanted ? first : this.#byKey.get(wanted);
  }
}

/** The lists count in the user-level file only: the first that exists and can be read. */
function listsIn(files: readonly SourceFile[]) {
  const user = userFile(files);
  const of = (list: ListItem['list']): ReadonlyMap<string, ListItem> =>
    new Map((user?.items ?? []).filter((item) => item.list === list).map((item) => [item.name, item]));
  return { denied: of('disabledServers'), allowed: of('enabledServers') };
}

/** The file whose lists count; undefined where there is none that the agent can read. */
export function userFile(files: readonly SourceFile[]): SourceFile | undefined {
  const user = files.find(({ source }) => source.kind === 'agent' && source.level === 'user');
  return user?.broken === true ? undefined : user;
}

const stateNames: Readonly<Record<ServerState, string>> = {
  inEffect: 'In effect',
  disabled: 'Disabled',
  hidden: 'Overridden',
  invalid: 'Invalid',
};

/** The state and its reason as plain text: "Overridden: .omp/mcp.json defines the same name". */
export function stateInWords({ state, reason }: EffectiveServer): string {
  return withReason(stateNames[state], reason);
}

/** The same beside the text of a file, where it must be clear for which agent it holds: "In effect in Oh My Pi". */
export function agentStateInWords({ state, reason }: EffectiveServer): string {
  return withReason(`${stateNames[state]} in Oh My Pi`, reason);
}

function withReason(name: string, reason: Reason): string {
  const why = reasonInWords(reason);
  return why === undefined ? name : `${name}: ${why}`;
}

function reasonInWords(reason: Reason): string | undefined {
  switch (reason.kind) {
    case 'used':
      return undefined;
    case 'allowed':
      return `"enabledServers" in ${reason.item.source.label} overrides "enabled": false`;
    case 'denied':
      return `listed in "disabledServers" in ${reason.item.source.label}`;
    case 'switched-off':
      return '"enabled": false in this entry';
    case 'same-name':
      return `${reason.by.source.label} defines the same name`;
    case 'same-connection':
      return `${JSON.stringify(reason.by.name)} in ${reason.by.source.label} has the same connection`;
    case 'flawed':
      return reason.flaw;
    case 'broken-file':
      return "the file isn't strict JSON, so Oh My Pi skips it";
  }
}

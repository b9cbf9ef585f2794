/**
 * Determines which servers are in effect, and why the others aren't. Diagnostics, hover, code lenses, the view, and the
 * command line all use this module.
 */

import { groupBy } from '../../../common/group-by.ts';
import type { ServerState } from '../../../common/messages/tool-servers.ts';
import { mergeLayers } from '../files/layers.ts';
import type { Connection } from '../servers/connection.ts';
import type { EntryFlaw } from '../servers/entry-flaw.ts';
import type { DefinedServer, ListItem, SourceFile } from '../servers/source-file.ts';
import type { Source } from '../servers/sources.ts';
import type { JsonNode, Span } from '../text/json.ts';

/** What an agent decides about its servers, in the order of the questions. A reason ends them, and the server isn't used. */
export interface Decisions {
  /** The files whose definitions of a name are merged, key by key; the others are used as a whole. */
  isLayer?(file: SourceFile): boolean;
  /** Returns the connection of a merged definition. */
  merged?(name: string, node: JsonNode | undefined): Connection;
  /** What makes it load no server at all. @param definitions those in effect if nothing does */
  refusal?(definitions: readonly DefinedServer[]): RefusalCause | undefined;
  /** What two names must have in common to be the same. Default: the name. */
  nameKey?(name: string): string;
  /** Why a definition doesn't even hold its name, so that others of that name can be used. */
  excludes(definition: DefinedServer, file: SourceFile): Reason | undefined;
  /** Why its name is off, whichever definition has precedence. */
  denies?(definition: DefinedServer): Reason | undefined;
  /** Why it isn't used although it has precedence. */
  rejects?(definition: DefinedServer): Reason | undefined;
  /** Equal for definitions of which only the first is used; undefined if it can't be compared. */
  connectionKey?(definition: DefinedServer): string | undefined;
  /** False for a definition that is used even if it isn't the first one. Default: true. */
  yieldsToTwin?(definition: DefinedServer): boolean;
  /** Why something else is used instead of it. */
  replaces?(definition: DefinedServer): Reason | undefined;
  accepts(definition: DefinedServer): Reason;
}

export type Reason =
  /**
   * `used`: `departures` tell how the entry departs from the format, and what the agent makes of it. `allowed`:
   * `enabledServers` overrides `enabled: false` in the entry.
   */
  | { readonly kind: 'used'; readonly departures: readonly string[] }
  | { readonly kind: 'allowed'; readonly item: ListItem }
  | { readonly kind: 'denied'; readonly item: Omit<ListItem, 'node'> & { readonly node: Span } }
  /** `list` in `file` names the servers that are used. */
  | { readonly kind: 'not-listed'; readonly list: string; readonly file: string }
  /** `property`: what says so, if it isn't `enabled`. */
  | { readonly kind: 'switched-off'; readonly property?: 'disabled' }
  /** Excluded by the agent's settings. `key`: the property that says so, or would. */
  | { readonly kind: 'setting'; readonly setting: string; readonly key: string }
  /** By the organization's policy, which the agent enforces. `label` names the file. */
  | { readonly kind: 'denied-by-policy' | 'not-in-policy'; readonly label: string }
  /**
   * The agent asks the user before it starts it. `approvedBy`: this approval doesn't count, because the folder isn't
   * trusted. `answeredIn`: the user has answered, but it isn't known whether the answer still counts. `isUntrusted`: approvals
   * in files of the project don't count.
   */
  | {
      readonly kind: 'pending';
      readonly approvedBy?: string;
      readonly answeredIn?: string;
      readonly isUntrusted?: true;
    }
  | { readonly kind: 'untrusted' }
  /** The agent reads the file only in trusted folders, and the user's files aren't part of the answer. */
  | { readonly kind: 'needs-trust' }
  /** `by` has precedence and the same name or connection, or the definition is merged into `by`. */
  | { readonly kind: 'same-name'; readonly by: EffectiveServer }
  | { readonly kind: 'same-connection'; readonly by: EffectiveServer }
  | { readonly kind: 'merged'; readonly by: EffectiveServer }
  /** The agent reads only the first of the tool's files that has servers. */
  | { readonly kind: 'later-file'; readonly first: Source }
  /** The administrator's file excludes all others. */
  | { readonly kind: 'shut-out'; readonly only: Source }
  /** Oh My Pi uses a built-in tool instead. */
  | { readonly kind: 'built-in'; readonly tool: 'search' | 'browser' }
  | { readonly kind: 'flawed'; readonly flaw: EntryFlaw }
  | { readonly kind: 'broken-file' }
  /** The agent takes nothing from the file, although its syntax is valid. */
  | { readonly kind: 'rejected-file'; readonly why: string; readonly step?: string; readonly at?: Span }
  /** Something that isn't valid makes the agent load no server at all. */
  | { readonly kind: 'refused'; readonly cause: RefusalCause }
  | { readonly kind: 'stopped'; readonly file: Source }
  /** Terminals, in which the agent is started, set a variable that moves its files to another value than the editor has. */
  | { readonly kind: 'moved-in-terminals'; readonly variable: string }
  /** A file that decides which servers are used exists, but can't be read. */
  | { readonly kind: 'unread-settings'; readonly unread: Pick<Source, 'uri' | 'label'> };

/** What makes an agent load no server at all. */
export interface RefusalCause {
  readonly source: Pick<Source, 'uri' | 'label' | 'fileLabel'>;
  /** The server whose entry isn't valid; absent if it's the file. */
  readonly name?: string;
  /** Why, as text to put after a colon. */
  readonly why: string;
  /** What to do about it, as a sentence. */
  readonly step?: string | undefined;
  readonly at: Span;
}

export interface EffectiveServer {
  readonly name: string;
  readonly state: ServerState;
  readonly reason: Reason;
  readonly source: Source;
  readonly definition: DefinedServer;
  /** Name of the agent. */
  readonly agent: string;
}

const states: Readonly<Record<Reason['kind'], ServerState>> = {
  used: 'inEffect',
  allowed: 'inEffect',
  denied: 'disabled',
  'not-listed': 'disabled',
  'switched-off': 'disabled',
  setting: 'disabled',
  'denied-by-policy': 'disabled',
  'not-in-policy': 'disabled',
  pending: 'pending',
  untrusted: 'disabled',
  'needs-trust': 'pending',
  'shut-out': 'disabled',
  'same-name': 'overridden',
  'same-connection': 'overridden',
  merged: 'overridden',
  'later-file': 'overridden',
  'built-in': 'overridden',
  flawed: 'invalid',
  'broken-file': 'invalid',
  'rejected-file': 'invalid',
  refused: 'invalid',
  stopped: 'invalid',
  'moved-in-terminals': 'unknown',
  'unread-settings': 'unknown',
};

/** True if the user has to answer the agent first. */
export const isGate = ({ kind }: Reason): boolean =>
  kind === 'pending' || kind === 'untrusted' || kind === 'needs-trust';

/** The state of every server in the files of a place. */
export class EffectiveServers {
  /** All definitions in all files, highest precedence first. */
  readonly servers: readonly EffectiveServer[];
  /** Why the agent loads no server at all; undefined if nothing keeps it from that. */
  readonly refusal: RefusalCause | undefined;
  #byName: ReadonlyMap<string, readonly EffectiveServer[]> | undefined;
  #byUri: ReadonlyMap<string, readonly EffectiveServer[]> | undefined;

  constructor(servers: readonly EffectiveServer[], refusal?: RefusalCause) {
    this.servers = servers;
    this.refusal = refusal;
  }

  /** Returns the same servers with another reason for those that are meant. */
  withReason(reason: Reason, isMeant: (server: EffectiveServer) => boolean = () => true): EffectiveServers {
    const state = states[reason.kind];
    return new EffectiveServers(this.servers.map((each) => (isMeant(each) ? { ...each, state, reason } : each)));
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

  /** Returns the definition of a name in one file with its state. @param section of the file, if it has several */
  find(uri: string, name: string, section?: Source['section']): EffectiveServer | undefined {
    return this.withName(name).find(({ source }) => source.uri === uri && source.section === section);
  }

  get names(): Iterable<string> {
    return this.#named.keys();
  }
}

/**
 * @param files all existing files of the agent at a place, highest precedence first
 * @param decisions those of the agent for these files
 */
export function effectiveServers(files: readonly SourceFile[], agent: string, decisions: Decisions): EffectiveServers {
  const { nameKey = (name) => name, merged } = decisions;
  const layers = files.filter((file) => decisions.isLayer?.(file) === true);
  const isLayer = new Set(layers.map(({ source }) => source));
  const joined = merged === undefined ? undefined : mergeLayers(layers, merged);
  const refusal = decisions.refusal?.(
    files.flatMap((file) =>
      file.definitions.flatMap((each) => {
        const definition = joined === undefined || !isLayer.has(file.source) ? each : joined.get(each);
        return definition === undefined || decisions.excludes(definition, file) !== undefined ? [] : [definition];
      }),
    ),
  );
  const claimed = new Map<string, EffectiveServer>();
  /** The first server with each connection. */
  const connected = new Map<string, EffectiveServer>();
  const servers: EffectiveServer[] = [];
  for (const file of files) {
    for (const each of file.definitions) {
      const definition = joined?.get(each) ?? each;
      const { name, source } = definition;
      const excluded = decisions.excludes(definition, file);
      // What makes the agent load nothing comes before what it would ask.
      const exclusion =
        excluded === undefined || isGate(excluded) ? (refusedBecauseOf(definition) ?? excluded) : excluded;
      const key = exclusion === undefined ? decisions.connectionKey?.(definition) : undefined;
      const reason = exclusion ?? reasonFor(definition, key);
      const server = { name, state: states[reason.kind], reason, source, definition, agent };
      servers.push(server);
      if (exclusion !== undefined) continue;
      if (!claimed.has(nameKey(name))) claimed.set(nameKey(name), server);
      // A disabled entry claims its name but not its connection.
      if (key !== undefined && (server.state === 'inEffect' || reason.kind === 'built-in')) connected.set(key, server);
    }
  }
  return new EffectiveServers(servers, refusal);

  /** The entry that is the cause says what is wrong with it. */
  function refusedBecauseOf({ name, source, key, connection: { flaw } }: DefinedServer): Reason | undefined {
    if (refusal === undefined) return undefined;
    const isCause = refusal.source.uri === source.uri && refusal.name === name && refusal.at.offset === key.offset;
    return isCause && flaw !== undefined ? { kind: 'flawed', flaw } : { kind: 'refused', cause: refusal };
  }

  function reasonFor(definition: DefinedServer, key: string | undefined): Reason {
    const denial = decisions.denies?.(definition);
    if (denial !== undefined) return denial;
    const first = claimed.get(nameKey(definition.name));
    if (first !== undefined) {
      const areLayers = isLayer.has(first.source) && isLayer.has(definition.source);
      return { kind: areLayers ? 'merged' : 'same-name', by: first };
    }
    const rejection = decisions.rejects?.(definition);
    if (rejection !== undefined) return rejection;
    const yields = key !== undefined && decisions.yieldsToTwin?.(definition) !== false;
    const twin = yields ? connected.get(key) : undefined;
    if (twin !== undefined) return { kind: 'same-connection', by: twin };
    return decisions.replaces?.(definition) ?? decisions.accepts(definition);
  }
}

/**
 * The chain from the file that defines a server to the agent that uses it: file found and read, entry valid, not turned off
 * or overridden, trusted or approved, variables set, program found. Pure: it stands on the states of servers and on lookups.
 */
import * as l10n from '@vscode/l10n';
import type { LinkKind } from '../../common/messages/diagnosis.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { isGateKnown, isStateProbable } from '../agents/certainty.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import { nextStepFor, stepForLost } from '../agents/next-step.ts';
import { reloadText } from '../agents/reload-text.ts';
import { problemIn } from '../agents/table/file-problem.ts';
import { quote } from '../config/language.ts';
import { type EffectiveServer, isGate, type Reason } from '../config/oh-my-pi/effective.ts';
import { reasonInWords, stateInWords } from '../config/oh-my-pi/state-text.ts';
import type { DefinedServer } from '../config/servers/source-file.ts';
import { liveMembers } from '../config/text/json.ts';
import type { ChainContext } from './context.ts';
import { launchLink, variablesLink } from './launch-links.ts';
import { launchedEntry } from './launched-entry.ts';
import { broken, holds, type Link, type LinkPlace, partial, uncertain } from './link.ts';
import { undefinedLink } from './undefined-link.ts';

export interface Chain {
  /** Up to the first broken one. */
  readonly links: readonly Link[];
  /** The definition that comes closest to being used; undefined if the agent reads none. */
  readonly server: EffectiveServer | undefined;
  /** The same with the reason that the agent would find first. */
  readonly cause: EffectiveServer | undefined;
}

export function chainOf(name: string, context: ChainContext): Chain {
  const definitions = context.state.effective.withName(name);
  // An overridden definition is never the reason: the overriding one has the same name.
  const own = definitions.filter(({ reason: { kind } }) => kind !== 'same-name' && kind !== 'merged');
  // Unless that is spelled in another case.
  const meant = own.length === 0 ? definitions : own;
  const chains = meant.map((server): Chain => {
    return { links: chainLinks(server, context), server, cause: withCause(server, context) };
  });
  const [first = { links: [undefinedLink(name, context)], server: undefined, cause: undefined }, ...others] = chains;
  return others.reduce((best, other) => (other.links.length > best.links.length ? other : best), first);
}

/** Returns the server with the reason that the agent would find first, which is what every view shows. */
export function withCause(server: EffectiveServer, context: ChainContext): EffectiveServer {
  const { kind } = server.reason;
  if (kind === 'same-name' || kind === 'merged') return server;
  return decided.flatMap(([link]) => causeOf(link, server, context) ?? [])[0] ?? server;
}

/** Returns the links of one definition, up to the first broken one. */
export function chainLinks(server: EffectiveServer, context: ChainContext): readonly Link[] {
  const links: Link[] = [];
  for (const link of allLinks(server, context)) {
    links.push(link);
    // Of files that aren't known, nothing follows.
    if (link.state === 'broken' || (link.kind === 'file' && link.state === 'unknown')) break;
  }
  return links;
}

/** The links that states of servers decide, and what is said if they hold. */
const decided: readonly (readonly [kind: LinkKind, text: (agent: Agent, server: EffectiveServer) => string])[] = [
  ['file', (_agent, { source, name }) => l10n.t('{0} defines {1}.', source.label, quote(name))],
  ['entry', ({ name }, { definition }) => entryText(name, definition)],
  [
    'switch',
    (_agent, server) =>
      server.reason.kind === 'allowed'
        ? l10n.t('{0}.', reasonInWords(server) ?? '')
        : l10n.t('Not turned off or overridden.'),
  ],
  ['gate', (agent, server) => gateText(agent, server)],
];

function* allLinks(server: EffectiveServer, context: ChainContext): Generator<Link> {
  const { agent, place } = context;
  const { definition, source } = server;
  const at: LinkPlace = { uri: source.uri, span: definition.key };
  for (const [kind, text] of decided)
    yield problemAt(kind, server, context) ??
      (kind === 'entry' ? lossAt(server, agent) : undefined) ??
      holds(kind, text(agent, server), kind === 'file' ? at : undefined);
  const entry = launchedEntry(agent, definition);
  yield variablesLink(definition, entry, context);
  yield launchLink(agent, definition, entry, place, context.machine);
  yield holds('reload', reloadText(agent));
}

/** Returns the link if it is broken, or may be. */
function problemAt(kind: LinkKind, server: EffectiveServer, context: ChainContext): Link | undefined {
  const { agent } = context;
  const actual = causeOf(kind, server, context);
  if (actual === undefined) return undefined;
  const text = l10n.t('{0}.', stateInWords(actual));
  const step = nextStepFor(agent, actual);
  const at = decisivePlace(actual);
  if (actual.state === 'unknown') return uncertain(kind, text, at, step);
  return kind === 'gate' && isStateProbable(agent, actual)
    ? uncertain(kind, uncertainText(agent, actual, text), at, step)
    : broken(kind, text, step, at);
}

/** Returns the link of an entry of which the agent ignores something that the server needs. */
function lossAt(server: EffectiveServer, agent: Agent): Link | undefined {
  const { definition, source } = server;
  const [lost] = definition.connection.lost ?? [];
  if (lost === undefined || !isTableAgent(agent)) return undefined;
  const span = liveMembers(definition.node).get(lost.path)?.key ?? definition.key;
  return partial(
    'entry',
    entryText(agent.name, definition),
    { uri: source.uri, span },
    stepForLost(agent, server, lost),
  );
}

/** @param text what is said if it's certain */
function uncertainText({ name }: Agent, { reason }: EffectiveServer, text: string): string {
  const answer = reason.kind === 'pending' ? reason.answeredIn : undefined;
  return answer === undefined
    ? l10n.t('Not certain: {0}', text)
    : l10n.t('{0} asks again if the entry has changed since the answer in {1}.', name, answer);
}

/** Returns the server with the reason why this link doesn't hold: its own, or one that the agent would find later. */
function causeOf(kind: LinkKind, server: EffectiveServer, { state }: ChainContext): EffectiveServer | undefined {
  const { reason, definition, source } = server;
  // The same files decide.
  if (kind === 'gate' && reason.kind === 'unread-settings') return server;
  if (linkOf(reason) === kind) {
    // Oh My Pi itself only says that it skips the file.
    const file = reason.kind === 'broken-file' ? state.files.find((each) => each.source.key === source.key) : undefined;
    const problem = file && problemIn(file);
    if (problem === undefined) return server;
    const { why, step, at } = problem;
    return { ...server, reason: { kind: 'rejected-file', why, step, at } };
  }
  const { flaw, enabled, isAlone } = definition.connection;
  if (kind === 'entry' && flaw !== undefined && isAlone !== true)
    return { ...server, state: 'invalid', reason: { kind: 'flawed', flaw } };
  if (kind === 'switch' && enabled === false && linkOf(reason) === 'gate')
    return { ...server, state: 'disabled', reason: { kind: 'switched-off' } };
  return undefined;
}

/** Returns the link that a reason breaks; undefined if the server is used. */
function linkOf(reason: Reason): LinkKind | undefined {
  switch (reason.kind) {
    case 'used':
    case 'allowed':
      return undefined;
    case 'broken-file':
    case 'rejected-file':
    case 'stopped':
      return 'file';
    case 'moved-in-terminals':
      return 'file';
    case 'refused':
      return reason.cause.name === undefined ? 'file' : 'entry';
    case 'flawed':
      return 'entry';
    default:
      return isGate(reason) ? 'gate' : 'switch';
  }
}

/** Returns the place of what decides, or else of the definition. */
function decisivePlace({ reason, source, definition }: EffectiveServer): LinkPlace {
  if ('item' in reason) return { uri: reason.item.source.uri, span: reason.item.node };
  if ('cause' in reason) return { uri: reason.cause.source.uri, span: reason.cause.at };
  if ('unread' in reason) return { uri: reason.unread.uri, span: { offset: 0, length: 0 } };
  if (reason.kind === 'rejected-file' && reason.at !== undefined) return { uri: source.uri, span: reason.at };
  if ('by' in reason) return { uri: reason.by.source.uri, span: reason.by.definition.key };
  return { uri: source.uri, span: definition.key };
}

function entryText(agent: string, { connection: { departures = [] } }: DefinedServer): string {
  return departures.length === 0
    ? l10n.t('The entry is valid for {0}.', agent)
    : l10n.t('The entry is valid for {0}: {1}.', agent, departures.join('; '));
}

function gateText(agent: Agent, server: EffectiveServer): string {
  const { source } = server;
  const gate = isTableAgent(agent) ? (source as TableSource).file.gate : undefined;
  if (gate === 'approval') return l10n.t('The server is approved.');
  if (gate === 'trust' || (isTableAgent(agent) && agent.table.trust?.gatesAll === true))
    return l10n.t('{0} trusts this folder.', agent.name);
  return isGateKnown(agent, server)
    ? l10n.t('{0} asks for no approval here.', agent.name)
    : l10n.t('No trust or approval is known to be missing.');
}

/** Whether an agent and a server speak the same revision of MCP, after a connection test. */
import * as l10n from '@vscode/l10n';
import { ohMyPiRevision, statelessRevision } from '../../common/protocol-revisions.ts';
import type { Agent } from '../agents/agent.ts';
import { andList } from '../config/language.ts';
import type { ProtocolFacts } from '../tools/agent-facts.ts';
import { broken, holds, type Link, uncertain } from './link.ts';

/** The outcome of a connection test, which connects as Oh My Pi does. */
export interface Tested {
  readonly link: Link;
  /** Undefined if they aren't known. */
  readonly revisions?: ServerRevisions;
}

export interface ServerRevisions {
  readonly known: readonly string[];
  /** True if it refuses others, instead of answering with one of these. */
  readonly refusesOthers: boolean;
}

/** Returns the links of a test for an agent, up to the first broken one. */
export function testedLinks(agent: Agent, { link, revisions }: Tested): readonly Link[] {
  if (revisions === undefined) return [link];
  const protocol = protocolLink(agent, revisions);
  if (protocol.state === 'broken') return [protocol];
  if (link.state !== 'broken') return [protocol, link];
  return [
    protocol,
    uncertain(
      'connection',
      l10n.t("Not tested: the server doesn't speak the revision of the test, {0}.", ohMyPiRevision),
    ),
  ];
}

function protocolLink({ name, facts: { protocol } }: Agent, { known, refusesOthers }: ServerRevisions): Link {
  const ofServer = andList(known);
  if (protocol === undefined)
    return uncertain(
      'protocol',
      l10n.t("The server speaks MCP {0}. Which revisions {1} speaks isn't known.", ofServer, name),
    );
  const { offers, accepts, stateless } = protocol;
  const isShared = (revision: string): boolean =>
    revision === offers ||
    (refusesOthers && revision === stateless) ||
    (!refusesOthers && (accepts === 'any' || accepts?.includes(revision) === true));
  const shared = known.find(isShared);
  if (shared !== undefined) return holds('protocol', l10n.t('{0} and the server speak MCP {1}.', name, shared));
  const ofAgent = andList(spokenRevisions(protocol));
  const isOnlyStateless = known.every((revision) => revision >= statelessRevision);
  // What a server answers to another revision than that of the test isn't known.
  if (!refusesOthers && !isOnlyStateless)
    return uncertain(
      'protocol',
      l10n.t('The server was tested with MCP {0}. {1} speaks {2}.', ofServer, name, ofAgent),
    );
  return broken('protocol', l10n.t('The server speaks only MCP {0}, and {1} speaks {2}.', ofServer, name, ofAgent), {
    text: l10n.t('Use a version of the server that speaks MCP {0}.', offers),
  });
}

/** Returns the revisions that an agent asks for. */
export const spokenRevisions = ({ offers, stateless }: ProtocolFacts): readonly string[] =>
  stateless === undefined ? [offers] : [offers, stateless];

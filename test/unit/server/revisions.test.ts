/** Which server an agent can speak with, beside what the agents' own lists say: `test/fixtures/outside/revisions.txt`. */
import { describe, expect, test } from 'vitest';
import { ohMyPiRevision, statelessRevision } from '../../../common/protocol-revisions.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { tableAgents } from '../../../server/agents/all-agents.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { broken, holds, type Link } from '../../../server/doctor/link.ts';
import { type ServerRevisions, testedLinks } from '../../../server/doctor/protocol-link.ts';

/** What the connection test finds out about a server. */
function revisionsOf(server: string): ServerRevisions {
  const [kind, revision = ''] = server.split(' ');
  if (kind === 'modern') return { known: [statelessRevision], refusesOthers: true };
  if (kind === 'both' || kind === 'echo') return { known: [ohMyPiRevision], refusesOthers: false };
  return { known: [revision], refusesOthers: kind === 'only' };
}

const cells = readText('test/fixtures/outside/revisions.txt')
  .split('\n')
  .slice(2)
  .flatMap((line) => {
    const [server = '', answers = ''] = line.split(': ');
    return answers.split(', ').flatMap((answer) => {
      const [id = '', connects] = answer.split(' ');
      return connects === undefined ? [] : [{ server, id, connects }];
    });
  });

const agentWith = (id: string) => tableAgents.find((agent) => agent.id === id) ?? expect.fail(id);
const connected = holds('connection', 'Connected.');
const statesOf = (links: readonly Link[]) => links.map(({ kind, state }) => `${kind} ${state}`);

test.each(cells)('$id, a server that speaks $server', ({ server, id, connects }) => {
  const agent = agentWith(id);
  const [protocol] = testedLinks(agent, { link: connected, revisions: revisionsOf(server) });
  // How a server answers to another revision than that of the test isn't known.
  const isTested =
    agent.facts.protocol?.offers === ohMyPiRevision || !/^(?:echo|both)|^answers 2025-11-25/.test(server);
  expect(protocol?.state).toBe(!isTested ? 'unknown' : connects === 'yes' ? 'holds' : 'broken');
});

describe('a server that refuses the revision of the test', () => {
  const failed = broken('connection', 'It speaks another revision.', undefined);
  const tested = { link: failed, revisions: { known: ['2025-06-18'], refusesOthers: true } };
  test('is not tested for an agent that speaks its own', () => {
    expect(statesOf(testedLinks(agentWith('gemini-cli'), tested))).toEqual(['protocol holds', 'connection unknown']);
  });
  test('is out of reach of others, and not known for agents without facts', () => {
    expect(statesOf(testedLinks(ohMyPiAgent, tested))).toEqual(['protocol broken']);
    expect(statesOf(testedLinks(agentWith('cursor'), tested))).toEqual(['protocol unknown', 'connection unknown']);
  });
});

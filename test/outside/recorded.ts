/** What agents answered, and clients listed, when they were last asked. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../../common/guards.ts';
import { readText, root } from '../../scripts/lib/repository.ts';
import type { AgentAnswer } from '../../server/agents/listed-use.ts';
import type { RecordedRouters } from './routers.ts';
import type { RecordedServers } from './servers.ts';
import type { AcceptedValues } from './values.ts';

export const agentsFile = 'test/fixtures/outside/agents.json';
export const serversFile = 'test/fixtures/outside/servers.json';
export const routersFile = 'test/fixtures/outside/routers.json';
export const valuesFile = 'test/fixtures/outside/values.json';

export interface Recorded {
  readonly asked: Readonly<Record<string, { readonly version: string; readonly on: string }>>;
  /** By the title of the case and the ID of the agent. */
  readonly answers: Readonly<Record<string, Record<string, AgentAnswer>>>;
}

export const recordedAgents = (): Recorded =>
  existsSync(path.join(root, agentsFile)) ? JSON.parse(readText(agentsFile)) : { asked: {}, answers: {} };

export const recordedServers = (): RecordedServers => JSON.parse(readText(serversFile));

export const recordedRouters = (): RecordedRouters => JSON.parse(readText(routersFile));

export const recordedValues = (): AcceptedValues =>
  existsSync(path.join(root, valuesFile)) ? JSON.parse(readText(valuesFile)) : {};

/** Returns a record as JSON with a line for each answer, so that a changed answer is a changed line. */
export function recordText(value: unknown, indent = ''): string {
  const members = isRecord(value) ? Object.entries(value) : [];
  if (!members.some(([, member]) => isRecord(member))) return JSON.stringify(value);
  const inner = `${indent} `;
  const lines = members.map(([name, member]) => `${inner}${JSON.stringify(name)}: ${recordText(member, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** The report of a fact about an agent that may be wrong: a text in English for an issue. Nothing is sent. */

import type { AgentCell, CellDifference } from '../../common/messages/tool-servers.ts';
import { visible } from '../../common/text/escape.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import type { Agent } from '../agents/agent.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { isMap, plainValue, type Value, valueIn } from '../convert/value.ts';
import { withMaskedSecrets } from '../fixes/masked-text.ts';

/** What an agent says instead. `missing`: it doesn't list the server. */
export type TheirWord = 'used' | 'pending' | 'off' | 'missing' | 'refused';

interface ReportedCell {
  readonly agent: Agent;
  /** The version that the agent printed; empty if it printed none. */
  readonly installed: string;
  /** Undefined if the agent reads no definition. */
  readonly server: EffectiveServer | undefined;
  readonly cell: AgentCell;
  readonly theirs: TheirWord;
  /** Paths of the project and the home folder, which the report doesn't show. */
  readonly folders: readonly [project: string | undefined, home: string | undefined];
}

/** Longer entries are cut: the report has to fit into a URL. */
const maxEntry = 2000;

const words: Readonly<Record<TheirWord, string>> = {
  used: 'used',
  pending: 'waiting for approval',
  off: 'off',
  missing: 'not listed',
  refused: 'no list, but an error in its configuration',
};

export function wrongFactReport(told: ReportedCell): CellDifference['report'] {
  const { agent, installed, server, cell, theirs } = told;
  const entry = server === undefined ? undefined : entryText(server);
  const lines = [
    `Agent: ${agent.name}, installed: ${installed || 'unknown'}, known here: ${agent.facts.version}`,
    `Switchyard says: ${cell.text}`,
    `${agent.name} says: ${words[theirs]}`,
    ...(server === undefined ? [] : [`File: ${server.source.label}`]),
    ...(entry === undefined ? [] : ['', '```json', entry, '```']),
  ];
  const hidden = (text: string): string => withoutPaths(maskTokens(text), told.folders);
  return {
    title: hidden(`${agent.name}: ${words[theirs]} instead of "${cell.state}"`),
    body: lines
      .map(hidden)
      .map((line) => (line.includes('\n') ? line : visible(line)))
      .join('\n'),
  };
}

/** Returns the entry without its name, secrets, and the values of its variables and headers. */
function entryText({ definition }: EffectiveServer): string | undefined {
  const value = valueIn(definition.node);
  if (value === undefined) return undefined;
  const json = withMaskedSecrets('', JSON.stringify(plainValue(withoutValues(value)), null, 2));
  return json.length > maxEntry ? `${json.slice(0, maxEntry)}\n…` : json;
}

/** Keeps variables, which say nothing about the user, and values that aren't texts, which can be what is wrong. */
function withoutValues(entry: Value): Value {
  if (!isMap(entry)) return entry;
  return new Map(
    [...entry].map(([key, value]) => {
      if (!isMap(value) || !/env|header/i.test(key)) return [key, value] as const;
      const shown = [...value].map(([name, each]) => [
        name,
        typeof each !== 'string' || /^\$\{?\w+\}?$/.test(each) ? each : '…',
      ]);
      return [key, new Map(shown as [string, Value][])] as const;
    }),
  );
}

/** Replaces the paths of the project and the home folder, which can contain a name of the user. */
function withoutPaths(text: string, [project, home]: ReportedCell['folders']): string {
  const native = (path: string | undefined): readonly string[] =>
    path === undefined || path.length < 2 ? [] : [path, path.slice(1).replaceAll('/', '\\\\')];
  const replaced = native(project).reduce((result, path) => result.replaceAll(path, '.'), text);
  return native(home).reduce((result, path) => result.replaceAll(path, '~'), replaced);
}

/** What each agent makes of one `.mcp.json`: the cells of the facts about readers are the rows of a fixture. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedFileReaders } from '../../../common/generated/tools.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { readEntry } from '../../../server/agents/read-entry.ts';
import {
  agentProperties,
  agentTypes,
  expandingDollar,
  skippingUntypedUrls,
  speakingWebSockets,
} from '../../../server/config/agent-properties.ts';
import { ConfigDocument } from '../../../server/config/document.ts';
import { fieldOf, fieldSet, serverFieldNames } from '../../../server/config/format.ts';
import { variablesOf } from '../../../server/config/written-variables.ts';
import type { AgentFacts, PropertyFact } from '../../../server/tools/agent-facts.ts';
import { variableResult } from '../../../server/tools/variable-facts.ts';

const shared = agents.filter(({ facts }) => facts.readsShared === true).map(({ facts }) => facts);

interface Row {
  readonly line: string;
  readonly name: string;
  readonly entry: string;
  readonly property?: string;
  readonly variable?: string;
  readonly cells: readonly string[];
}

const rows = readFileSync(new URL('../../fixtures/readers.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.includes(' → '))
  .map((line): Row => {
    const [left = '', right = ''] = line.split(' → ');
    const [, name = 's', rest = ''] = /^(?:\[(.*?)\] )?(.*)$/.exec(left) ?? [];
    const [, entry = '', property, variable] = /^(.*?)(?: @(\S+)| \$(\S+))?$/.exec(rest) ?? [];
    return {
      ...{ line, name, entry: entry === 'null' ? 'null' : `{${entry}}`, cells: right.split(' ') },
      ...(property !== undefined && { property }),
      ...(variable !== undefined && { variable }),
    };
  });

function cellOf(agent: AgentFacts, { name, entry, property, variable }: Row): string {
  const document = new ConfigDocument(`{"mcpServers": {${JSON.stringify(name)}: ${entry}}}`);
  const value = document.servers[0]?.value;
  const reading = readEntry(agent, name, value);
  if (reading.skipped !== undefined) return 'skips';
  if (property !== undefined)
    return reading.ignored.some(({ path }) => `${property}.`.startsWith(`${path}.`)) ? 'ignores' : 'uses';
  return variable === undefined ? 'uses' : useOf(agent, entry, variable);
}

/** Returns what the agent makes of the variable in the first property with it. */
function useOf({ variables }: AgentFacts, entry: string, variable: string): string {
  const [field = ''] =
    Object.entries(JSON.parse(entry)).find(([, value]) => JSON.stringify(value).includes(variable)) ?? [];
  const [read] = variablesOf(variable);
  return read === undefined ? 'text' : useNames[variableResult(variables, field, read)];
}

const useNames = { value: 'uses', text: 'text', nothing: 'empty', unknown: '-' } as const;

describe('the short table of properties that the format lacks', () => {
  const known = new Set([...serverFieldNames, 'type']);
  const onOf = (fact: PropertyFact | undefined) => fact?.on ?? 'any';
  const expected: Record<string, Record<string, string>> = {};
  const add = (path: string, id: string, on: string) => (expected[path] = { ...expected[path], [id]: on });
  for (const { id, format } of shared) {
    if (id === 'oh-my-pi') continue;
    for (const [name, fact] of Object.entries(format.properties)) {
      if (!known.has(name) && fact.hasNoEffect !== true) add(name, id, onOf(fact));
      if (name !== 'auth' && name !== 'oauth') continue;
      for (const inner of Object.keys(fact.keys ?? {}))
        if (fieldOf(fieldSet(name), inner) === undefined) add(`${name}.${inner}`, id, onOf(fact));
    }
  }
  // It reads objects only, which nothing documents.
  delete expected.tools?.['claude-code'];

  test('says what the facts about the agents say', () => {
    expect(agentProperties).toEqual(expected);
    expect(shared.map(({ id }) => id)).toEqual(sharedFileReaders);
  });

  test('says which types and variables they accept besides those of the format', () => {
    const others = shared.filter(({ id }) => id !== 'oh-my-pi');
    const idsWhere = (isTrue: (facts: (typeof others)[number]) => boolean) => others.filter(isTrue).map(({ id }) => id);
    const types = new Set(others.flatMap(({ format }) => Object.keys(format.types)));
    for (const type of ['stdio', 'http', 'sse']) types.delete(type);
    expect(agentTypes).toEqual(
      Object.fromEntries([...types].sort().map((type) => [type, idsWhere(({ format }) => type in format.types)])),
    );
    expect(expandingDollar).toEqual(idsWhere(({ variables }) => variables.forms.includes('dollar')));
    expect(speakingWebSockets).toEqual(idsWhere(({ format }) => 'ws' in format.types));
    expect(skippingUntypedUrls).toEqual(idsWhere(({ format }) => format.untypedUrl === 'skips'));
  });
});

describe('an entry of a shared .mcp.json', () => {
  test.each(rows.map((row) => [row.line, row] as const))('%s', (_line, row) => {
    const actual = shared.map((agent, index) => {
      const cell = row.cells[index] ?? '-';
      return cell === '-' ? '-' : cell.replace(/[a-z]+/, cellOf(agent, row));
    });
    expect(actual).toEqual(row.cells);
  });

  test('is read by the four agents of the columns', () => {
    expect(shared.map(({ id }) => id)).toEqual(['oh-my-pi', 'claude-code', 'vscode', 'copilot-cli']);
  });
});

/** What each agent makes of one `.mcp.json`: the cells of the facts about readers are the rows of a fixture. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { agents } from '../../../server/agents/all-agents.ts';
import { readEntry } from '../../../server/agents/table/read-entry.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { variablesOf } from '../../../server/config/variables/written-variables.ts';
import type { AgentFacts } from '../../../server/tools/agent-facts.ts';
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

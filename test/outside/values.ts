/** Folders with each property of an agent and values of all kinds, which say whether a server with it is used. */

import { readEntry } from '../../server/agents/table/read-entry.ts';
import type { Transport } from '../../server/config/format/field.ts';
import { parseText } from '../../server/config/text/parse.ts';
import type { AgentTable, PropertyFact } from '../../server/tools/agent-facts.ts';
import type { OutsideCase } from './cases.ts';
import type { ProgramId } from './programs.ts';

export interface ValueCase extends OutsideCase {
  /** Whether we say that the server is used, by its name. */
  readonly expected: Readonly<Record<string, boolean>>;
}

/** Right and wrong ones for each kind of value. */
const values = ['"x"', '""', '5', '-1', '1.5', 'true', 'null', '["x"]', '[5]', '{"a": "x"}', '{"a": 5}'];

/** Where the user's servers are, and what makes the agent read them. */
const files: Readonly<Record<ProgramId, string>> = {
  'claude-code': '~/.claude.json',
  'copilot-cli': '~/.copilot/mcp-config.json',
  codex: '~/.codex/config.toml',
  'gemini-cli': '~/.gemini/settings.json',
  opencode: '~/.config/opencode/opencode.json',
  'qwen-code': '~/.qwen/settings.json',
  kilo: '~/.config/kilo/kilo.json',
  grok: '~/.grok/config.toml',
};

/** Of an agent for which one bad entry costs all, each value has a folder. */
export function valueCases(id: ProgramId, table: AgentTable): readonly ValueCase[] {
  const isAlone = table.invalidEntry !== undefined && table.invalidEntry !== 'holds-name';
  return (['stdio', 'http'] as const).flatMap((transport) =>
    Object.entries(table.format.properties).flatMap(([property, fact]) =>
      isOn(fact, transport) ? casesOf(id, table, transport, property, isAlone) : [],
    ),
  );
}

const isOn = ({ on }: PropertyFact, transport: Transport): boolean =>
  on === undefined || (on === 'stdio') === (transport === 'stdio');

function casesOf(
  id: ProgramId,
  table: AgentTable,
  transport: 'stdio' | 'http',
  property: string,
  isAlone: boolean,
): readonly ValueCase[] {
  const { format } = table;
  const type = Object.keys(format.types).find((each) => format.types[each] === transport);
  const endpoint =
    transport === 'http'
      ? '"url": "http://127.0.0.1:9/"'
      : `"command": ${format.commandIsList ? '["true"]' : '"true"'}`;
  const entries = values
    .filter((value) => !files[id].endsWith('.toml') || value !== 'null')
    .map(
      (value) => `{${type === undefined ? '' : `"${format.type}": "${type}", `}${endpoint}, "${property}": ${value}}`,
    );
  const groups = isAlone ? entries.map((entry) => [entry]) : [entries];
  return groups.map((group): ValueCase => {
    const named = group.map((entry, index) => [`v${index}`, entry] as const);
    return {
      title: `${id}, ${transport}: ${property}${isAlone ? ` in ${group[0]}` : ''}`,
      files: [[files[id], fileOf(id, table, named)]],
      ...{ links: [], start: '.', variables: {}, ask: [id] },
      expected: Object.fromEntries(
        named.map(([name, entry]) => [name, readEntry(table, name, parseText(entry).root).skipped === undefined]),
      ),
    };
  });
}

function fileOf(id: ProgramId, { files: known }: AgentTable, entries: readonly (readonly [string, string])[]): string {
  if (files[id].endsWith('.toml'))
    return `[mcp_servers]\n${entries.map(([name, entry]) => `${name} = ${inToml(JSON.parse(entry))}\n`).join('')}`;
  const root = known.find(({ in: where, dialect }) => where === 'home' && dialect === id)?.root.at(-1) ?? 'mcpServers';
  return `{"${root}": {${entries.map(([name, entry]) => `"${name}": ${entry}`).join(', ')}}}`;
}

/** Inline tables have the syntax of JSON, but for the sign after a name. */
function inToml(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inToml).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name} = ${inToml(inner)}`)
    .join(', ')} }`;
}

/** Folders with each property of an agent and values of all kinds, which say whether a server with it is used. */

import { readEntry } from '../../server/agents/table/read-entry.ts';
import type { Transport } from '../../server/config/format/field.ts';
import { parseText } from '../../server/config/text/parse.ts';
import type { AgentTable, PropertyFact } from '../../server/tools/agent-facts.ts';
import type { OutsideCase } from './cases.ts';
import type { ProgramId } from './programs.ts';

/** What each agent accepts as the value of a property: JSON texts by transport and name, such as `stdio args`. */
export type AcceptedValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

interface ValueCase extends OutsideCase {
  readonly property: string;
  /** The values by the names of the servers that have them. */
  readonly values: Readonly<Record<string, string>>;
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
  return propertiesOf(table).flatMap(({ property, transport, name }) =>
    (isAlone ? valuesFor(id).map((value) => [value]) : [valuesFor(id)]).map((group): ValueCase => {
      const named = group.map((value, index) => [`v${index}`, value] as const);
      const entries = named.map(([server, value]) => [server, entryWith(table, transport, name, value)] as const);
      return {
        title: `${id}, ${property}${isAlone ? `: ${group[0]}` : ''}`,
        files: [
          [files[id], fileOf(id, table, entries)],
          // It lists no server of a folder that isn't trusted.
          ...(id === 'gemini-cli' ? [['~/.gemini/trustedFolders.json', '{"$PROJECT": "TRUST_FOLDER"}'] as const] : []),
        ],
        ...{ links: [], start: '.', variables: {}, ask: [id], property, values: Object.fromEntries(named) },
      };
    }),
  );
}

/** Returns the values with which we say that a server is used, by property. */
export function usedValues(id: ProgramId, table: AgentTable): Readonly<Record<string, readonly string[]>> {
  const isUsed = (entry: string): boolean => readEntry(table, 'v0', parseText(entry).root).skipped === undefined;
  return Object.fromEntries(
    propertiesOf(table).map(({ property, transport, name }) => [
      property,
      valuesFor(id).filter((value) => isUsed(entryWith(table, transport, name, value))),
    ]),
  );
}

/** Gemini CLI and Qwen Code also list servers that they can't start. */
export const sameValues = (id: ProgramId, theirs: readonly string[], ours: readonly string[]): boolean =>
  id === 'gemini-cli' || id === 'qwen-code'
    ? ours.every((value) => theirs.includes(value))
    : theirs.join('\n') === ours.join('\n');

const propertiesOf = ({ format }: AgentTable) =>
  (['stdio', 'http'] as const).flatMap((transport) =>
    Object.entries(format.properties).flatMap(([name, fact]) =>
      isOn(fact, transport) ? { property: `${transport} ${name}`, transport, name } : [],
    ),
  );

const isOn = ({ on }: PropertyFact, transport: Transport): boolean =>
  on === undefined || (on === 'stdio') === (transport === 'stdio');

/** TOML has no null. */
const valuesFor = (id: ProgramId): readonly string[] =>
  values.filter((value) => !files[id].endsWith('.toml') || value !== 'null');

function entryWith({ format }: AgentTable, transport: 'stdio' | 'http', name: string, value: string): string {
  const type = Object.keys(format.types).find((each) => format.types[each] === transport);
  const endpoint =
    transport === 'http'
      ? '"url": "http://127.0.0.1:9/"'
      : `"command": ${format.commandIsList ? '["true"]' : '"true"'}`;
  return `{${type === undefined ? '' : `"${format.type}": "${type}", `}${endpoint}, "${name}": ${value}}`;
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

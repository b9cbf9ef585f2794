/** Folders with each property of an agent and values of all kinds, which say whether a server with it is used. */

import { readEntry } from '../../server/agents/table/read-entry.ts';
import type { Transport } from '../../server/config/format/field.ts';
import { parseText } from '../../server/config/text/parse.ts';
import type { AgentTable, PropertyFact } from '../../server/tools/agent-facts.ts';
import type { OutsideCase } from './cases.ts';
import type { ProgramId } from './programs.ts';

/** What each agent accepts as values of properties: JSON texts by transport and name, such as `stdio args`. */
export type AcceptedValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface ValueCase extends OutsideCase {
  readonly property: string;
  /** The values by the names of the servers that have them. */
  readonly values: Readonly<Record<string, string>>;
  /** One for each of several values. */
  readonly alone: readonly ValueCase[];
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

/** Returns a folder for each property, in which a server has each of the values. */
export const valueCases = (id: ProgramId, table: AgentTable): readonly ValueCase[] =>
  propertiesOf(table).map(({ property, transport, name }) => {
    const caseOf = (group: readonly string[], alone: readonly ValueCase[]): ValueCase => {
      const named = group.map((value, index) => [`v${index}`, value] as const);
      const entries = named.map(([server, value]) => [server, entryWith(table, transport, name, value)] as const);
      return {
        title: `${id}, ${property}`,
        files: [
          [files[id], fileOf(id, table, entries)],
          // It lists no server of a folder that isn't trusted.
          ...(id === 'gemini-cli' ? [['~/.gemini/trustedFolders.json', '{"$PROJECT": "TRUST_FOLDER"}'] as const] : []),
        ],
        ...{ links: [], start: '.', variables: {}, ask: [id], property, values: Object.fromEntries(named), alone },
      };
    };
    const each = valuesFor(id);
    return caseOf(
      each,
      each.map((value) => caseOf([value], [])),
    );
  });

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

/**
 * Gemini CLI and Qwen Code also list servers that they can't start. Codex and Grok also read an object that is written as a
 * list of its values, which nobody does.
 */
export function sameValues(id: ProgramId, theirs: readonly string[], ours: readonly string[]): boolean {
  if (id === 'gemini-cli' || id === 'qwen-code') return ours.every((value) => theirs.includes(value));
  const isObject = ours.includes('{"a": "x"}') && !ours.includes('["x"]');
  const counted =
    (id === 'codex' || id === 'grok') && isObject ? theirs.filter((value) => !value.startsWith('[')) : theirs;
  return counted.join('\n') === ours.join('\n');
}

const propertiesOf = ({ format }: AgentTable) =>
  (['stdio', 'http'] as const).flatMap((transport) =>
    Object.entries(format.properties).flatMap(([name, fact]) =>
      isOn(fact, transport) && fact.isUncertain !== true ? { property: `${transport} ${name}`, transport, name } : [],
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

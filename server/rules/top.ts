/** The top level of the file (spec config-format.md, Top-level object). */

import { foreignKey } from '../config/dialects.ts';
import type { ConfigDocument } from '../config/document.ts';
import { serverFieldNames } from '../config/format.ts';
import type { Group, Stray } from '../config/group.ts';
import { type JsonNode, typeInWords } from '../config/json.ts';
import { type Fix, preferred, replaceString } from '../fixes/fix.ts';
import { wrapMembers } from '../fixes/wrap.ts';
import type { TopRule } from './rule.ts';
import { removal, renaming } from './strays.ts';
import { fileWith, orList, quote } from './words.ts';

const right = fileWith('{"command": "docs-server"}');

export const topLevelNotObject: TopRule = {
  kind: 'top',
  code: 'top-level-not-object',
  severity: 'error',
  docs: {
    title: 'Top level is not an object',
    why: 'The file is one JSON object that holds mcpServers and the two lists.',
    wrong: '[{"command": "docs-server"}]',
    right,
  },
  check({ root }, report) {
    if (root === undefined || root.type === 'object' || root.type === 'invalid') return;
    report(root, `The file holds ${typeInWords(root)} where one object is needed: write {"mcpServers": {…}}.`);
  },
};

/** The stray key under which another tool keeps its servers, where `mcpServers` itself is absent. */
function foreignRoot(top: Group): Stray | undefined {
  const stray = top.standIns.get('mcpServers');
  return stray?.meaning.kind === 'foreign' && stray.value?.type === 'object' ? stray : undefined;
}

function looksLikeServer(value: JsonNode | undefined): boolean {
  if (value?.type !== 'object') return false;
  const known = (key: string) => serverFieldNames.includes(key) || foreignKey('server', key)?.standsFor !== undefined;
  return value.members.some(({ key }) => key.value !== 'type' && known(key.value));
}

/** A file whose top level is what should stand inside `mcpServers`. */
function isFlatMap({ top }: ConfigDocument): boolean {
  if (top === undefined || top.fields.has('mcpServers') || top.standIns.has('mcpServers')) return false;
  return top.strays.some((stray) => looksLikeServer(stray.value));
}

export const flatMap: TopRule = {
  kind: 'top',
  code: 'flat-map',
  severity: 'error',
  docs: {
    title: 'Servers without mcpServers',
    why: 'Some plugin files list the servers at the top level. The agent looks for them under mcpServers and finds none.',
    wrong: '{"docs": {"command": "docs-server"}}',
    right,
  },
  check(document, report) {
    if (document.root === undefined || !isFlatMap(document)) return;
    report(
      document.root,
      'The servers stand at the top level, where the agent does not look: put them all inside "mcpServers": {…}.',
      { fixes: wrapServers },
    );
  },
};

/** Where all keys of the format stand before the servers, the rest of the object can be wrapped as it is. */
function wrapServers({ text, top }: ConfigDocument): readonly Fix[] {
  if (top === undefined) return [];
  const { members } = top.node;
  const from = members.findIndex(({ key }) => !top.fields.has(key.value));
  const first = members[from];
  if (first === undefined || members.slice(from).some(({ key }) => top.fields.has(key.value))) return [];
  return [preferred('Put the servers inside "mcpServers"', ...wrapMembers(text, top.node, first, 'mcpServers'))];
}

export const foreignRootKey: TopRule = {
  kind: 'top',
  code: 'foreign-root-key',
  severity: 'error',
  docs: {
    title: "Another tool's root key",
    why: 'Each tool has its own name for the object that holds the servers; this format calls it mcpServers.',
    wrong: '{"servers": {"docs": {"command": "docs-server"}}}',
    right,
  },
  check({ top }, report) {
    const stray = top && foreignRoot(top);
    if (stray?.meaning.kind !== 'foreign') return;
    const { from } = stray.meaning;
    report(stray.key, `${quote(stray.key.value)} is where ${from.tool} keeps its servers: ${from.instead} instead.`, {
      fixes: () => [preferred('Rename to "mcpServers"', replaceString(stray.key, 'mcpServers'))],
    });
  },
};

export const unknownTopLevelKey: TopRule = {
  kind: 'top',
  code: 'unknown-top-level-key',
  severity: 'error',
  docs: {
    title: 'Unknown top-level key',
    why: 'The top level holds $schema, mcpServers, disabledServers and enabledServers, and nothing else.',
    wrong: '{"mcpServers": {}, "version": 1}',
    right: '{"mcpServers": {}}',
  },
  check(document, report) {
    const { top } = document;
    if (top === undefined || isFlatMap(document) || foreignRoot(top) !== undefined) return;
    const names = orList(top.set.fields.map((field) => field.name));
    for (const { key, meaning } of top.strays) {
      const name = quote(key.value);
      const fixes = removal(top.node, key);
      if (meaning.kind === 'typo') {
        const better = renaming(top.node, key, meaning.meant);
        report(key, `The top level has no ${name}: did you mean ${quote(meaning.meant)}?`, { fixes: better });
      } else if (meaning.kind === 'foreign') {
        const { tool, instead } = meaning.from;
        report(key, `The top level has no ${name}, it comes from ${tool}: ${instead}.`, { fixes });
      } else if (isServerField(key.value))
        report(key, `${name} belongs to a server, not to the top level: move it into an entry of "mcpServers".`);
      else report(key, `The top level has no ${name}, only ${names}: remove it.`, { fixes });
    }
  },
};

const isServerField = (name: string): boolean => serverFieldNames.includes(name);

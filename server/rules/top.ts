/** The top level of the file (spec config-format.md, Top-level object). */

import type { ConfigDocument } from '../config/document.ts';
import { serverFieldNames } from '../config/format.ts';
import type { Group, Stray } from '../config/group.ts';
import { type Member, typeInWords } from '../config/json.ts';
import { holdsServers, looksLikeServer } from '../config/shape.ts';
import { type Fix, preferred, replaceString } from '../fixes/fix.ts';
import { moveServers, namedServers } from '../fixes/move-servers.ts';
import { unknownKeyFixes } from '../fixes/unknown-keys.ts';
import { wrapMembers } from '../fixes/wrap.ts';
import type { FixMaker, TopRule } from './rule.ts';
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
  const type = stray?.value?.type;
  return stray?.meaning.kind === 'foreign' && (type === 'object' || type === 'array') ? stray : undefined;
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

/** Where the servers stand side by side they can be wrapped as they are. */
function wrapServers({ text, top }: ConfigDocument): readonly Fix[] {
  if (top === undefined) return [];
  const { members } = top.node;
  const isServer = ({ key, value }: Member): boolean => !top.fields.has(key.value) && looksLikeServer(value);
  const [from, to] = [members.findIndex(isServer), members.findLastIndex(isServer)];
  const servers = members.slice(from, to + 1);
  if (!servers.every(isServer)) return [];
  return [preferred('Move the servers to "mcpServers"', ...wrapMembers(text, top.node, servers, 'mcpServers'))];
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
      fixes: ({ text }) => asServerMap(text, stray),
    });
  },
};

function asServerMap(text: string, { key, value }: Stray): readonly Fix[] {
  const rename = replaceString(key, 'mcpServers');
  if (value?.type !== 'array') return [preferred('Rename to "mcpServers"', rename)];
  const changes = namedServers(text, value);
  return changes === undefined ? [] : [preferred('Convert to "mcpServers"', rename, ...changes)];
}

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
    for (const stray of top.strays) {
      const { key, meaning } = stray;
      const name = quote(key.value);
      const fixes: FixMaker = (whole) => topKeyFixes(whole, top, stray);
      if (belongsInside(top, stray)) {
        const [what, it] = holdsServers(stray.value)
          ? [`The servers in ${name} are`, 'them']
          : [`Server ${name} is`, 'it'];
        report(key, `${what} outside "mcpServers". Move ${it} to "mcpServers".`, { fixes });
      } else if (meaning.kind === 'typo')
        report(key, `The top level has no ${name}: did you mean ${quote(meaning.meant)}?`, { fixes });
      else if (meaning.kind === 'twin')
        report(key, `Unknown property ${name}. ${quote(meaning.of)} is already set.`, { fixes });
      else if (meaning.kind === 'foreign') {
        const { tool, instead } = meaning.from;
        report(key, `The top level has no ${name}, it comes from ${tool}: ${instead}.`, { fixes });
      } else if (isServerField(key.value))
        report(key, `${name} belongs to a server, not to the top level: move it into an entry of "mcpServers".`);
      else report(key, `The top level has no ${name}, only ${names}: remove it.`, { fixes });
    }
  },
};

/** A server, or several of them, beside `mcpServers`. */
function belongsInside({ fields }: Group, { meaning, value }: Stray): boolean {
  if (!fields.has('mcpServers') || meaning.kind === 'typo') return false;
  // What is called like a map of servers is one, or nothing can be said of it.
  const map = meaning.kind === 'twin' ? meaning.of === 'mcpServers' : meaning.kind === 'foreign';
  return holdsServers(value) || (!map && looksLikeServer(value));
}

function topKeyFixes(document: ConfigDocument, top: Group, stray: Stray): readonly Fix[] {
  return belongsInside(top, stray) ? moveServers(document, stray.key) : unknownKeyFixes(document.text, top, stray);
}

const isServerField = (name: string): boolean => serverFieldNames.includes(name);

/** Finds the entries of servers in the tree of a file. */
import * as l10n from '@vscode/l10n';
import { trimEndOf } from '../../../common/text/trim.ts';
import { type JsonNode, liveMembers, memberValue, type Span } from '../../config/text/json.ts';
import { FreeNames } from '../../fixes/rename-server.ts';
import { nameFromAddress, nameFromCommand } from '../commands/guess-name.ts';
import type { SourceMember } from '../fields/server-builder.ts';
import type { Remarks } from '../remarks.ts';
import { commandWords, textOf, valueIn } from '../value.ts';
import { hasEndpoint, type Root } from './detect-format.ts';

/** An entry of a server in the source. */
export interface Entry {
  readonly name: string;
  /** Range of the name, or of the whole entry. */
  readonly at: Span;
  readonly sourceMembers: ReadonlyMap<string, SourceMember>;
}

export interface LabeledEntry extends Entry {
  /** Identifies it in reports and selections: its name, with a number if another entry has the same. */
  readonly label: string;
}

/** Adds labels to entries, because several can have the same name. */
export function labeled<T extends { readonly name: string }>(
  entries: readonly T[],
): readonly (T & { readonly label: string })[] {
  const labels = new FreeNames(entries.map(({ name }) => name));
  const used = new Set<string>();
  return entries.map((entry) => {
    const label = used.has(entry.name) ? labels.take(entry.name) : entry.name;
    used.add(entry.name);
    return { ...entry, label };
  });
}

/** Returns the entries of a list or a table of servers. */
export function entriesOf({ node, key }: Root): readonly Entry[] {
  if (node.type === 'array') return node.items.flatMap((item) => aloneIn(item) ?? []);
  return [...liveMembers(node)].flatMap(([name, { key: at, value }]) => {
    // At the top level, there may be other keys next to the servers.
    if (key === undefined && !hasEndpoint(value)) return [];
    return [{ name, at, sourceMembers: sourceMembersIn(value) }];
  });
}

/** Returns a server that isn't under a key with its name: it has a `name`, or gets one. */
export function aloneIn(node: JsonNode, otherName?: string): Entry | undefined {
  if (node.type !== 'object') return undefined;
  const sourceMembers = new Map(sourceMembersIn(node));
  const name = textOf(sourceMembers.get('name')?.value);
  sourceMembers.delete('name');
  return { name: name ?? otherName ?? guess(sourceMembers), at: node, sourceMembers };
}

function guess(sourceMembers: ReadonlyMap<string, SourceMember>): string {
  const url = ['url', 'serverUrl', 'httpUrl'].flatMap((key) => textOf(sourceMembers.get(key)?.value) ?? [])[0];
  if (url !== undefined) return nameFromAddress(url);
  return nameFromCommand(commandWords(sourceMembers.get('command')?.value, sourceMembers.get('args')?.value));
}

export function sourceMembersIn(node: JsonNode | undefined): ReadonlyMap<string, SourceMember> {
  const sourceMembers = new Map<string, SourceMember>();
  for (const [key, member] of liveMembers(node)) {
    const value = valueIn(member.value);
    if (value !== undefined && member.value !== undefined)
      sourceMembers.set(key, { value, at: member.key, span: member.value });
  }
  return sourceMembers;
}

/** Returns the servers of a project, which Claude Code stores under the project's path in the user's file. */
export function projectEntries(
  projects: JsonNode | undefined,
  project: string | undefined,
  remarks: Remarks,
): readonly Entry[] {
  return [...liveMembers(projects)].flatMap(([path, { key: at, value }]) => {
    const node = memberValue(value, 'mcpServers');
    const entries = node === undefined ? [] : entriesOf({ node, key: 'mcpServers', dialect: 'claude-code' });
    if (entries.length === 0 || (project !== undefined && plainPath(path) === plainPath(project))) return entries;
    const names = entries.map(({ name }) => JSON.stringify(name)).join(', ');
    remarks.add(
      'skipped',
      { server: null, field: `projects.${path}`, at },
      l10n.t('Defined for another project: {0}.', names),
    );
    return [];
  });
}

/** Normalizes a path: `C:\shop`, `/c:/shop`, and `C:/shop` are the same folder. */
const plainPath = (path: string): string =>
  trimEndOf(
    path.replaceAll('\\', '/').replace(/^\/?([A-Za-z]):/, (_, drive: string) => `${drive.toLowerCase()}:`),
    '/',
  );

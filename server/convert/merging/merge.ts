/** Merges servers into the text of a config file with minimal edits. Replaces one only if `collision` is `replace`. */
import * as l10n from '@vscode/l10n';
import type { Collision } from '../../../common/messages/conversion.ts';
import { type JsonNode, liveMembers, type Member, memberValue, type ObjectNode } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { applyChanges, type Change, insert, replace } from '../../fixes/fix.ts';
import { afterComments, appendMembers, commaAfter, type NewMember } from '../../fixes/members.ts';
import { allowedName, FreeNames } from '../../fixes/rename-server.ts';
import { ConversionError } from '../failure.ts';
import type { PortableServer } from '../fields/read-server.ts';
import { serversBelow } from '../finding/detect-format.ts';
import { lineOf } from '../remarks.ts';
import { damageIn } from '../tree.ts';
import {
  areEqual,
  isList,
  layoutOf,
  mapOf,
  print,
  printAt,
  type TextLayout,
  type Value,
  type ValueMap,
  valueIn,
} from '../value.ts';
import { updated } from './update-entry.ts';

/** A server with its entry in the target's format. */
export interface NewEntry {
  readonly server: PortableServer;
  readonly value: ValueMap;
}

export interface Placed extends NewEntry {
  /** Its name in the target. */
  readonly name: string;
  /** Whether the target already had this name, for the same server or another one. */
  readonly collides: 'no' | 'same' | 'other';
  readonly done: 'added' | 'replaced' | 'skipped';
  /** True if comments in the entry that it replaces aren't kept. */
  readonly losesComments?: boolean;
}

export interface Merged {
  readonly text: string;
  readonly changes: readonly Change[];
  readonly placed: readonly Placed[];
}

export interface MergeTarget {
  /** Absent or blank for a new file. */
  readonly text?: string | undefined;
  /** The key that contains the servers. */
  readonly root: string;
  /** True if names must be valid in Oh My Pi's format. */
  readonly strictNames: boolean;
  readonly collision: Collision;
  /** True for a name that the target's tool doesn't accept. */
  readonly isReserved?: ((name: string) => boolean) | undefined;
  /** For a new file. */
  readonly layout: TextLayout;
  /** Other content of a new file. */
  readonly others?: { readonly $schema?: string | undefined; readonly lists: ValueMap } | undefined;
}

/** Updates the names in lists to the new names of the servers. */
function renamedIn(lists: ValueMap = mapOf([]), placed: readonly Placed[]): ValueMap {
  // A list refers to the first of several servers with the same name.
  const names = new Map<Value, string>(placed.toReversed().map(({ server, name }) => [server.name, name]));
  return mapOf(
    [...lists].map(
      ([list, value]) => [list, isList(value) ? value.map((name) => names.get(name) ?? name) : value] as const,
    ),
  );
}

/** @throws ConversionError if the target isn't valid, so that nothing can be merged into it safely */
export function merge(entries: readonly NewEntry[], target: MergeTarget): Merged {
  const text = target.text ?? '';
  if (/^[\s\ufeff]*$/.test(text)) {
    const placed = place(entries, new Map(), target);
    const servers = mapOf(placed.map(({ name, value }) => [name, value] as const));
    const { eol, end = eol } = target.layout;
    const { $schema, lists } = target.others ?? {};
    const members = mapOf([['$schema', $schema], [target.root, servers], ...renamedIn(lists, placed)]);
    const whole = print(members, target.layout) + end;
    return { text: whole, changes: [replace({ offset: 0, length: text.length }, whole)], placed };
  }
  const { top, map } = mapIn(text, target.root);
  const layout = layoutOf(text);
  const existing = liveMembers(map);
  const placed = place(entries, existing, target);
  const changes: Change[] = [];
  for (const { name, value, done } of placed) {
    const old = done === 'replaced' ? existing.get(name) : undefined;
    if (old !== undefined) changes.push(updated(text, old, value));
  }
  const added = mapOf(placed.filter(({ done }) => done === 'added').map(({ name, value }) => [name, value]));
  const missing = map === undefined && added.size > 0 ? mapOf([[target.root, added]]) : added;
  changes.push(...insertMembers(text, map ?? top, newMembers(missing, layout), layout));
  const result = applyChanges(text, changes);
  const after = parseText(result);
  // Minimal edits depend on every comma and comment in the target.
  if (damageIn(after) !== undefined || !hasServers(after.root, target.root, placed)) throw notExtensible(target.root);
  return { text: result, changes, placed };
}

function mapIn(text: string, root: string): { top: ObjectNode; map: ObjectNode | undefined } {
  const parsed = parseText(text);
  const { root: top } = parsed;
  const damage = damageIn(parsed);
  if (damage !== undefined)
    throw targetError(l10n.t("The target isn't valid JSON (line {0}). Fix it first.", lineOf(text, damage.offset)));
  if (top?.type !== 'object') throw targetError(l10n.t("The target doesn't contain a JSON object."));
  const value = memberValue(top, root);
  if (value !== undefined && value.type !== 'object')
    throw targetError(l10n.t('"{0}" in the target isn\'t an object.', root));
  if (root === 'mcp' && serversBelow(value) !== undefined)
    throw targetError(
      l10n.t(
        'The target is in the format of OpenCode 2 ("mcp.servers"), which can\'t be written. Add the servers yourself.',
      ),
    );
  return { top, map: value };
}

/** @param why cause and next step, in sentences */
export const targetError = (why: string): ConversionError =>
  new ConversionError('broken-target', l10n.t('{0} Nothing was changed.', why));

export const notExtensible = (root: string): ConversionError =>
  targetError(
    l10n.t('"{0}" in the target is written in a way that can\'t be extended. Add the servers yourself.', root),
  );

/** True if all servers that were written to a target can be read from it. */
export function hasServers(top: JsonNode | undefined, root: string, placed: readonly Placed[]): boolean {
  const names = liveMembers(memberValue(top, root));
  return placed.every(({ name, done }) => done === 'skipped' || names.has(name));
}

/** True if an entry only disables the server of its name: it replaces no server, and has no effect under another name. */
const isSwitch = ({ fields }: PortableServer): boolean => !fields.has('command') && !fields.has('url');

/** Decides each entry's name, and what to do with entries that the target already contains. */
export function place(
  entries: readonly NewEntry[],
  existing: ReadonlyMap<string, Member>,
  { strictNames, collision, isReserved = () => false }: Pick<MergeTarget, 'strictNames' | 'collision' | 'isReserved'>,
): readonly Placed[] {
  const names = new FreeNames(existing.keys());
  const replaced = new Set<string>();
  const validName = ({ server: { name } }: NewEntry): string => (strictNames ? (allowedName(name) ?? 'server') : name);
  const placeEntry = (entry: NewEntry): Placed => {
    const name = validName(entry);
    const old = valueIn(existing.get(name)?.value);
    const collides = !existing.has(name) ? 'no' : old !== undefined && areEqual(old, entry.value) ? 'same' : 'other';
    if (collides === 'same' || (collides === 'other' && (collision === 'skip' || isSwitch(entry.server))))
      return { ...entry, name, collides, done: 'skipped' };
    if (collides === 'other' && collision === 'replace' && !replaced.has(name)) {
      replaced.add(name);
      return { ...entry, name, collides, done: 'replaced' };
    }
    // The numbers after a reserved name start with 2, as if a server had that name.
    if (isReserved(name)) names.take(name, name);
    return { ...entry, name: names.take(name, name), collides, done: 'added' };
  };
  // Names that can stay come first, so that another name that becomes equal to one gets the number.
  const isValid = (entry: NewEntry): boolean =>
    validName(entry) === entry.server.name && !isReserved(entry.server.name);
  const inOrder = [...entries.filter(isValid), ...entries.filter((entry) => !isValid(entry))];
  const placed = new Map(inOrder.map((entry) => [entry, placeEntry(entry)]));
  return entries.flatMap((entry) => placed.get(entry) ?? []);
}

/** Returns members for an object, in a layout. */
export const newMembers = (added: ValueMap, layout: TextLayout): readonly NewMember[] =>
  Array.from(added, ([key, value]) => ({ key, print: (indent) => printAt(value, layout, indent) }));

/** Adds members at the end of an object, after the comments on the line of the last one. */
export function insertMembers(
  text: string,
  object: ObjectNode,
  members: readonly NewMember[],
  layout: TextLayout,
  onLines = true,
): readonly Change[] {
  if (members.length === 0) return [];
  const change = appendMembers(text, object, members, onLines);
  if (object.members.length === 0) return [change];
  const comma = commaAfter(text, change.offset);
  const separated = comma === undefined ? change.offset : comma + 1;
  const behind = afterComments(text, separated);
  if (behind === change.offset) return [change];
  // Members on the same line as a line comment get their own lines after it.
  const endsLine = text.slice(separated, behind).includes('//') && change.text.startsWith(', ');
  const lines = (): readonly string[] => members.map((each) => appendMembers(text, object, [each]).text.slice(2));
  const tail = insert(behind, endsLine ? layout.eol + lines().join(`,${layout.eol}`) : change.text.slice(1));
  return comma === undefined ? [insert(change.offset, ','), tail] : [tail];
}

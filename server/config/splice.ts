/**
 * An edit inside one server costs that server: its text is read again, the places behind it move, everything else stays.
 * The tree is changed in place; nobody may keep a document that has been edited.
 */
import type { Fault } from './fault.ts';
import { endOf, type JsonNode, type Member, type ObjectNode, type Span } from './json.ts';
import { parseText } from './parse.ts';
import { ServerEntry } from './server.ts';

/** What a document consists of, as far as an edit can change it. */
export interface Parts {
  readonly root: JsonNode | undefined;
  readonly faults: readonly Fault[];
  readonly servers: readonly ServerEntry[];
}

/** An edit: a stretch of the old text, and how long it is in the new one. */
export interface Change extends Span {
  readonly newLength: number;
}

/** With so many faults the reader stops counting some kinds, and the whole text matters. */
const faultLimit = 200;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Takes an edit over into the parts of a document.
 * @param oldText the text of the parts @param newText the text after the edit
 * @returns the new parts, equal to those of reading the whole text; undefined where only that gives them. The given parts
 * are used up in the first case, and untouched in the second.
 */
export function spliceParts(parts: Parts, oldText: string, newText: string, change: Change): Parts | undefined {
  const { root, faults, servers } = parts;
  const index = servers.findIndex(
    ({ value }) => value !== undefined && value.offset < change.offset && endOf(change) < endOf(value),
  );
  const entry = servers[index];
  const old = entry?.value;
  if (entry === undefined || old?.type !== 'object' || oldText[endOf(old) - 1] !== '}') return undefined;
  const start = old.offset;
  const end = endOf(old);
  const before = faults.filter((fault) => fault.offset < start);
  const inside = faults.filter((fault) => fault.offset >= start && fault.offset < end);
  if (faults.length > faultLimit || !faults.every(keepsItsPlace) || silencesOthers(before, inside)) return undefined;
  const delta = change.newLength - change.length;
  const read = parseText(copied(newText.slice(start, end + delta)));
  const value = read.root;
  if (value?.type !== 'object' || value.length !== old.length + delta) return undefined;
  if (read.faults.length > faultLimit || !read.faults.every(keepsItsPlace) || silencesOthers(read.faults))
    return undefined;

  const path = pathTo(root, old);
  if (path === undefined) return undefined;
  if (delta !== 0) for (const { container, member } of path) stretch(container, member, delta);
  shiftTree(value, start);
  const { member } = path.at(-1) ?? {};
  if (member !== undefined) (member as Writable<Member>).value = value;
  for (const fault of read.faults) (fault as Writable<Fault>).offset += start;
  return {
    root,
    faults: [
      ...before,
      ...read.faults,
      ...faults.filter((fault) => fault.offset >= end).map((fault) => ({ ...fault, offset: fault.offset + delta })),
    ],
    servers: servers.with(
      index,
      new ServerEntry(
        { key: entry.key, value, live: entry.live, colon: member?.colon },
        [...before.filter((fault) => fault.offset >= entry.key.offset), ...read.faults].some((fault) => fault.damaging),
      ),
    ),
  };
}

/**
 * The same text as a string of its own. V8 keeps a piece of a string as a view of the whole: without the copy each entry
 * that was ever edited would hold on to the text of its version.
 */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}

/** Faults after which brackets are guessed: what follows depends on the whole text. */
const guessed: ReadonlySet<Fault['kind']> = new Set([
  'unclosed',
  'too-deep',
  'binary',
  'after-the-end',
  'byte-order-mark',
]);

function keepsItsPlace({ kind }: Fault): boolean {
  return !guessed.has(kind);
}

/** A string without its end excuses a comma that is missing behind it, be that in another server. */
function silencesOthers(...lists: readonly (readonly Fault[])[]): boolean {
  return lists.some((faults) => faults.at(-1)?.kind === 'unterminated-string');
}

interface Step {
  readonly container: ObjectNode;
  readonly member: Member;
}

/** The members that lead from the root to a server's value. */
function pathTo(root: JsonNode | undefined, value: ObjectNode): readonly Step[] | undefined {
  if (root?.type !== 'object') return undefined;
  for (const outer of root.members) {
    if (outer.value?.type !== 'object' || outer.value.offset > value.offset || endOf(outer.value) < endOf(value))
      continue;
    const member = outer.value.members.find((inner) => inner.value === value);
    if (member !== undefined)
      return [
        { container: root, member: outer },
        { container: outer.value, member },
      ];
  }
  return undefined;
}

/** Makes a container longer, and moves the members behind the one that grew. */
function stretch(container: ObjectNode, member: Member, delta: number): void {
  (container as Writable<ObjectNode>).length += delta;
  const { members } = container;
  for (let index = members.length - 1; index >= 0; index--) {
    const behind = members[index];
    if (behind === undefined || behind === member) return;
    shiftMember(behind, delta);
  }
}

function shiftMember(member: Member, delta: number): void {
  (member.key as Writable<Span>).offset += delta;
  if (member.colon !== undefined) (member as Writable<Member>).colon = member.colon + delta;
  if (member.value !== undefined) shiftTree(member.value, delta);
}

/** Moves a value and everything in it, however deep it is. */
function shiftTree(node: JsonNode, delta: number): void {
  (node as Writable<Span>).offset += delta;
  if (node.type === 'object' || node.type === 'array') shiftInner(node, delta);
}

function shiftInner(start: JsonNode, delta: number): void {
  const waiting: JsonNode[] = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'array') for (const item of node.items) shift(item);
    else if (node.type === 'object')
      for (const member of node.members) {
        (member.key as Writable<Span>).offset += delta;
        if (member.colon !== undefined) (member as Writable<Member>).colon = member.colon + delta;
        if (member.value !== undefined) shift(member.value);
      }
  }

  function shift(node: JsonNode): void {
    (node as Writable<Span>).offset += delta;
    if (node.type === 'object' || node.type === 'array') waiting.push(node);
  }
}

/** Inserts pasted text as servers at the cursor, with the commas and indentation that the position requires. */
import type { Paste } from '../../common/messages/conversion.ts';
import { cursorContextAt } from '../config/servers/cursor-context.ts';
import { type ConfigDocument, serverMap } from '../config/servers/document.ts';
import { indentBefore, indentOfLine, lineBreakOf } from '../config/text/indentation.ts';
import { endOf, memberSpan, type ObjectNode } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { type Change, insert } from '../fixes/fix.ts';
import { commaAfter } from '../fixes/members.ts';
import { withDisabledNames } from './disabled-servers.ts';
import { ConversionError } from './failure.ts';
import { addPlacementRemark, convert, reportLists } from './index.ts';
import { type NewEntry, place } from './merging/merge.ts';
import { type ConversionSource, readSource } from './read.ts';
import { remarksInWords } from './remarks.ts';
import { reportSecrets } from './secrets.ts';
import { areEqual, layoutOf, mapOf, print, type ValueMap, valueIn } from './value.ts';

/** Maximum length in characters. Longer text is pasted unchanged. */
const limit = 500_000;

/**
 * Converts pasted text to edits of the document, which never overwrite anything.
 * @returns undefined if the text has no servers in a known format, or if servers aren't allowed at the position
 */
export async function pasteInto(document: ConfigDocument, offset: number, text: string): Promise<Paste | undefined> {
  const position = placeAt(document, offset);
  if (position === undefined || text.length > limit || text.trim() === '') return undefined;
  try {
    const source = await readSource(text);
    if (source.servers.length === 0) return undefined;
    if (position !== 'anywhere')
      reportSecrets(
        source.servers.map((server) => ({ server })),
        source.remarks,
      );
    if (position === 'value') return asValue(document, offset, source, text);
    if (position === 'between') return asMembers(document, offset, source, text);
    const { changes, servers, report, reportText } = await convert(text, { into: document.text });
    return { changes, names: servers.map(({ newName }) => newName), plain: false, report, reportText };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/**
 * - `between`: between the servers. `value`: after the colon of a name.
 * - `anywhere`: in an empty file, or at the top level.
 * - undefined: in a string, in a comment, inside a server.
 */
function placeAt(document: ConfigDocument, offset: number): 'between' | 'value' | 'anywhere' | undefined {
  const { faults, servers } = document;
  if (faults.some((fault) => fault.kind === 'comment' && offset > fault.offset && offset <= endOf(fault)))
    return undefined;
  if (servers.some(({ value }) => value?.type === 'object' && endOf(value) === offset)) return 'between';
  const cursor = cursorContextAt(document, offset);
  if (cursor === undefined || cursor.node !== undefined) return undefined;
  const { around, role } = cursor;
  if (around.kind === 'nothing') return 'anywhere';
  if (around.kind === 'servers') return role === 'value' ? 'value' : 'between';
  return around.kind === 'group' && around.group.place === 'top' && role === 'key' ? 'anywhere' : undefined;
}

/** Inserts one server as the value of an existing name. */
function asValue(
  { text }: ConfigDocument,
  offset: number,
  source: ConversionSource,
  pasted: string,
): Paste | undefined {
  const [server, ...more] = source.servers;
  if (server === undefined || more.length > 0) return undefined;
  const value = print(server.fields, layoutOf(text), indentOfLine(text, offset));
  return {
    changes: [insert(offset, text[offset - 1] === ':' ? ` ${value}` : value)],
    names: [],
    plain: saysTheSame(pasted, server.fields),
    ...reportOf(source),
  };
}

function asMembers(
  document: ConfigDocument,
  offset: number,
  source: ConversionSource,
  pasted: string,
): Paste | undefined {
  const map = serverMap(document);
  if (map === undefined) return undefined;
  const { text } = document;
  const layout = layoutOf(text);
  const servers = withDisabledNames(source.servers, source.lists);
  const entries = servers.map((server): NewEntry => ({ server, value: server.fields }));
  // Without values, so that an equal server is pasted with another name.
  const taken = new Map(map.members.map((member) => [member.key.value, { ...member, value: undefined }]));
  const placed = place(entries, taken, { strictNames: true, collision: 'rename' });
  for (const each of placed) addPlacementRemark(each, 'oh-my-pi', source.remarks);
  reportLists(source, 'oh-my-pi', true);
  const siblings = map.members.flatMap(({ key }) => indentBefore(text, key.offset) ?? []);
  const indent = siblings[0] ?? indentOfLine(text, map.offset) + layout.step;
  const members = placed.map(({ name, value }) => `${JSON.stringify(name)}: ${print(value, layout, indent)}`);
  return {
    changes: atPlace(text, map, offset, members.join(`,${layout.eol}${indent}`), indent),
    names: placed.map(({ name }) => name),
    plain: saysTheSame(`{${pasted}}`, mapOf(placed.map(({ name, value }) => [name, value]))),
    ...reportOf(source),
  };
}

const reportOf = ({ remarks: { all } }: ConversionSource) => ({ report: all, reportText: remarksInWords(all) });

/** True if the text can be pasted unchanged. */
function saysTheSame(text: string, value: ValueMap): boolean {
  const { root, faults } = parseText(text);
  const pasted = faults.length === 0 ? valueIn(root) : undefined;
  return pasted !== undefined && areEqual(pasted, value);
}

function atPlace(text: string, map: ObjectNode, offset: number, members: string, indent: string): readonly Change[] {
  const [outer, eol] = [indentOfLine(text, map.offset), lineBreakOf(text)];
  const before = map.members.findLast((member) => endOf(memberSpan(member)) <= offset);
  const after = map.members.find((member) => member.key.offset >= offset);
  const end = before && endOf(memberSpan(before));
  const comma = end === undefined ? undefined : commaAfter(text, end);
  const separated = comma !== undefined && comma < offset;
  const behind = after !== undefined && (separated || comma === undefined) ? ',' : '';
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const alone = text.slice(lineStart, offset).trim() === '';
  const rest = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? '';
  // A comma after the cursor on the same line belongs to the last new member.
  const followed = rest.trim() !== '' && !/^\s*,\s*$/.test(rest);
  const next = comma !== undefined && comma >= offset ? '' : eol + (after === undefined ? outer : indent);
  const start = alone ? lineStart : offset;
  const words = `${alone ? '' : eol}${indent}${members}${behind}${followed ? next : ''}`;
  const blanks = followed && next !== '' ? (/^[ \t]*/.exec(rest)?.[0].length ?? 0) : 0;
  const here: Change = { offset: start, length: offset + blanks - start, text: words };
  if (end === undefined || separated) return [here];
  return end === start ? [{ ...here, text: `,${here.text}` }] : [insert(end, ','), here];
}

/** Changes an entry of a JSON file member by member, so that comments and the layout of what stays are kept. */
import { indentBefore, indentStepOf, lineBreakOf } from '../../config/text/indentation.ts';
import {
  endOf,
  type JsonNode,
  liveMembers,
  type Member,
  memberSpan,
  memberValue,
  type ObjectNode,
} from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { applyChanges, type Change, replace } from '../../fixes/fix.ts';
import { appendMembers, removeMembers } from '../../fixes/members.ts';
import { areEqual, isMap, layoutOf, printAt, type Value, type ValueMap, valueIn } from '../value.ts';

/**
 * Returns the change of a member to another value. An object is changed in a text of its own, so that the time doesn't
 * grow with the number of objects times their size.
 * @param text JSON, in which comments and trailing commas are accepted
 */
export function updated(text: string, member: Member, value: ValueMap): Change {
  const { key, value: node } = member;
  const span = memberSpan(member);
  const indent = indentBefore(text, key.offset);
  const layout = `{${lineBreakOf(text)}${indentStepOf(text)}"": 0,`;
  const before = indent === undefined ? layout : `${layout}${lineBreakOf(text)}${indent}`;
  const alone = `${before}${text.slice(span.offset, endOf(span))}}`;
  const after = node === undefined ? alone : withMember(alone, [], key.value, value);
  return replace(span, after.slice(before.length, -1));
}

/** Returns the text with the object at a path changed to a value. */
function withObjectAt(text: string, path: readonly string[], value: ValueMap): string {
  const gone = (object: ObjectNode) => object.members.filter(({ key }) => !value.has(key.value));
  let result = changed(text, path, (object, before) => removeMembers(before, object, gone(object)));
  for (const [key, item] of value) result = withMember(result, path, key, item);
  return result;
}

function withMember(text: string, path: readonly string[], key: string, item: Value): string {
  const old = liveMembers(objectAt(text, path)).get(key);
  const value = valueIn(old?.value);
  if (value !== undefined && areEqual(value, item)) return text;
  if (isMap(value) && isMap(item)) return withObjectAt(text, [...path, key], item);
  const layout = layoutOf(text);
  return changed(text, path, (object) => {
    if (old?.value !== undefined)
      return [replace(old.value, printAt(item, layout, indentBefore(text, old.key.offset)))];
    return [appendMembers(text, object, [{ key, print: (indent) => printAt(item, layout, indent) }], true)];
  });
}

/** Edits are made one after the other, because those of neighbors could overlap. */
function changed(
  text: string,
  path: readonly string[],
  edit: (object: ObjectNode, text: string) => readonly Change[],
): string {
  const object = objectAt(text, path);
  return object === undefined ? text : applyChanges(text, edit(object, text));
}

function objectAt(text: string, path: readonly string[]): ObjectNode | undefined {
  const node = path.reduce<JsonNode | undefined>(memberValue, parseText(text).root);
  return node?.type === 'object' ? node : undefined;
}

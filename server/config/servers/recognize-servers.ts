/** Recognizes servers where the format doesn't have any. */

import { wordSet } from '../../../common/guards.ts';
import { closestMatch } from '../closest-match.ts';
import { foreignKeyFor } from '../format/dialects.ts';
import { serverFieldNames } from '../format/format.ts';
import { type JsonNode, liveObjects, memberValue, type ObjectNode, stringValue } from '../text/json.ts';
import { transportMeant } from './choose-transport.ts';

const fieldNames: ReadonlySet<string> = new Set(serverFieldNames);

/** Types of commands that aren't servers: hooks and the status line of Claude Code, tasks of VS Code. */
const otherCommands = /^(?:command|prompt|shell|process)$/;

/** True for a command of another kind, such as a hook. */
export function isOtherCommand(value: JsonNode): boolean {
  return otherCommands.test(stringValue(memberValue(value, 'type')) ?? '');
}

/** True for an object with a field that only servers have, in any tool's format. */
export function hasServerField(value: JsonNode | undefined): boolean {
  if (value?.type !== 'object' || isOtherCommand(value)) return false;
  const known = (key: string) => fieldNames.has(key) || foreignKeyFor('server', key)?.standsFor !== undefined;
  return value.members.some(
    ({ key, value: inner }) =>
      key.value !== 'type' && known(key.value) && (inner?.type !== 'object' || objectFields.has(key.value)),
  );
}

/** Fields whose values are objects. In a JSON schema, others have objects as well. */
const objectFields = wordSet('env environment headers http_headers env_http_headers auth oauth transport');

/** True for a top-level key that means `mcpServers`: another tool's name for it, or a typo. */
export function meansServers(key: string): boolean {
  return (
    foreignKeyFor('top', key)?.standsFor?.includes('mcpServers') === true ||
    closestMatch(key, ['mcpServers']) !== undefined
  );
}

/** True for a map or list that contains only servers. */
export function holdsServers(value: JsonNode | undefined): boolean {
  if (value?.type === 'array') return value.items.length > 0 && value.items.every(hasServerField);
  if (value?.type !== 'object' || value.members.length === 0) return false;
  return value.members.every((member) => hasServerField(member.value));
}

/** A map of servers inside of another property, and the keys that lead to it. */
export interface NestedServers {
  readonly path: readonly string[];
  readonly map: ObjectNode;
  /** True if nothing else is inside of that property. */
  readonly isAlone: boolean;
}

/** Real files have such a map two or three levels below, as `tools.mcpServers` or `projects.<path>.mcpServers`. */
const deepest = 4;

/** Returns the first map of servers inside an object, such as `mcpServers` in `{"tools": {"mcpServers": {…}}}`. */
export function nestedServers(value: JsonNode | undefined, path: readonly string[] = []): NestedServers | undefined {
  if (value?.type !== 'object' || path.length >= deepest) return undefined;
  const isAlone = value.members.length === 1;
  for (const { key, value: inner, live } of value.members) {
    if (!live || inner?.type !== 'object') continue;
    const at = [...path, key.value];
    if (key.value === 'mcpServers' || (meansServers(key.value) && holdsServers(inner)))
      return { path: at, map: inner, isAlone };
    const deeper = nestedServers(inner, at);
    if (deeper !== undefined) return { ...deeper, isAlone: isAlone && deeper.isAlone };
  }
  return undefined;
}

/** True if something in a value can hardly be anything but a server: not a translation, a hook, or a key binding. */
export function hasServerInside(value: JsonNode): boolean {
  for (const object of liveObjects(value))
    if (isCertainlyServer(object) || memberValue(object, 'mcpServers')?.type === 'object') return true;
  return false;
}

function isCertainlyServer(object: ObjectNode): boolean {
  const value = (name: string): JsonNode | undefined => memberValue(object, name);
  if (isOtherCommand(object) || stringValue(value('key')) !== undefined) return false;
  const command = stringValue(value('command'));
  const isTyped = transportMeant(stringValue(value('type')) ?? '') !== undefined;
  const hasParts = value('args')?.type === 'array' || value('env')?.type === 'object';
  if (command !== undefined)
    return isTyped || hasParts || (/^(?:[a-z@./~$\\]|[A-Z]:[\\/])\S*$/.test(command) && object.members.length === 1);
  return stringValue(value('url')) !== undefined && (isTyped || value('headers')?.type === 'object');
}

/** True for the description of a server's tools: `{"tools": [{"name": …, "description": …}]}`. */
export function listsTools(root: JsonNode): boolean {
  const tools = memberValue(root, 'tools');
  const isTool = (item: JsonNode): boolean =>
    stringValue(memberValue(item, 'name')) !== undefined &&
    ['description', 'inputSchema', 'input_schema'].some((name) => memberValue(item, name) !== undefined);
  return tools?.type === 'array' && tools.items.length > 0 && tools.items.every(isTool);
}

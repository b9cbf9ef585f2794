/** A config file in another tool's format, rewritten where it stands. */

import { closestMatch } from '../config/closest-match.ts';
import { aliasOf, foreignKey } from '../config/dialects.ts';
import { serverFieldNames } from '../config/format.ts';
import { type JsonNode, liveMembers, type ObjectNode } from '../config/json.ts';
import { looksLikeServer as isServer, meansServers } from '../config/shape.ts';
import { type Change, replace } from '../fixes/fix.ts';
import { ConversionError } from './failure.ts';
import { convertJson } from './index.ts';
import { looksLikeServer } from './recognise.ts';
import { readJson } from './tree.ts';

export interface InPlace {
  readonly text: string;
  readonly changes: readonly Change[];
  /** What the format has no word for, as it is called in a title: `"alwaysAllow"`, `2 comments`. */
  readonly removed: readonly string[];
}

/** So many can be named in a title. */
const removedLimit = 5;

/**
 * The file in the agent's format; undefined where a server, or a value that the format has a field for, would be lost, and
 * where more is left out than a title can say.
 */
export function convertInPlace(text: string, path: string): InPlace | undefined {
  try {
    const tree = readJson(text);
    if (isAmbiguous(tree) || hasHalfServers(tree)) return undefined;
    const { text: result, report } = convertJson(text, { path });
    const lost = report.filter(({ kind }) => kind === 'lost');
    if (report.some(({ kind }) => kind === 'skipped') || lost.some(({ field }) => isTaken(field ?? '')))
      return undefined;
    const named = [...lost.map(({ field }) => titleOf(field ?? '')), ...droppedKeys(tree, result)];
    const removed = [...new Set(named)];
    if (removed.length > removedLimit) return undefined;
    return { text: result, changes: [replace({ offset: 0, length: text.length }, result)], removed };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** Some values would be dropped in silence: those of a key that comes again, and what is no server among servers. */
function isAmbiguous(tree: JsonNode): boolean {
  const waiting: JsonNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'object') {
      if (node.members.some(({ live }) => !live)) return true;
      for (const { value } of node.members) if (value !== undefined) waiting.push(value);
    } else if (node.type === 'array') for (const item of node.items) waiting.push(item);
  }
  return false;
}

/** Something at the top level looks like a server, or holds one, and is not read as one. */
function hasHalfServers(tree: JsonNode): boolean {
  if (tree.type !== 'object') return false;
  return tree.members.some(({ key, value }) => {
    const isRoot = meansServers(key.value);
    if (value?.type === 'array') return (isRoot || value.items.some(isServer)) && !value.items.every(looksLikeServer);
    return isServer(value) && (isRoot || !looksLikeServer(value));
  });
}

/** True for a key whose value a field of the format could hold. */
function isTaken(field: string): boolean {
  const key = baseOf(field);
  const meant = aliasOf('server', key) ?? closestMatch(key, [...serverFieldNames, 'disabledServers', 'enabledServers']);
  return meant !== undefined || foreignKey('server', key)?.standsFor !== undefined || key === 'disabledServers';
}

const baseOf = (field: string): string => field.replace(/[.[].*$/s, '');

const titleOf = (field: string): string =>
  /^(?:a|\d+) comments?$/.test(field) ? field : JSON.stringify(baseOf(field));

/** Keys of the top level that have done their duty: what they held is in the servers, or is of no use to the agent. */
function droppedKeys(tree: JsonNode, result: string): readonly string[] {
  const after = readJson(result);
  if (tree.type !== 'object' || after.type !== 'object') return [];
  const left = liveMembers(after);
  return ['$schema', 'inputs'].filter((key) => has(tree, key) && !left.has(key)).map((key) => JSON.stringify(key));
}

const has = (object: ObjectNode, key: string): boolean => object.members.some((member) => member.key.value === key);

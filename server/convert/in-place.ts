/** Converts a config file in another tool's format in place. */

import type { Remark } from '../../common/messages/conversion.ts';
import { closestMatch } from '../config/closest-match.ts';
import { aliasOf, foreignKeyFor } from '../config/format/dialects.ts';
import { listNames, serverFieldNames } from '../config/format/format.ts';
import { hasServerField, meansServers } from '../config/servers/recognize-servers.ts';
import { type JsonNode, liveMembers, liveObjects } from '../config/text/json.ts';
import { type Change, replace } from '../fixes/fix.ts';
import { ConversionError } from './failure.ts';
import { hasEndpoint } from './finding/detect-format.ts';
import { convertJson } from './index.ts';
import { readJson } from './tree.ts';

export interface InPlace {
  readonly text: string;
  readonly changes: readonly Change[];
  /** Content that the format doesn't support, as titles name it: `"alwaysAllow"`, `2 comments`. */
  readonly removed: readonly string[];
}

/** Maximum number of items in a title. */
const removedLimit = 5;

/**
 * Converts the file to Oh My Pi's format. Returns undefined if a server, or a value that the format has a field for,
 * would be lost, and if more would be removed than a title can name.
 */
export function convertInPlace(text: string, path: string): InPlace | undefined {
  try {
    const tree = readJson(text);
    if (isAmbiguous(tree) || hasHalfServers(tree)) return undefined;
    const { text: result, report } = convertJson(text, { path });
    const lost = report.filter(({ kind }) => kind === 'lost');
    if (report.some(({ kind }) => kind === 'skipped') || lost.some(isTaken)) return undefined;
    const named = [...lost.map(titleOf), ...droppedKeys(tree, result)];
    const removed = [...new Set(named)];
    if (removed.length > removedLimit) return undefined;
    return { text: result, changes: [replace({ offset: 0, length: text.length }, result)], removed };
  } catch (error) {
    if (error instanceof ConversionError) return undefined;
    throw error;
  }
}

/** True if an object has duplicate keys, of which all values but the last would be silently dropped. */
function isAmbiguous(tree: JsonNode): boolean {
  return [...liveObjects(tree)].some(({ members }) => members.some(({ live }) => !live));
}

/** True if something at the top level looks like a server, or contains one, but isn't read as a server. */
function hasHalfServers(tree: JsonNode): boolean {
  if (tree.type !== 'object') return false;
  return tree.members.some(({ key, value }) => {
    const isRoot = meansServers(key.value);
    if (value?.type === 'array') return (isRoot || value.items.some(hasServerField)) && !value.items.every(hasEndpoint);
    return hasServerField(value) && (isRoot || !hasEndpoint(value));
  });
}

/** True for a key whose value could be stored in a field of the format. */
function isTaken({ field, fieldIsText }: Remark): boolean {
  if (field === null || fieldIsText === true) return false;
  const key = baseOf(field);
  const meant = aliasOf('server', key) ?? closestMatch(key, [...serverFieldNames, ...listNames]);
  return meant !== undefined || foreignKeyFor('server', key)?.standsFor !== undefined;
}

const baseOf = (field: string): string => field.replace(/[.[].*$/s, '');

const titleOf = ({ field, fieldIsText }: Remark): string =>
  fieldIsText === true ? (field ?? '') : JSON.stringify(baseOf(field ?? ''));

/** Returns dropped top-level keys: their content is in the servers now, or Oh My Pi doesn't use it. */
function droppedKeys(tree: JsonNode, result: string): readonly string[] {
  const [before, after] = [liveMembers(tree), liveMembers(readJson(result))];
  return ['$schema', 'inputs'].filter((key) => before.has(key) && !after.has(key)).map((key) => JSON.stringify(key));
}

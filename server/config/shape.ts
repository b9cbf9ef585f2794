/** What looks like servers in places where the format has none. */

import { closestMatch } from './closest-match.ts';
import { foreignKey } from './dialects.ts';
import { serverFieldNames } from './format.ts';
import type { JsonNode } from './json.ts';

const fieldNames: ReadonlySet<string> = new Set(serverFieldNames);

/** An object with a field that only servers have, in any tool's words. */
export function looksLikeServer(value: JsonNode | undefined): boolean {
  if (value?.type !== 'object') return false;
  const known = (key: string) => fieldNames.has(key) || foreignKey('server', key)?.standsFor !== undefined;
  return value.members.some(({ key }) => key.value !== 'type' && known(key.value));
}

/** True for a key of the top level that says that servers are under it, in any tool's words or misspelt. */
export function meansServers(key: string): boolean {
  return (
    foreignKey('top', key)?.standsFor?.includes('mcpServers') === true ||
    closestMatch(key, ['mcpServers']) !== undefined
  );
}

/** True for a map or list that holds servers and nothing else. */
export function holdsServers(value: JsonNode | undefined): boolean {
  if (value?.type === 'array') return value.items.length > 0 && value.items.every(looksLikeServer);
  if (value?.type !== 'object' || value.members.length === 0) return false;
  return value.members.every((member) => looksLikeServer(member.value));
}

/** Recognizes servers where the format doesn't have any. */

import { wordSet } from '../../common/guards.ts';
import { closestMatch } from './closest-match.ts';
import { foreignKeyFor } from './dialects.ts';
import { serverFieldNames } from './format.ts';
import { type JsonNode, memberValue, stringValue } from './json.ts';

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

/** The properties of an entry that an agent ignores although the server needs them, or although they turn it off. */

import { wordSet } from '../../../common/guards.ts';
import { aliasOf } from '../../config/format/dialects.ts';
import type { LostProperty } from '../../config/servers/connection.ts';
import { type JsonNode, memberValue } from '../../config/text/json.ts';
import type { EntryReading } from './read-entry.ts';

/** @param node the value of the entry @param type the property with its transport */
export function lostProperties(
  { ignored, transport, skipped }: EntryReading,
  node: JsonNode | undefined,
  type: string,
): readonly LostProperty[] {
  if (skipped !== undefined || transport === undefined) return [];
  const isTyped = memberValue(node, type) !== undefined;
  return ignored.flatMap(({ path, isUncertain }): LostProperty | readonly [] => {
    const value = memberValue(node, path);
    if (isUncertain === true || value === undefined || isEmpty(value)) return [];
    const off = offValue(path, value);
    if (off !== undefined) return { path, off };
    const field = keyProperties.has(path) ? 'headers' : fieldMeantBy(path);
    // A command says how to connect, too. A type says which of both is meant.
    const isNeeded =
      field === 'url' ? transport === 'stdio' && !isTyped : field !== undefined && neededFields.has(field);
    return isNeeded && field !== undefined ? { path, field } : [];
  });
}

/** Returns the field of Oh My Pi's format that a property stands for: `http_headers` is `headers`. */
export const fieldMeantBy = (property: string): string | undefined =>
  fields.has(property) ? property : aliasOf('server', property);

const fields = wordSet('command args env cwd url headers');
const neededFields = wordSet('args env headers');

/** Properties from which headers with a key are made. */
const keyProperties = wordSet('bearer_token_env_var env_http_headers headersHelper http_headers_helper requestInit');

/** Returns a property that turns a server off as text; undefined if it doesn't. */
function offValue(path: string, value: JsonNode): string | undefined {
  const off = switches.get(path);
  return value.type === 'boolean' && value.value === off ? `"${path}": ${off}` : undefined;
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['enabled', false],
  ['disabled', true],
  ['isActive', false],
]);

function isEmpty(value: JsonNode): boolean {
  if (value.type === 'object') return value.members.length === 0;
  return value.type === 'array' ? value.items.length === 0 : value.type === 'string' && value.value === '';
}

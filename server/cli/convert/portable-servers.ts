/** Servers of a file in the form that all formats are converted to, so that files of different agents can be compared. */

import type { ToolId } from '../../../common/generated/tools.ts';
import { maskTokens, maskValue, maskWords } from '../../../common/text/mask-secrets.ts';
import { ConversionError } from '../../convert/failure.ts';
import type { PortableServer } from '../../convert/fields/read-server.ts';
import { type ConversionSource, type ReadOptions, readSource } from '../../convert/read.ts';
import { isList, isMap, textOf } from '../../convert/value.ts';

/** The fields that determine which server it is. */
export const connectionFields = ['command', 'args', 'env', 'url', 'headers'] as const;
type ConnectionField = (typeof connectionFields)[number];

/** Reads a file, which may have no servers. @throws ConversionError if it isn't valid */
export async function readServers(
  text: string,
  options: ReadOptions & { readonly from: ToolId },
): Promise<ConversionSource | undefined> {
  try {
    return await readSource(text, options);
  } catch (error) {
    if (error instanceof ConversionError && error.failure === 'no-servers') return undefined;
    throw error;
  }
}

/** Returns the fields in which two definitions differ. Of variables and headers, only the names count. */
export function differingFields(one: PortableServer, other: PortableServer): readonly ConnectionField[] {
  return connectionFields.filter((field) => comparable(one, field) !== comparable(other, field));
}

function comparable({ fields }: PortableServer, field: ConnectionField): string {
  const value = fields.get(field);
  if (isMap(value)) {
    const names = [...value.keys()].map((name) => (field === 'headers' ? name.toLowerCase() : name));
    return JSON.stringify(names.sort());
  }
  // A missing list is the same as an empty one.
  return JSON.stringify(isList(value) ? value.map((item) => textOf(item) ?? '') : (textOf(value) ?? []));
}

/** Returns a field for messages, without secrets. */
export function shownField({ fields }: PortableServer, field: ConnectionField): string {
  const value = fields.get(field);
  if (isMap(value)) return value.size === 0 ? 'none' : [...value.keys()].sort().join(', ');
  if (isList(value)) return JSON.stringify(maskWords(value.map((item) => textOf(item) ?? '')));
  const text = textOf(value);
  if (text === undefined) return 'none';
  return JSON.stringify(field === 'url' ? maskValue('url', text) : maskTokens(text));
}

/** Extracts the parts of a server that policies compare. */

import { itemsOf, type JsonNode, stringValue } from '../config/json.ts';
import { valuesOf } from '../config/read-properties.ts';
import type { ParsedServer } from '../config/server.ts';
import type { DefinedServer } from '../config/source-file.ts';
import type { PolicySubject } from './verdict.ts';

/** Returns the subject of a server in a file of Oh My Pi's format, whether or not it's in effect. */
export function subjectOf(name: string, { transport, group }: ParsedServer): PolicySubject {
  return subject(name, transport, (field) => group.fields.get(field)?.value);
}

/** Returns the subject of a server in any file that the agent reads. */
export function definitionSubject(definition: DefinedServer): PolicySubject {
  const { name, entry, connection } = definition;
  return subject(name, entry?.parsed?.transport ?? connection.transport, definitionValues(definition));
}

/** Returns the fields of a definition by their names in Oh My Pi's format. */
export function definitionValues({ entry, node, source }: DefinedServer): (field: string) => JsonNode | undefined {
  const fields = entry?.parsed?.group.fields;
  if (fields !== undefined) return (field) => fields.get(field)?.value;
  return node?.type === 'object' ? valuesOf(node, source.layout) : () => undefined;
}

function subject(
  name: string,
  transport: PolicySubject['transport'],
  value: (field: string) => JsonNode | undefined,
): PolicySubject {
  const command = stringValue(value('command'));
  const items = itemsOf(value('args')).map(stringValue);
  const commandLine = [command, ...items].filter((word) => word !== undefined);
  return {
    name,
    transport,
    commandLine: command !== undefined && commandLine.length === items.length + 1 ? commandLine : undefined,
    url: stringValue(value('url')),
    hasEndpoint: value('command') !== undefined || value('url') !== undefined,
  };
}

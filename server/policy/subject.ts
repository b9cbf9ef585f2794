/** What a policy sees of a server. */
import { valuesOf } from '../config/connection.ts';
import type { JsonNode } from '../config/json.ts';
import type { ParsedServer } from '../config/server.ts';
import type { Definition } from '../config/source-file.ts';
import type { PolicySubject } from './verdict.ts';

/** Of a server in a file of Oh My Pi's format, whatever the agent makes of it. */
export function subjectOf(name: string, { transport, group }: ParsedServer): PolicySubject {
  return subject(name, transport, (field) => group.fields.get(field)?.value);
}

/** Of a server in any file that the agent reads. */
export function definitionSubject(definition: Definition): PolicySubject {
  const { name, entry, connection } = definition;
  return subject(name, entry?.parsed?.transport ?? connection.transport, definitionValues(definition));
}

/** The fields of a definition by the names of Oh My Pi's format. */
export function definitionValues({ entry, node, source }: Definition): (field: string) => JsonNode | undefined {
  const fields = entry?.parsed?.group.fields;
  if (fields !== undefined) return (field) => fields.get(field)?.value;
  return node?.type === 'object' ? valuesOf(node, source.layout) : () => undefined;
}

function subject(
  name: string,
  transport: PolicySubject['transport'],
  value: (field: string) => JsonNode | undefined,
): PolicySubject {
  const command = textOf(value('command'));
  const args = value('args');
  const items = args?.type === 'array' ? args.items.map(textOf) : [];
  const words = [command, ...items].filter((word) => word !== undefined);
  return {
    name,
    transport,
    words: command !== undefined && words.length === items.length + 1 ? words : undefined,
    url: textOf(value('url')),
  };
}

const textOf = (node: JsonNode | undefined): string | undefined => (node?.type === 'string' ? node.value : undefined);

/** Extracts the parts of a server that policies compare. */

import { transports } from '../config/format/format.ts';
import { isPresent, type Values, valuesOf } from '../config/oh-my-pi/imported-properties.ts';
import { loadedAs } from '../config/servers/connection.ts';
import type { ParsedServer } from '../config/servers/server-entry.ts';
import type { DefinedServer } from '../config/servers/source-file.ts';
import { itemsOf, type JsonNode, stringValue } from '../config/text/json.ts';
import type { PolicySubject } from './verdict.ts';

/** Returns the subject of a server in a file of Oh My Pi's format, whether or not it's in effect. */
export function subjectOf(name: string, { transport, group }: ParsedServer): PolicySubject {
  return subject(name, transport, (field) => group.fields.get(field)?.value);
}

/** Returns the subject of a server in any file that the agent reads. */
export function definitionSubject(definition: DefinedServer): PolicySubject {
  return subject(definition.name, definition.entry?.parsed?.transport, definitionValues(definition));
}

/** Returns the fields of a definition by their names in Oh My Pi's format. */
export function definitionValues({ entry, node, source }: DefinedServer): Values {
  const fields = entry?.parsed?.group.fields;
  if (fields !== undefined) return (field) => fields.get(field)?.value;
  return node?.type === 'object' ? valuesOf(node, source.layout) : () => undefined;
}

/**
 * Tools read an entry with an unknown type, or with another key for it, in different ways. All of them are compared.
 * @param meant the transport that the entry most likely means
 */
function subject(name: string, meant: PolicySubject['transport'], value: Values): PolicySubject {
  const command = stringValue(value('command'));
  const { transport, flaw } = loadedAs(name, value);
  const agent = flaw === undefined ? transport : undefined;
  const server: PolicySubject = {
    name,
    transport: agent ?? meant ?? transport,
    commandLine: commandLineOf(command, value('args')),
    url: stringValue(value('url')),
    hasEndpoint: value('command') !== undefined || value('url') !== undefined,
  };
  const type = value('type');
  const isKnown = type === undefined || type.type === 'null' || transports.some((known) => known === stringValue(type));
  if (isKnown && (agent === undefined || meant === undefined || (agent === 'stdio') === (meant === 'stdio')))
    return server;
  const others: PolicySubject[] = [];
  if (isPresent(value('command'))) others.push({ ...server, transport: 'stdio' });
  // Without a known type, Oh My Pi starts the command without arguments.
  if (!isKnown && command) others.push({ ...server, transport: 'stdio', commandLine: [command] });
  if (isPresent(value('url'))) others.push({ ...server, transport: 'http' });
  return { ...server, others };
}

/** Returns undefined if the words can't be compared. */
function commandLineOf(command: string | undefined, args: JsonNode | undefined): readonly string[] | undefined {
  if (command === undefined || (args !== undefined && args.type !== 'array' && args.type !== 'null')) return undefined;
  const words = [command, ...itemsOf(args).map(stringValue)].filter((word) => word !== undefined);
  return words.length === itemsOf(args).length + 1 ? words : undefined;
}

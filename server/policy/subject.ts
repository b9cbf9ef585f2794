/** What a policy sees of a server in a config file of Oh My Pi. */
import type { JsonNode } from '../config/json.ts';
import type { ServerReading } from '../config/server.ts';
import type { PolicySubject } from './verdict.ts';

export function subjectOf(name: string, { transport, group }: ServerReading): PolicySubject {
  const value = (field: string): JsonNode | undefined => group.fields.get(field)?.value;
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

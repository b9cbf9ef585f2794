/** An entry as an agent starts or contacts it, with the properties of Oh My Pi's format, so that the same checks read it. */
import { type Agent, isTableAgent } from '../agents/agent.ts';
import { isPresent, type Values, valuesOf } from '../config/oh-my-pi/imported-properties.ts';
import { ServerEntry } from '../config/servers/server-entry.ts';
import type { DefinedServer } from '../config/servers/source-file.ts';
import { type JsonNode, type Member, memberValue, type ObjectNode, type StringNode } from '../config/text/json.ts';
import type { EntryFormat } from '../tools/agent-facts.ts';

/** Returns undefined for an entry that the agent can't use. All strings keep their places. */
export function launchedEntry(agent: Agent, definition: DefinedServer): ServerEntry | undefined {
  const { entry, node, source, name, key, connection } = definition;
  if (!isTableAgent(agent) && entry !== undefined) return entry;
  const { transport } = connection;
  if (node?.type !== 'object' || transport === undefined) return undefined;
  const value = isTableAgent(agent)
    ? valuesFor(agent.facts.format, source.layout, node)
    : valuesOf(node, source.layout);
  const text = (written: string): StringNode => ({ type: 'string', value: written, offset: key.offset, length: 0 });
  const member = (property: string, value: JsonNode): Member => ({
    key: text(property),
    colon: undefined,
    value,
    live: true,
  });
  const fields = transport === 'stdio' ? ['command', 'args', 'env', 'cwd'] : ['url', 'headers'];
  const members = fields.flatMap((field) => {
    const given = value(field);
    return given === undefined ? [] : [member(field, given)];
  });
  const object: ObjectNode = { ...node, members: [member('type', text(transport)), ...members] };
  return new ServerEntry({ key: { ...text(name), ...key }, colon: undefined, value: object, live: true }, []);
}

/** Returns a lookup of the properties that an agent uses, by their names in Oh My Pi's format. */
function valuesFor(
  { properties, commandIsList, urls = { url: 'http' } }: EntryFormat,
  layout: DefinedServer['source']['layout'],
  node: ObjectNode,
): Values {
  const value = (name: string): JsonNode | undefined => memberValue(node, name);
  const either = (name: string, other: string) => value(Object.hasOwn(properties, other) ? other : name);
  return (name) => {
    const command = value('command');
    switch (name) {
      case 'command':
        return commandIsList === true && command?.type === 'array' ? command.items[0] : command;
      case 'args':
        return commandIsList === true && command?.type === 'array'
          ? { ...command, items: command.items.slice(1) }
          : value('args');
      case 'env':
        return either('env', 'environment');
      case 'headers':
        return either('headers', 'http_headers');
      case 'url':
        return value(Object.keys(urls).find((property) => isPresent(value(property))) ?? 'url');
      case 'cwd':
        // The facts about VS Code's properties are those of `.mcp.json`.
        return Object.hasOwn(properties, 'cwd') || layout === 'vscode' ? value('cwd') : undefined;
      default:
        return undefined;
    }
  };
}

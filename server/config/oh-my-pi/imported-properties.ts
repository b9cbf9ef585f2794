/** The properties of an entry that Oh My Pi reads, by the names of its own format. */
import { transports } from '../format/format.ts';
import { type JsonNode, memberValue, type ObjectNode, stringValue } from '../text/json.ts';
import type { FileLayout } from './providers.ts';

/** Codex reads these values from the environment, so entries with them can't be compared. */
export const codexFromEnvironment = ['env_vars', 'bearer_token_env_var', 'env_http_headers'];

/** The properties that Oh My Pi reads of every tool's entries. */
const everywhere = ['enabled', 'timeout', 'type', 'command', 'args', 'env', 'url', 'headers'];
/** The other properties that Oh My Pi reads of some tools' entries. */
const more: Partial<Record<FileLayout, readonly string[]>> = {
  codex: ['cwd', ...codexFromEnvironment],
  opencode: ['oauth'],
};

export type Values = (name: string) => JsonNode | undefined;

/** Returns a lookup of an entry's properties by Oh My Pi's names; undefined for properties that it doesn't read. */
export function valuesOf(node: ObjectNode, layout: FileLayout): Values {
  const value = (name: string): JsonNode | undefined => memberValue(node, name);
  if (layout === 'own') return value;
  return (name) => {
    if (!everywhere.includes(name) && more[layout]?.includes(name) !== true) return undefined;
    const command = value('command');
    switch (name) {
      case 'type':
        return typeIn(value, layout);
      case 'env':
        return layout === 'opencode' ? (value('environment') ?? value('env')) : value('env');
      case 'headers':
        return layout === 'codex' ? value('http_headers') : value('headers');
      // OpenCode writes the whole command line as a list of words.
      case 'command':
        return layout === 'opencode' && command?.type === 'array' ? command.items[0] : command;
      case 'args':
        return layout === 'opencode' && command?.type === 'array'
          ? { ...command, items: command.items.slice(1) }
          : value('args');
      default:
        return value(name);
    }
  };
}

/** Returns the transport that an entry states, as Oh My Pi names it; undefined if Oh My Pi ignores it. */
function typeIn(value: Values, layout: FileLayout): JsonNode | undefined {
  const node = value(layout === 'vscode' ? 'transport' : 'type');
  const text = stringValue(node);
  const as = (type: string): JsonNode | undefined => node && { ...node, type: 'string', value: type };
  switch (layout) {
    case 'codex': {
      const url = value('url');
      return isPresent(url) && url !== undefined ? { ...url, type: 'string', value: 'http' } : undefined;
    }
    case 'opencode':
      return text === 'local' ? as('stdio') : text === 'remote' ? as('http') : undefined;
    case 'claude':
      return node;
    default:
      return transports.some((transport) => transport === text) ? node : undefined;
  }
}

/** False also for an empty string, 0, false, and null, which Oh My Pi treats as absent. */
export function isPresent(node: JsonNode | undefined): boolean {
  return node !== undefined && node.type !== 'null' && !('value' in node && !node.value);
}

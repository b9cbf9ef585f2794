/** textDocument/documentSymbol: the lists and the servers, each with its fields. */
import * as l10n from '@vscode/l10n';
import type { ConfigDocument } from '../config/document.ts';
import { endOf, type JsonNode, type Span, type StringNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';

export interface Outline {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'map' | 'server' | 'list' | 'field' | 'name';
  /** The range of the whole element, and the range of its name. */
  readonly span: Span;
  readonly key: Span;
  readonly children: readonly Outline[];
}

/** Maximum length of a detail in the outline. */
const longest = 80;

/** Returns the outline of a document, in the order of the text. */
export function outlineOf(document: ConfigDocument): readonly Outline[] {
  const { root } = document;
  if (root?.type !== 'object') return [];
  return root.members.map(({ key, value }) => {
    const whole = spanOf(key, value);
    if (key.value === 'mcpServers' && value?.type === 'object') {
      const children = document.servers.map(serverOutline);
      return { name: key.value, detail: serverCount(children.length), kind: 'map', span: whole, key, children };
    }
    if (value?.type === 'array') {
      const names = value.items.filter((item) => item.type === 'string');
      const children = names.map((item): Outline => leaf(item.value, 'name', item, item));
      return { name: key.value, detail: nameCount(names.length), kind: 'list', span: whole, key, children };
    }
    return { ...leaf(key.value, 'field', whole, key), detail: shown(key.value, value) };
  });
}

function serverOutline({ name, key, value, parsed }: ServerEntry): Outline {
  const fields = value?.type === 'object' ? value.members : [];
  const children = fields.map(
    (member): Outline => ({
      ...leaf(member.key.value, 'field', spanOf(member.key, member.value), member.key),
      detail: shown(member.key.value, member.value),
    }),
  );
  return { name, detail: parsed?.transport ?? '', kind: 'server', span: spanOf(key, value), key, children };
}

function leaf(name: string, kind: Outline['kind'], span: Span, key: Span): Outline {
  return { name, detail: '', kind, span, key, children: [] };
}

function spanOf(key: StringNode, value: JsonNode | undefined): Span {
  return { offset: key.offset, length: endOf(value ?? key) - key.offset };
}

/** Summarizes a value. Strings that may be secrets aren't shown. */
function shown(name: string, value: JsonNode | undefined): string {
  const open = ['type', 'command', 'cwd', '$schema', 'timeout', 'enabled', 'requestIdFormat', 'instructions'];
  switch (value?.type) {
    case 'string':
      return open.includes(name) ? value.value.slice(0, longest) : '';
    case 'number':
    case 'boolean':
      return String(value.value);
    case 'array':
      return itemCount(value.items.length);
    case 'object':
      return propertyCount(value.members.length);
    default:
      return '';
  }
}

const serverCount = (count: number): string => (count === 1 ? l10n.t('1 server') : l10n.t('{0} servers', count));
const nameCount = (count: number): string => (count === 1 ? l10n.t('1 name') : l10n.t('{0} names', count));
const itemCount = (count: number): string => (count === 1 ? l10n.t('1 item') : l10n.t('{0} items', count));
const propertyCount = (count: number): string => (count === 1 ? l10n.t('1 property') : l10n.t('{0} properties', count));

/** textDocument/documentSymbol: the lists and the servers, each with its fields. */
import * as l10n from '@vscode/l10n';
import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver';
import { type OpenDocument, rangeOf } from '../config/servers/open-document.ts';
import { endOf, type JsonNode, type Member, type Span } from '../config/text/json.ts';

/** Maximum length of a detail in the outline. */
const longest = 80;

/** Returns the outline of a document, in the order of the text. */
export function documentSymbols(document: OpenDocument): DocumentSymbol[] {
  const { root, servers } = document.config;
  if (root?.type !== 'object') return [];
  const symbol = (
    name: string,
    detail: string,
    kind: SymbolKind,
    key: Span,
    value?: Span,
    children: DocumentSymbol[] = [],
  ): DocumentSymbol => ({
    // Editors reject symbols with an empty name.
    name: name === '' ? '""' : name,
    detail,
    kind,
    range: rangeOf(document, { offset: key.offset, length: endOf(value ?? key) - key.offset }),
    selectionRange: rangeOf(document, key),
    children,
  });
  const field = ({ key, value }: Member): DocumentSymbol =>
    symbol(key.value, shown(key.value, value), SymbolKind.Property, key, value);
  return root.members.map((member) => {
    const { key, value } = member;
    if (key.value === 'mcpServers' && value?.type === 'object') {
      const children = servers.map(({ name, parsed, key, value }) => {
        const fields = value?.type === 'object' ? value.members.map(field) : [];
        return symbol(name, parsed?.transport ?? '', SymbolKind.Module, key, value, fields);
      });
      return symbol(key.value, serverCount(children.length), SymbolKind.Namespace, key, value, children);
    }
    if (value?.type === 'array') {
      const names = value.items.filter((item) => item.type === 'string');
      const children = names.map((item) => symbol(item.value, '', SymbolKind.String, item));
      return symbol(key.value, nameCount(names.length), SymbolKind.Array, key, value, children);
    }
    return field(member);
  });
}

/** For editors that don't support a hierarchy of symbols. */
export function flatSymbols(uri: string, symbols: readonly DocumentSymbol[]): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range } },
    ...flatSymbols(uri, children),
  ]);
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

/** Masks the secrets in the texts of a diff or a fix, whose context can be any part of a settings file. */
import { maskTokens, maskValue, maskWords } from '../../common/text/mask-secrets.ts';
import type { JsonNode, StringNode } from '../config/text/json.ts';
import { parseText } from '../config/text/parse.ts';
import { parseToml, TomlError } from '../config/text/toml.ts';
import { isTomlUri } from '../files/uris.ts';
import { applyChanges, type Change, replace } from './fix.ts';

/**
 * Masks the strings that hold a secret where they are, so that escapes and several lines don't hide one, and the same text
 * elsewhere stays.
 * @param file name, which tells the language
 */
export function withMaskedSecrets(file: string, text: string): string {
  const changes: Change[] = [];
  collect(treeOf(file, text), '', (node, masked) => {
    if (masked !== node.value) changes.push(replace(node, JSON.stringify(masked)));
  });
  return maskTokens(applyChanges(text, changes));
}

/** True if a part of a JSON text holds a secret, such as servers that a fix moves. */
export function hasSecrets(part: string): boolean {
  const members = `{${part.replace(/^[\s,]+/, '')}}`;
  return [part, members].some((text) => withMaskedSecrets('', text) !== text);
}

function treeOf(file: string, text: string): JsonNode | undefined {
  if (!isTomlUri(file)) return parseText(text).root;
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

/** Reports each string of a value with what to show instead. */
function collect(node: JsonNode | undefined, name: string, report: (node: StringNode, masked: string) => void): void {
  if (node?.type === 'object') {
    for (const { key, value } of node.members) collect(value, key.value, report);
  } else if (node?.type === 'array') {
    const words = maskWords(node.items.map((item) => (item.type === 'string' ? item.value : '')));
    for (const [index, item] of node.items.entries())
      if (item.type === 'string') report(item, words[index] ?? '');
      else collect(item, name, report);
  } else if (node?.type === 'string') report(node, maskValue(name, node.value));
}

/** Masks the secrets in the texts of a diff, whose context can be any part of a settings file. */
import { maskArguments, maskNamed, maskTokens } from '../../common/mask-secrets.ts';
import { type JsonNode, liveMembers, stringValue } from '../config/json.ts';
import { parseText } from '../config/parse.ts';
import { parseToml, TomlError } from '../config/toml.ts';

/** @param file name, which tells the language */
export function withMaskedSecrets(file: string, [before, after]: readonly [string, string]): readonly [string, string] {
  const secrets = new Map<string, string>();
  for (const text of [before, after]) collect(treeOf(file, text), '', secrets);
  // A secret can contain another one.
  const longestFirst = [...secrets].toSorted(([one], [other]) => other.length - one.length);
  const masked = (text: string): string =>
    maskTokens(longestFirst.reduce((rest, [secret, mask]) => rest.replaceAll(secret, mask), text));
  return [masked(before), masked(after)];
}

function treeOf(file: string, text: string): JsonNode | undefined {
  if (!file.endsWith('.toml')) return parseText(text).root;
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}

/** Adds the spellings of all secrets in a value, with what to show instead. */
function collect(node: JsonNode | undefined, name: string, secrets: Map<string, string>): void {
  if (node?.type === 'object') for (const [key, { value }] of liveMembers(node)) collect(value, key, secrets);
  else if (node?.type === 'array') {
    const words = node.items.map((item) => stringValue(item) ?? '');
    for (const [index, masked] of maskArguments(words).entries()) add(words[index] ?? '', masked);
    for (const item of node.items) collect(item, '', secrets);
  } else if (node?.type === 'string') add(node.value, maskNamed(name, node.value));

  function add(value: string, masked: string): void {
    if (masked === value || value === '') return;
    for (const spelling of [value, JSON.stringify(value).slice(1, -1)]) secrets.set(spelling, masked);
  }
}

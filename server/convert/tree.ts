/** Parses JSON, TOML, and YAML into the same kind of tree, with positions. The YAML library is loaded on demand. */
import * as l10n from '@vscode/l10n';
import { maxParsedLength } from '../../common/text/nesting.ts';
import type { JsonNode, Span } from '../config/text/json.ts';
import { type ParsedText, parseText } from '../config/text/parse.ts';
import { parseToml, TomlError } from '../config/text/toml.ts';
import { parseYaml, YamlError } from '../config/text/yaml.ts';
import { ConversionError } from './failure.ts';
import { lineOf } from './remarks.ts';

export type Language = 'json' | 'toml' | 'yaml';

/** Maximum length in characters. The largest real file is JSON, in which one tool also stores its history. */
const limits: Readonly<Record<Language, number>> = {
  json: 20_000_000,
  toml: maxParsedLength,
  yaml: maxParsedLength,
};

/** @throws ConversionError if the text is too long or isn't valid */
export function readToml(text: string): JsonNode {
  assertSize(text, 'toml');
  try {
    return parseToml(text);
  } catch (error) {
    // Only the line is reported: the message quotes the text, which may contain secrets.
    if (!(error instanceof TomlError)) throw broken('toml', undefined);
    throw error.line === undefined ? tooMany() : broken('toml', error.line);
  }
}

/** @throws ConversionError if the text is too long or isn't valid */
export async function readYaml(text: string): Promise<JsonNode> {
  assertSize(text, 'yaml');
  // Bundlers provide the exports of a CommonJS package only as `default`.
  const { default: yaml } = await import('yaml');
  try {
    return parseYaml(yaml, text);
  } catch (error) {
    if (!(error instanceof YamlError)) throw broken('yaml', undefined);
    throw error.offset === undefined ? tooMany() : broken('yaml', lineOf(text, error.offset));
  }
}

/** Parses JSON; comments, extra commas, and other harmless faults are accepted. @throws ConversionError */
export function readJson(text: string): JsonNode {
  assertSize(text, 'json');
  const parsed = parseText(text);
  const { root } = parsed;
  const damage = damageIn(parsed);
  if (root === undefined || damage !== undefined) throw broken('json', lineOf(text, damage?.offset ?? 0));
  return root;
}

/** Returns the first place that makes a text unreliable; undefined if all faults are harmless. */
export function damageIn({ root, faults }: ParsedText): Span | undefined {
  return faults.find(({ damaging }) => damaging) ?? (faults.length > 0 ? invalidIn(root) : undefined);
}

/** Returns the first value that would get lost, because it isn't JSON: `'text'` or `.5`. Works without recursion. */
function invalidIn(root: JsonNode | undefined): JsonNode | undefined {
  const waiting = [root];
  let first: JsonNode | undefined;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'invalid' && node.offset < (first?.offset ?? Number.POSITIVE_INFINITY)) first = node;
    if (node.type === 'array') for (const item of node.items) waiting.push(item);
    if (node.type === 'object') for (const { value } of node.members) if (value !== undefined) waiting.push(value);
  }
  return first;
}

/** Returns the comments in a JSON text. */
export function commentsIn(text: string): readonly Span[] {
  return text.includes('/') ? parseText(text).faults.filter(({ kind }) => kind === 'comment') : [];
}

function assertSize(text: string, language: Language): void {
  const limit = limits[language];
  if (text.length > limit)
    throw new ConversionError(
      'too-large',
      l10n.t('The text is too long ({0} characters). The maximum is {1}.', text.length, limit),
    );
}

const tooMany = (): ConversionError =>
  new ConversionError('too-large', l10n.t('The text has too many levels or aliases.'));

function broken(language: Language, line: number | undefined): ConversionError {
  const name = language.toUpperCase();
  return new ConversionError(
    'broken',
    line === undefined
      ? l10n.t("The text isn't valid {0}. Fix it first.", name)
      : l10n.t("The text isn't valid {0} (line {1}). Fix it first.", name, line),
  );
}

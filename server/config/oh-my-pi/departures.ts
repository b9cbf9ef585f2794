/** How an entry that Oh My Pi connects to departs from the format, and what Oh My Pi makes of it. */
import * as l10n from '@vscode/l10n';
import type { Transport } from '../format/field.ts';
import { transports } from '../format/format.ts';
import { type JsonNode, memberValue, type ObjectNode, stringValue } from '../text/json.ts';
import { isPresent, type Values } from './imported-properties.ts';

/**
 * Returns texts to put after a colon; none if the entry is of one of the three variants (spec config-format.md,
 * Server configuration). Unknown properties aren't included.
 * @param type as Oh My Pi reads it @param isLenient in files in Oh My Pi's own folders, texts count as values
 */
export function departuresOf(
  value: Values,
  { type, transport, isLenient }: { type: string | undefined; transport: Transport; isLenient: boolean },
): readonly string[] {
  const isProcess = transport === 'stdio';
  const used = isProcess ? 'command' : 'url';
  const texts: string[] = [];
  if (type === undefined && !isProcess)
    texts.push(l10n.t('missing "type", which the format requires; Oh My Pi uses http'));
  if (type !== undefined && !(transports as readonly string[]).includes(type))
    texts.push(l10n.t('type {0} isn\'t in the format; Oh My Pi uses "{1}"', JSON.stringify(type), used));
  if (isPresent(value('command')) && isPresent(value('url')))
    texts.push(l10n.t('"command" with "url" isn\'t in the format; Oh My Pi uses "{0}"', used));
  for (const name of isProcess ? ['headers'] : ['args', 'env', 'cwd'])
    if (value(name) !== undefined) texts.push(ignored(name));
  const [timeout, enabled] = [value('timeout'), value('enabled')];
  if (timeout !== undefined && !(timeout.type === 'number' && timeout.value >= 0))
    texts.push(isLenient && isNumeric(timeout) ? accepted('timeout') : ignored('timeout'));
  if (enabled !== undefined && enabled.type !== 'boolean')
    texts.push(isLenient && enabled.type === 'string' ? accepted('enabled') : ignored('enabled'));
  return texts;
}

/** Returns texts for properties that Oh My Pi reads only in its own files. */
export function importedDepartures(node: ObjectNode): readonly string[] {
  return ['requestIdFormat', 'instructions']
    .filter((name) => memberValue(node, name) !== undefined)
    .map((name) => l10n.t('"{0}" is ignored in files of other tools', name));
}

function isNumeric(node: JsonNode): boolean {
  return Number(stringValue(node) ?? Number.NaN) >= 0;
}

function ignored(name: string): string {
  return l10n.t('"{0}" doesn\'t match the format; Oh My Pi ignores it', name);
}

function accepted(name: string): string {
  return l10n.t('"{0}" doesn\'t match the format; Oh My Pi reads it', name);
}

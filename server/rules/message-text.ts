/** Text fragments that several messages use. */

import * as l10n from '@vscode/l10n';
import { namesSecret } from '../../common/text/secrets.ts';
import type { ForeignKey } from '../config/format/dialects.ts';
import { quote } from '../config/language.ts';
import type { JsonNode } from '../config/text/json.ts';

export { andList, orList, quote, quoteValue } from '../config/language.ts';

/**
 * The remedy for a number or boolean that must be a string. Without the value if its spelling isn't known (`1.0`, `1e2`)
 * or its name indicates a secret.
 */
export function inQuotes(value: JsonNode & { readonly value: number | boolean }, name: string): string {
  const written = String(value.value);
  return written.length === value.length && !written.endsWith('00') && !namesSecret(name)
    ? l10n.t('Use "{0}"', written)
    : l10n.t('Enclose it in double quotes');
}

/** The title of the fix for `inQuotes`. */
export function inQuotesTitle(quoted: string, name: string): string {
  return namesSecret(name) ? l10n.t('Enclose in double quotes') : l10n.t('Change to {0}', quoted);
}

/** The first sentence of a message about another tool's property. */
export function foreignProperty(name: string, { tool }: ForeignKey): string {
  const origin = originName(tool);
  return /^[AEIO]/i.test(tool)
    ? l10n.t("{0} is an {1} property and isn't supported here.", quote(name), origin)
    : l10n.t("{0} is a {1} property and isn't supported here.", quote(name), origin);
}

/** Returns a complete file with one server, for examples. */
export function fileWith(server: string, name = 'docs'): string {
  return `{"mcpServers": {${JSON.stringify(name)}: ${server}}}`;
}

/** Returns the name of a tool or of several ones. */
export function originName(tool: string): string {
  return origins[tool]?.() ?? tool;
}

/** Translations of the origins of properties. Names of single tools stay unchanged. */
const origins: Readonly<Record<string, () => string>> = {
  'plugin catalog': () => l10n.t('plugin catalog'),
  'third-party': () => l10n.t('third-party'),
  comment: () => l10n.t('comment'),
  'VS Code and Cursor': () => l10n.t('VS Code and Cursor'),
  'Cline and Kiro': () => l10n.t('Cline and Kiro'),
  'Windsurf and Antigravity': () => l10n.t('Windsurf and Antigravity'),
  'Windsurf, Cline, Roo Code, and Kiro': () => l10n.t('Windsurf, Cline, Roo Code, and Kiro'),
};

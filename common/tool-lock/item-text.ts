/** Pinned items as text for line diffs. The text is from the server, so hidden characters are escaped. */
import * as l10n from '@vscode/l10n';
import { visible } from '../escape.ts';
import { prettyJson } from './canonical.ts';
import type { ItemPin, Pinned } from './lock.ts';

/** Returns '' if the item is undefined. */
export function itemText(pin: ItemPin | undefined): string {
  return Object.entries(pin ?? {})
    .map(([field, pinned]) => `${visible(field)}:\n${pinnedText(pinned)}\n`)
    .join('\n');
}

/** Returns '' if the value is undefined. */
export function pinnedText(pinned: Pinned | undefined): string {
  if (pinned === undefined) return '';
  const { sha256, value } = pinned;
  if (value === undefined) return l10n.t('(too long to keep; SHA-256 {0})', sha256);
  const text = typeof value === 'string' ? value : prettyJson(value);
  return text
    .split(/\r\n|\r|\n/)
    .map(visible)
    .join('\n');
}

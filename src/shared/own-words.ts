import { l10n } from 'vscode';

/** Our own words in the user's language, as the editor has loaded them; empty for English. */
export function ownWords(): Record<string, string> {
  const words = Object.entries(l10n.bundle ?? {});
  return Object.fromEntries(words.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

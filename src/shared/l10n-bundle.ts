import { l10n } from 'vscode';

/** The translations that VS Code has loaded for this extension; empty for English. */
export function l10nBundle(): Record<string, string> {
  const words = Object.entries(l10n.bundle ?? {});
  return Object.fromEntries(words.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

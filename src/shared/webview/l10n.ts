/**
 * `vscode.l10n` for webviews, and for modules that also run without VS Code. The host hands over the translations; without
 * one, the text is the English message.
 */
let words: Readonly<Record<string, string>> = {};

export const l10n = {
  /** Puts the arguments in the place of `{0}`, `{1}`, …; called as `vscode.l10n.t` is, so that the same tools find it. */
  t(message: string, ...args: readonly (string | number)[]): string {
    const text = Object.hasOwn(words, message) ? (words[message] ?? message) : message;
    return text.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
  },
  use(translations: Readonly<Record<string, string>>): void {
    words = translations;
  },
};

/** Our own words in the user's language; the host sends the ones that are not English. */
let words: Readonly<Record<string, string>> = {};

export function useWords(translated: Readonly<Record<string, string>>): void {
  words = translated;
}

/** The same call as the host's `l10n.t`, so that one tool collects both. */
export const l10n = {
  t(text: string, ...values: readonly (string | number)[]): string {
    return (words[text] ?? text).replace(/\{(\d+)\}/g, (whole, index) => String(values[Number(index)] ?? whole));
  },
};

/** The languages to look for, best first: "de-AT" is "de-at", or else "de". */
export function languagesOf(locale: string): readonly string[] {
  const name = locale.toLowerCase();
  return [...new Set([name, name.replace(/-.*/, '')])];
}

/** Returns the languages to try, best match first: "de-at" and "de" for "de-AT". */
export function languagesOf(locale: string): readonly string[] {
  const name = locale.toLowerCase();
  return [...new Set([name, name.replace(/-.*/, '')])];
}

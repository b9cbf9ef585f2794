/** Removes tags such as `<b>`, `<v Speaker>`, and `<00:01.500>` from a line of subtitles, and decodes WebVTT's references. */
export function unmarked(line: string): string {
  const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' };
  return line
    .replace(/<(?:\/?[a-z]|\d+:)[^<>]*>/gi, '')
    .replace(/&(lt|gt|amp|nbsp|lrm|rlm);/g, (_, name: string) => names[name] ?? '');
}

/** Translations of package.json and code keep placeholders, icons, code, links, and names. `npm run release:check` tests that they are complete. */
import { describe, expect, it } from 'vitest';
import { languages, readTexts, translationBundles } from '../../scripts/lib/translations.ts';

/** Words that a language shares with English. */
const SHARED: Readonly<Record<string, string>> = {
  de: 'Audio Chat Chats Details Host in Information Median Minimum Prompt Prompts Revision Server Status Text Tool Tools Transport Version Webhook Workflow Workflows',
  'zh-cn': 'Webhook',
};

const bundles = translationBundles();

const NAMES = [
  'Switchyard',
  'VS Code',
  'Oh My Pi',
  'Markdown',
  'OAuth',
  'WebVTT',
  'WebM',
  'FLAC',
  'JSON',
  'MCP',
  'curl',
];
/** Parts that are the same in every language: syntax read by programs, and names of files or environment variables. */
const KEPT = [
  /\{\d+\}/g,
  /\$\([\w~-]+\)/g,
  /`[^`]+`/g,
  /\(command:[\w.]+\)/g,
  /"[\w.-]+"/g,
  /https?:\/\//g,
  /\bswitchyard(?:\.\w+)+/g,
  /\b[A-Z]+(?:_[A-Z]+)+\b/g,
  /(?<![\w/}])\/\w+/g,
  /\bprovider\/model_name\b/g,
  /\.?mcp\.json\b/g,
  new RegExp(`\\b(?:${NAMES.join('|')})\\b`, 'g'),
  /\n/g,
];

/** Returns the distinct placeholders and names, because a translation may use one more or less often. */
const kept = (text: string): readonly string[] => [...new Set(KEPT.flatMap((what) => text.match(what) ?? []))].sort();
const linksIn = (text: string): number => text.match(/\]\(/g)?.length ?? 0;
const emphasisIn = (text: string): number => text.match(/\*[^*\n]+\*/g)?.length ?? 0;

/** Returns the punctuation at the end of a text; `。` and `.` are equal. */
function ending(text: string): string {
  const last = text.at(-1) ?? '';
  return { '。': '.', '：': ':', '？': '?', '！': '!', '…': '…' }[last] ?? (/[.:?!]/.test(last) ? last : '');
}

/** Returns the words of a text except for names, code, initialisms, and words that the language shares with English. */
function ownWords(text: string, language: string): readonly string[] {
  const words = KEPT.reduce((rest, what) => rest.replace(what, ' '), text.replace(/"[^"]*": \w+/g, ' '));
  const shared = (SHARED[language] ?? '').split(' ');
  return (words.match(/\p{L}[\p{L}\p{N}]*/gu) ?? []).filter(
    (word) => !shared.includes(word) && !/^\p{Lu}+$|\p{N}/u.test(word),
  );
}

it('the languages include German', () => {
  expect(languages()).toContain('de');
});

describe.each(languages())('the translation into %s', (language) => {
  const all = Object.entries(bundles).map(([name, english]) => ({
    english,
    text: readTexts(`${name}.${language}.json`),
  }));
  const pairs = all.flatMap(({ english, text }) =>
    Object.entries(english).flatMap(([key, from]) => (text[key] === undefined ? [] : [{ key, from, to: text[key] }])),
  );
  const wrong = (isWrong: (from: string, to: string) => boolean) =>
    pairs.filter(({ from, to }) => isWrong(from, to)).map(({ from, to }) => `${from} => ${to}`);

  it('has no empty texts', () => {
    expect(wrong((_, to) => to.trim() === '')).toEqual([]);
  });

  it('keeps placeholders, icons, code, command links, line breaks, and names', () => {
    expect(wrong((from, to) => kept(from).join() !== kept(to).join())).toEqual([]);
  });

  it('keeps links and emphasis', () => {
    expect(wrong((from, to) => linksIn(from) !== linksIn(to) || emphasisIn(from) !== emphasisIn(to))).toEqual([]);
  });

  it('keeps final punctuation', () => {
    expect(wrong((from, to) => ending(from) !== ending(to))).toEqual([]);
  });

  it('keeps English only for names, code, and shared words', () => {
    expect(wrong((from, to) => from === to && ownWords(from, language).length > 0)).toEqual([]);
  });

  it('uses the same wording in package.json and in the code', () => {
    const codeTexts = new Map(Object.entries(all[1]?.text ?? {}).map(([from, to]) => [from.toLowerCase(), to]));
    const other = Object.entries(all[0]?.english ?? {}).filter(([key, from]) => {
      const inCode = codeTexts.get(from.toLowerCase());
      const inManifest = all[0]?.text[key];
      return inCode !== undefined && inManifest !== undefined && inCode.toLowerCase() !== inManifest.toLowerCase();
    });
    expect(other).toEqual([]);
  });

  it('refers to a command by its translated title', () => {
    const commandKeys = Object.keys(bundles['package.nls']).filter((key) => key.startsWith('command.'));
    const titles = commandKeys.map((key) => [bundles['package.nls'][key] ?? '', all[0]?.text[key] ?? ''] as const);
    const named = (from: string) =>
      titles.filter(([title]) =>
        [`"${title}"`, `"Switchyard: ${title}"`, `*Switchyard: ${title}*`].some((name) => from.includes(name)),
      );
    const naming = pairs.filter(({ from }) => named(from).length > 0);
    expect(naming.length).toBeGreaterThan(3);
    expect(naming.filter(({ from, to }) => !named(from).every(([, title]) => to.includes(title)))).toEqual([]);
  });
});

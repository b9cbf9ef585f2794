/** Checks all texts of the extension against the wording rules: plain, American, sentence case, no questions. */
import { globSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readText, root } from '../../scripts/lib/repository.ts';
import { looksLikeTitleCase, mixesCases, wordingFaults } from '../wording.ts';

interface Command {
  readonly command: string;
  readonly title: string;
  readonly shortTitle?: string;
}

const manifest = JSON.parse(readText('package.json')) as {
  contributes: {
    commands: Command[];
    languageModelTools: { modelDescription: string; inputSchema: unknown }[];
  };
};
const nls = JSON.parse(readText('package.nls.json')) as Record<string, string>;
const code = Object.values(JSON.parse(readText('l10n/bundle.l10n.json')) as Record<string, string>);

const keyOf = (reference: string): string => reference.replace(/^%|%$/g, '');
const titleKeys = new Set(
  manifest.contributes.commands.flatMap(({ title, shortTitle }) => [title, shortTitle ?? title].map(keyOf)),
);
const commandTitles = [...titleKeys].map((key) => nls[key] ?? '');
const toolNames = Object.keys(nls).filter((key) => /^tool\.\w+$/.test(key));
/** Paragraphs and links in package.json texts that aren't titles. */
const described = Object.entries(nls)
  .filter(([key]) => !titleKeys.has(key) && !toolNames.includes(key) && !/^(?:view|language|mcpProvider)\./.test(key))
  .flatMap(([key, text]) => text.split('\n').map((line) => [key, line] as const));
const isLink = (line: string): boolean => /^\[[^\]]+\]\(command:[\w.]+\)$/.test(line);
const sentences = described.map(([, line]) => line).filter((line) => !isLink(line));
const links = described
  .map(([, line]) => line)
  .filter(isLink)
  .map((line) => line.slice(1, line.indexOf(']')));
const everything = [...commandTitles, ...toolNames.map((key) => nls[key] ?? ''), ...sentences, ...links, ...code];

/** Words that are capitalized in the middle of a sentence. */
const names = new Set(
  'Switchyard Code Oh My Pi Markdown Escape Enter Shift Authorization Content Type Ogg Undo Tool Servers Send Name Production Claude GitHub Copilot'.split(
    ' ',
  ),
);
/** Words that aren't capitalized in a title. */
const small = new Set('from with into curl'.split(' '));

const faulty = (texts: readonly string[], isFaulty: (text: string) => boolean): readonly string[] =>
  texts.filter(isFaulty);

describe('wording', () => {
  it('has no forbidden phrase and no British spelling', () => {
    const tools = manifest.contributes.languageModelTools.map(
      ({ modelDescription, inputSchema }) => `${modelDescription} ${JSON.stringify(inputSchema)}`,
    );
    const faults = [...everything, ...tools].flatMap((text) => wordingFaults(text).map((fault) => `${text}: ${fault}`));
    expect(faults).toEqual([]);
  });

  it('uses "response" instead of "answer"', () => {
    expect(faulty(everything, (text) => /\banswer(?:s|ed|ing)?\b(?! questions)/i.test(text))).toEqual([]);
  });

  it('writes command titles and links to commands in title case', () => {
    const lower = (text: string) =>
      (text.match(/(?<![\p{L}@.'])\p{Ll}[\p{L}']{3,}/gu) ?? []).filter((word) => !small.has(word));
    expect(faulty([...commandTitles, ...links], (text) => lower(text).length > 0 || /^\p{Ll}/u.test(text))).toEqual([]);
  });

  it('writes descriptions in sentence case', () => {
    expect(faulty(sentences, (text) => looksLikeTitleCase(text, names) || mixesCases(text, names))).toEqual([]);
  });

  it('writes each text of the code in either sentence case or title case', () => {
    expect(faulty(code, (text) => mixesCases(text, names))).toEqual([]);
    expect(faulty(code, (text) => looksLikeTitleCase(text, names) && text.endsWith('.'))).toEqual([]);
  });

  it('has questions only in confirmation dialogs', () => {
    const confirms = /^(?:Apply|Connect|Delete|Disable|Enable|Insert|Open|Publish|Remove|Replace|Run|Send|Start)\b/;
    const prompt = 'Why did this run fail, and what can I do about it?';
    expect(faulty(everything, (text) => text.includes('?') && !confirms.test(text) && text !== prompt)).toEqual([]);
  });

  it('has ellipses only at the end, and in package.json only for commands', () => {
    expect(faulty(everything, (text) => text.includes('...') || /…(?!$|")/.test(text))).toEqual([]);
    expect(faulty([...sentences, ...links], (text) => text.includes('…'))).toEqual([]);
  });

  it('has no double, leading, or trailing spaces', () => {
    expect(faulty(everything, (text) => / {2}/.test(text) || text !== text.trim())).toEqual([]);
  });

  it('ends sentences, and only sentences, with a period', () => {
    const words = (text: string) => text.split(/\s+/).length;
    const sentence = /^(?:Try again\.|.*\w(?:ed|ing)\b.*|"\{0\}": \{1\}\.)$/;
    expect(faulty(code, (text) => text.endsWith('.') && words(text) < 3 && !sentence.test(text))).toEqual([]);
    expect(faulty(everything, (text) => /[a-z)]\. \p{Lu}/u.test(text) && !/[.?:)]$|\{\d\}$/.test(text))).toEqual([]);
    const settings = described.filter(([key]) => /^(?:setting|untrusted|virtual)\./.test(key)).map(([, line]) => line);
    expect(faulty(settings, (text) => !text.endsWith('.'))).toEqual([]);
  });

  it('has a singular form for each counted noun', () => {
    expect(faulty(everything, (text) => /(?<![\d.,$])\b1 [a-z]+s\b/.test(text))).toEqual([]);
    const counted = code.filter((text) => /^\{0\} [a-z ]+s$/.test(text));
    expect(counted.length).toBeGreaterThan(5);
    expect(counted.filter((text) => !code.includes(text.replace('{0}', '1').replace(/s$/, '')))).toEqual([]);
  });
});

describe('the text of a webview', () => {
  it.each(globSync('src/**/webview/**/*.ts', { cwd: root }))('is localizable: %s', (file) => {
    const literal: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && /^(?:html|svg)$/.test(node.tag.getText()))
        literal.push(...shown(node));
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readText(file), ts.ScriptTarget.Latest, true));
    expect(literal).toEqual([]);
  });
});

/** Returns the texts and labels of a template, without its expressions. */
function shown({ template }: ts.TaggedTemplateExpression): readonly string[] {
  const markup = ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : template.head.text + template.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  const labels = [...markup.matchAll(/\b(?:title|aria-label|placeholder|alt)="([^"]*)"/g)].map(
    (match) => match[1] ?? '',
  );
  const text = markup.replace(/<[^>]*>/g, '|').split('|');
  return [...labels, ...text].filter((one) => /\p{L}{2}/u.test(one));
}

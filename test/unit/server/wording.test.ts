/** The user-visible text of the language server, the command line, and the docs. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText, root } from '../../../scripts/lib/repository.ts';
import { commandNames } from '../../../server/cli/arguments/commands.ts';
import { helpOf } from '../../../server/cli/arguments/help.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { newServers } from '../../../server/features/completion/completion-snippets.ts';
import { headers } from '../../../server/features/completion/completion-values.ts';
import { tables } from '../../../server/generated/tables.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { allRules, exampleContext } from '../../../server/rules/rules-doc.ts';
import { corpus } from '../../corpus.ts';
import { looksLikeTitleCase, wordingFaults } from '../../wording.ts';
import { examples } from './action-examples.ts';

const names = new Set(['Authorization', 'OAuth']);

/** Contexts in which all rules can report problems. */
const contexts: readonly RuleContext[] = [
  {},
  { level: 'project', environment: new Set(['HOME']) },
  { level: 'imported' },
];

interface Said {
  readonly messages: ReadonlySet<string>;
  readonly related: ReadonlySet<string>;
  readonly fixes: ReadonlySet<string>;
}

/** Returns all messages, related messages and fix titles for some texts. */
function saidAbout(texts: readonly (readonly [text: string, contexts: readonly RuleContext[]])[]): Said {
  const [messages, related, fixes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [text, each] of texts) {
    const document = new ConfigDocument(text);
    for (const context of each)
      for (const problem of allProblems(check(document, context))) {
        messages.add(problem.message);
        for (const { message } of problem.related ?? []) related.add(message);
        for (const { title } of problem.fixes?.(document) ?? []) fixes.add(title);
      }
  }
  return { messages, related, fixes };
}

const ofRules = allRules.map(({ docs }) => [docs.wrong, [exampleContext(docs), ...contexts]] as const);
const ofExamples = examples.map((text) => [text, contexts] as const);
const ofCorpus = corpus().map(({ text }) => [text, contexts] as const);
const { messages, related, fixes } = saidAbout([...ofRules, ...ofExamples, ...ofCorpus]);

/** Removes quoted user text, which isn't ours. */
const withoutQuotes = (message: string): string =>
  message.replace(/"(?:[^"\\]|\\.)*"/g, '""').replace(/\$\{[^}]*\}/g, '');

function messageFaults(message: string): readonly string[] {
  const plain = withoutQuotes(message);
  const faults = [...wordingFaults(message)];
  if (!/[.?]$/.test(plain)) faults.push('no period at the end');
  if (!/^["\p{Lu}]|^npx /u.test(plain)) faults.push('no capital letter at the beginning');
  if (/[:;] (?:add|remove|write|use|rename|move|put|name|set|convert|did)\b/.test(plain))
    faults.push('the remedy needs a separate sentence');
  if (/\b[Tt]he agent\b/.test(plain)) faults.push('name the agent');
  return faults.map((fault) => `${message} → ${fault}`);
}

const verbs = /^(?:Add|Change|Convert|Double|Enclose|Keep|Move|Remove|Rename|Replace|Set|Split|Use) /;

describe('diagnostics', () => {
  test('name the problem, then the remedy, in plain sentences', () => {
    expect(messages.size).toBeGreaterThan(60);
    expect([...messages].flatMap(messageFaults)).toEqual([]);
  });

  test('describe related locations in plain sentences', () => {
    expect([...related].flatMap(messageFaults)).toEqual([]);
  });

  test('have fixes whose titles start with a verb and end without a period', () => {
    expect(fixes.size).toBeGreaterThan(40);
    expect([...fixes].filter((title) => !verbs.test(title) || /[^…]\.$/.test(withoutQuotes(title)))).toEqual([]);
    expect([...fixes].flatMap((title) => wordingFaults(title))).toEqual([]);
  });
});

describe('rules', () => {
  test.each(allRules.map(({ code, docs }) => [code, docs] as const))('%s has a title and a reason', (_code, docs) => {
    expect([docs.title, docs.why].map((text) => text.trim())).not.toContain('');
    expect(wordingFaults(docs.title)).toEqual([]);
    expect(looksLikeTitleCase(docs.title, names)).toBe(false);
    expect(docs.title).not.toMatch(/\.$/);
    expect(messageFaults(docs.why)).toEqual([]);
  });
});

/** Returns all descriptions of the format that hover and completion show. */
function descriptions(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'description' && typeof inner === 'string' ? [inner] : descriptions(inner),
  );
}

test('hover and completion describe the format in plain sentences', () => {
  const texts = [
    ...descriptions(tables),
    ...headers.map(({ markdown }) => markdown()),
    ...newServers.map((one) => one.markdown()),
  ];
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.flatMap(wordingFaults)).toEqual([]);
  expect(texts.filter((text) => !text.endsWith('.') || /\bthe agent\b/i.test(text))).toEqual([]);
});

test.each([undefined, ...commandNames])('the help of %s follows the wording rules', (command) => {
  expect(wordingFaults(helpOf(command))).toEqual([]);
  expect(helpOf(command)).not.toMatch(/\bthe agent\b/i);
});

describe('docs', () => {
  const files = [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
    ...readdirSync(path.join(root, 'docs'))
      .filter((name) => name.endsWith('.md') && !name.startsWith('spec-coverage'))
      .map((name) => `docs/${name}`),
  ];

  test.each(files)('%s is plain American English', (file) => {
    const prose = readText(file).replace(/^```[\s\S]*?^```/gm, '');
    const faults = prose
      .split(/\n\n|\n(?=[-|#])/)
      .flatMap((paragraph) => wordingFaults(paragraph.replace(/\s+/g, ' ')));
    expect(faults).toEqual([]);
    expect(prose.replace(/`[^`]*`/g, '').match(/\b(?:floors?|front door|rooms?)\b/gi) ?? []).toEqual([]);
  });
});

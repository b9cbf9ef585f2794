// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** All texts of the server can be translated: in a language with all texts in brackets, no text is without. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverStrings } from '../../../scripts/lib/l10n.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { useLanguage } from '../../../server/config/language.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import { convertJson } from '../../../server/convert/index.ts';
import { hoverAt } from '../../../server/features/hover.ts';
import { documentSymbols } from '../../../server/features/symbols.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { wholeCorpus } from '../../corpus.ts';
import { examples } from './action-examples.ts';
import { contextOf, markdownOf } from './files.ts';
import { problemsOf } from './support.ts';

const english: Record<string, string> = JSON.parse(readText('l10n/server.l10n.json'));

/** All texts in ⟦ ⟧, with the parts that the code fills in between ⟨ ⟩. */
const brackets = Object.fromEntries(
  Object.keys(english).map((text) => [text, `⟦${text.replace(/\{\d+\}/g, '⟨$&⟩')}⟧`]),
);

test('l10n/server.l10n.json contains every string of the server (run npm run l10n to update it)', async () => {
  expect(english).toEqual(await serverStrings());
});

describe('in another language', () => {
  /** What is said about all texts. */
  let all: readonly string[] = [];
  beforeAll(() => {
    useLanguage('de', brackets);
    all = [...new Set(said())];
  });
  afterAll(() => useLanguage('en', undefined));

  const contexts: readonly RuleContext[] = [
    {},
    { level: 'project', environment: new Set(['PATH']) },
    { level: 'user' },
  ];
  const texts = [...examples, ...rules.map(({ docs }) => docs.wrong), ...wholeCorpus().map(({ text }) => text)];

  /** Returns messages and titles, without quotes from files. */
  function* said(): Generator<string> {
    for (const text of texts.filter(({ length }) => length < 20_000))
      for (const context of contexts) {
        const document = new ConfigDocument(text);
        for (const { message, related = [], fixes } of problemsOf(text, context)) {
          yield message;
          for (const other of related) yield other.message;
          for (const { title } of fixes?.(document) ?? []) yield title;
        }
      }
  }

  test('each message and title is translated as a whole', () => {
    expect(all.length).toBeGreaterThan(300);
    expect(all.filter((text) => !/^⟦.*⟧$/s.test(text))).toEqual([]);
  });

  test('placeholders contain only names, values, or translated text', () => {
    const filled = new Set(all.flatMap((text) => partsOf(text)));
    const words = [...filled].filter((part) => /[a-z]{2,} [a-z]{2,}/.test(part.replace(/"(?:[^"\\]|\\.)*"/g, '')));
    expect(words.filter((part) => part !== 'http und sse')).toEqual([]);
  });

  test('the outline and the names of characters are translated', () => {
    const text =
      '{"mcpServers": {"my docs": {"command": "x", "args": ["a", "b"], "env": {}}}, "disabledServers": ["a"]}';
    const [map, list] = documentSymbols(new OpenDocument('file:///mcp.json', 'json', 1, text));
    const details = [map, list, ...(map?.children?.[0]?.children ?? [])].map((item) => item?.detail);
    expect(details).toEqual(['⟦1 server⟧', '⟦1 name⟧', 'x', '⟦⟨2⟩ items⟧', '⟦⟨0⟩ properties⟧']);
    expect(problemsOf(text)[0]?.message).toContain('⟦a space⟧');
  });

  test('expected types in a conversion report are translated', () => {
    const server = { command: 'x', args: [{}], env: { A: {} }, cwd: {} };
    const { report } = convertJson(JSON.stringify({ mcpServers: { a: server } }));
    expect(report.map(({ field, reason }) => [field, reason])).toEqual(
      ['args[0]', 'env.A', 'cwd'].map((field) => [field, '⟦Invalid value. Expected ⟨⟦a string⟧⟩.⟧']),
    );
  });

  test('hover is translated', () => {
    const text = '{"mcpServers": {"docs": {"command": "x", "timeout": 1}}}';
    const hover = markdownOf(hoverAt(contextOf(text), text.indexOf('timeout')));
    expect(hover).toContain('⟦Type: ⟨number⟩⟧');
    expect(hover).toMatch(/^\*\*timeout\*\*\n\n⟦/);
  });
});

/** Returns the innermost parts between ⟨ ⟩, which aren't translated themselves. */
function partsOf(text: string): string[] {
  return Array.from(text.matchAll(/⟨([^⟨⟩⟦⟧]*)⟩/g), ([, part]) => part ?? '');
}

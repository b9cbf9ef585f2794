// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** The rules report, accept and fix what their fixtures say, and their examples are correct. */
import { describe, expect, test } from 'vitest';
import { isOneEdit } from '../../../server/config/closest-match.ts';
import { wellKnownPackages } from '../../../server/config/packages/well-known-packages.ts';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { usableFixes } from '../../../server/rules/fix-all.ts';
import type { Problem } from '../../../server/rules/rule.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { exampleContext } from '../../../server/rules/rules-doc.ts';
import { judge, summaryOf } from './action-checks.ts';
import { assertFixes } from './fix-checks.ts';
import { secrets } from './fixture-notation.ts';
import { type RuleCase, ruleCases } from './rule-fixtures.ts';
import { obeysTheSpec, problemsOf, server } from './support.ts';

/** Rules for a file that isn't a config, and for what settings allow beyond the format. */
const notOfFormat: ReadonlySet<string> = new Set([
  'not-a-config',
  'unread-property',
  'agent-property',
  'agent-type',
  'visual-studio-servers',
]);

/** Rules about more than the text of one file, and the tests that have their cases. */
const testedElsewhere: ReadonlySet<string> = new Set([
  ...['command-not-found', 'cwd-not-found', 'script-not-found', 'unknown-listed-name'], // cross-rules.test.ts
  ...['shadowed-by-connection', 'shadowed-by-invalid', 'shadowed-by-name'], // cross-rules.test.ts
  ...['policy-denied', 'policy-invalid', 'policy-not-listed'], // policies.test.ts
  ...['not-a-config', 'agent-plugins-type'], // not-a-config.test.ts, other-tools-files.test.ts
]);

const isError = ({ severity }: Problem) => severity === 'error';

/** Compares the problems of a text with its case. */
function checkCase({ code, text, marks, context, hasMore, message, parts, place }: RuleCase): void {
  const problems = problemsOf(text, context);
  const found = problems.filter((problem) => problem.code === code);
  expect
    .soft(
      found.map(({ offset, length }) => ({ offset, length })),
      place,
    )
    .toEqual(marks);
  const others = problems.filter((problem) => isError(problem) && !found.includes(problem));
  // A comment is an error of its own.
  if (!hasMore)
    expect
      .soft(
        others.filter((other) => other.code !== 'json-comment').map((other) => other.code),
        place,
      )
      .toEqual([]);
  if (message !== undefined) expect.soft(found.at(-1)?.message, place).toBe(message);
  for (const part of parts) expect.soft(found.at(-1)?.message, place).toContain(part);
  // Settings can allow what the format doesn't, and of a file that isn't read, nothing else is said.
  const isOfFormat = context.level !== 'imported' && context.unread === undefined && context.roots === undefined;
  if (isOfFormat && context.agentsAreChosen !== true && context.visualStudio !== true)
    expect.soft(!problems.some(isError), place).toBe(obeysTheSpec(text));
}

/** Compares the fixes of the last problem with its case, and the text after each. */
function checkFixes({ code, text, context, fixes = [], place }: RuleCase): void {
  const document = new ConfigDocument(text);
  const problem = check(document, context).problems.findLast((each) => each.code === code);
  const offered = problem === undefined ? [] : usableFixes(document, problem, context);
  expect
    .soft(
      offered.map(({ title, preferred = false }) => ({ title, preferred })),
      place,
    )
    .toEqual(fixes.map(({ title, preferred }) => ({ title, preferred })));
  for (const [index, { result }] of fixes.entries())
    if (result !== undefined) expect.soft(applyChanges(text, offered[index]?.changes ?? []), place).toBe(result);
}

/** What messages and titles must not contain. */
const hidden = new RegExp([secrets.random, 'k3Jq9vT2', '982451653097', 'correct-horse-42'].join('|'));

describe.each(rules.map((rule) => [rule.code, rule] as const))('%s', (code, { severity, docs }) => {
  const cases = ruleCases.get(code) ?? [];

  test('prefers only its first fix', () => {
    for (const { text, context } of [...cases, { text: docs.wrong, context: exampleContext(docs) }]) {
      const document = new ConfigDocument(text);
      for (const problem of check(document, context).problems)
        expect((problem.fixes?.(document) ?? []).slice(1).filter(({ preferred }) => preferred === true)).toEqual([]);
    }
  });

  test('is the only rule that its wrong example breaks, and its right example has no problems', () => {
    expect(problemsOf(docs.wrong, exampleContext(docs)).map((problem) => problem.code)).toEqual([code]);
    expect(problemsOf(docs.right, exampleContext(docs))).toEqual([]);
    expect(obeysTheSpec(docs.right)).toBe(true);
  });

  test('is an error if and only if the spec rejects the wrong example', () => {
    if (!notOfFormat.has(code)) expect(severity === 'error').toBe(!obeysTheSpec(docs.wrong));
  });

  if (testedElsewhere.has(code)) return;

  test('has a fixture', () => {
    expect(cases.length).toBeGreaterThan(0);
  });

  test('reports and accepts what its fixture says [spec C13]', () => {
    for (const each of cases) checkCase(each);
  });

  test('has the fixes of its fixture', () => {
    for (const each of cases) if (each.fixes !== undefined) checkFixes(each);
  });

  test('has fixes that solve their problem with a minimal edit and lose nothing', () => {
    for (const { text, context, place } of cases.filter(({ isUnchecked }) => !isUnchecked)) {
      assertFixes(text, context);
      expect.soft(summaryOf(judge(text, context).violations), place).toBe('');
    }
  });

  test('has no secrets in messages, fix titles, and related information', () => {
    for (const { text, context, place } of cases) {
      const document = new ConfigDocument(text);
      const said = check(document, context).problems.map(({ fixes, ...problem }) => [
        problem,
        fixes?.(document).map(({ title }) => title),
      ]);
      expect.soft(JSON.stringify(said), place).not.toMatch(hidden);
    }
  });
});

test('every rule has a unique code in kebab case, and every fixture belongs to a rule', () => {
  const codes = rules.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)+$/);
  expect([...ruleCases.keys()].filter((code) => !codes.includes(code))).toEqual([]);
});

const codesOf = (text: string, context?: RuleContext) => problemsOf(text, context).map(({ code }) => code);

describe('one mistake is one problem', () => {
  const found = (text: string) =>
    problemsOf(text).map(({ code, offset }) => `${text.slice(0, offset).split('\n').length} ${code}`);

  test.each([
    ['{"mcpServers": {\n"do\ncs": {\n"command": "x"\n}\n}\n}', ['2 json-unclosed']],
    ['{"mcpServers": {"a": {\n"args: [\n"x",\n"y"\n]}}}', ['2 json-unclosed']],
    ['{"mcpServers": {"a": {\n"env":\n"A": "1",\n"B": "2"\n},\n"x": 1}}}', ['2 json-syntax']],
    ["{'mcpServers': {'a': {'command': 'x'}}}", ['1 json-syntax']],
    ['{"mcpServers": {"a": {"timeout": 1s},\n"b": {"timeout": 2s}}}', ['1 json-syntax', '2 json-syntax']],
    [
      '{"mcpServers": {"a": {"comand": "x"},\n"b": {"timeout": 1s},\n"c": {"comand": "x"}}}',
      ['1 unknown-key', '2 json-syntax', '3 unknown-key'],
    ],
    [server('{"command": "docker", "args": ["run", "-it", "a:1.2"]}'), ['1 container-terminal']],
    [server('{"type": "http", "url": "ws://example.com/sse"}'), ['1 invalid-url']],
    [server('{"baseUrl": "https://example.com/mcp"}'), ['1 unknown-key']],
    [server('{"command": "x", "url": ""}'), ['1 command-and-url']],
    [server('{"type": "builtin"}'), ['1 unknown-transport']],
    ['[{"mcpServers": {}}]', ['1 top-level-not-object']],
    ['"docs": {"command": "x", "colour": 1}', ['1 json-syntax']],
    [
      '{"mcpServers": {"a": {\n"comand": "x"\n"args": []\n}\n"b": {\n"comand": "x"}}}',
      ['2 unknown-key', '3 json-syntax', '5 json-syntax', '6 unknown-key'],
    ],
  ])('in %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe("another tool's format", () => {
  const plugin = '"$schema": "https://agent-plugins.org/schemas/1.0.0/mcp.schema.json"';
  const approving = '{"command": "x", "autoApprove": []}';

  test.each([
    [
      'is reported once, with all errors and without its variables',
      `{${plugin}, "mcpServers": {"a": {"type": "streamable-http", "url": "x"}, "b": {"type": "streamable-http", "url": "x"}, "c": {"command": "\${PLUGIN_ROOT}/x"}}}`,
      ['other-dialect', 'unknown-transport', 'unknown-transport'],
    ],
    [
      'is recognized by keys that every server has',
      `{"mcpServers": {"a": ${approving}, "b": ${approving}}}`,
      ['other-dialect', 'foreign-key', 'foreign-key'],
    ],
    [
      'is not recognized by a property of some servers',
      `{"mcpServers": {"a": ${approving}, "b": {"command": "x"}}}`,
      ['foreign-key'],
    ],
    [
      'does not suppress reports of secrets',
      `{${plugin}, "mcpServers": {"a": {"command": "x", "env": {"API_KEY": "k3Jq9vT2mXw8Lr5Z"}}}}`,
      ['other-dialect', 'literal-secret'],
    ],
  ])('%s', (_title, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  test('is named in the message', () => {
    expect(problemsOf(`{"mcpServers": {"a": ${approving}, "b": ${approving}}}`)[0]?.message).toContain('Cline');
  });
});

test('severities can be raised, lowered, or turned off for each rule', () => {
  const text = server('{"type": "sse", "url": "x", "colour": 1}');
  const shown = (severities: NonNullable<RuleContext['severities']>) =>
    problemsOf(text, { severities }).map(({ code, severity }) => `${severity} ${code}`);
  expect(shown({})).toEqual(['information legacy-sse', 'error unknown-key']);
  expect(shown({ 'legacy-sse': 'error', 'unknown-key': 'hint' })).toEqual(['error legacy-sse', 'hint unknown-key']);
  expect(shown({ 'legacy-sse': 'off', 'unknown-key': 'off' })).toEqual([]);
});

test.each([
  ['{"disabledServers": ["a"], "enabledServers": ["a"]}', '"a"', /./],
  ['{"mcpServers": {"a": {"command": "y"}, "a": {"command": "x"}}}', '"a": {"command": "x"', /^This server is used\.$/],
])('the related location is the other entry: %s', (text, other, message) => {
  const [problem] = problemsOf(text);
  expect(problem?.related).toEqual([
    { offset: text.indexOf(other), length: 3, message: expect.stringMatching(message) },
  ]);
});

test('known package names differ by more than one edit', () => {
  for (const names of Object.values(wellKnownPackages))
    for (const one of names) expect(names.filter((other) => isOneEdit(one, other))).toEqual([]);
});

test.each(['://', '${', '?', 'a-', '<a', 'your-', ':a@', '$A', '%A', 'x.', '{env:', `gh${'p_'}k3Jq9vT2 \${a`])(
  'hostile strings are checked in time if they repeat %s',
  (piece) => {
    const word = JSON.stringify(piece.repeat(Math.floor(3900 / piece.length)));
    const text = server(
      `{"command": "npx", "args": [${Array.from({ length: 500 }, () => word).join(',')}], "env": {"A_TOKEN": ${word}}}`,
    );
    expect(problemsOf(text, { level: 'project', environment: new Set() }).length).toBeLessThan(3000);
  },
);

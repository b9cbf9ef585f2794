// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
/** Any action for any text solves its problem, and loses no data unless its title says so. */

import { describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { rules } from '../../../server/rules/rule-list.ts';
import { looksLikeConfig } from '../../../server/rules/top-level.ts';
import { atLeast, cases, wholeCorpus } from '../../corpus.ts';
import { fc, inputs, isLongRun, runs } from '../random-runs.ts';
import { judge, judgeMany, judgePaste, summaryOf, type Violation } from './action-checks.ts';
import { examples } from './action-examples.ts';

/** Of documents with planted mistakes, and of random ones. */
const search = isLongRun ? { numRuns: Math.ceil(inputs(5000) / 10), endOnFailure: true } : { numRuns: runs(500) };

const contexts: readonly RuleContext[] = [
  { level: 'project', environment: new Set(['HOME', 'PATH']) },
  { level: 'user' },
  { level: 'imported' },
];
const allFiles = [...wholeCorpus(), ...cases()].map(({ text }) => text);
/** On a commit, each fourth of them. */
const files = allFiles.filter((_, index) => isLongRun || index % 4 === 0);
const small = allFiles.filter((text) => text.length < 2500);

/** Each of the contexts; on a commit, one of them for each text. */
const contextsOf = (index: number): readonly RuleContext[] =>
  isLongRun ? contexts : contexts.slice(index % contexts.length).slice(0, 1);

function judgeAll(
  texts: Iterable<string>,
  among: (index: number) => readonly RuleContext[] = contextsOf,
  judgeOne: (text: string, context: RuleContext) => ReturnType<typeof judge> = judge,
) {
  const violations: Violation[] = [];
  let offered = 0;
  for (const [index, text] of [...texts].entries())
    for (const context of among(index)) {
      const judged = judgeOne(text, context);
      offered += judged.offered;
      violations.push(...judged.violations);
    }
  return { offered, violations };
}

describe('no action loses data, merges servers or contradicts its message', () => {
  test('in any of the known examples', () => {
    const { violations } = judgeAll([...examples, ...rules.map(({ docs }) => docs.wrong)], () => [{}, ...contexts]);
    expect(violations.length, summaryOf(violations)).toBe(0);
  });

  test('in real files', () => {
    const { offered, violations } = judgeAll(files.filter((text) => text.length < 20_000));
    expect(violations.length, summaryOf(violations)).toBe(0);
    expect(offered).toBeGreaterThan(atLeast(runs(300), 5));
  });

  test.each([
    ['files with planted mistakes', () => planted],
    ['random documents', () => document],
  ])('in %s', { timeout: 0 }, (_, texts) => {
    const violations: Violation[] = [];
    let offered = 0;
    fc.assert(
      fc.property(texts(), fc.constantFrom(...contexts), (text, context) => {
        const judged = judge(text, context);
        offered += judged.offered;
        violations.push(...judged.violations);
      }),
      search,
    );
    expect(violations.length, summaryOf(violations)).toBe(0);
    expect(offered).toBeGreaterThan(runs(500));
  });
});

describe('fixing many problems at once adds no errors, keeps all servers, and makes no impossible variable', () => {
  test('in any of the known examples', () => {
    const { violations } = judgeAll([...examples, ...rules.map(({ docs }) => docs.wrong)], () => contexts, judgeMany);
    expect(violations.length, summaryOf(violations)).toBe(0);
  });

  test('in real files', () => {
    const { offered, violations } = judgeAll(files, contextsOf, judgeMany);
    expect(violations.length, summaryOf(violations)).toBe(0);
    expect(offered).toBeGreaterThan(atLeast(runs(700), 5));
  });

  test.each([
    ['files with planted mistakes', () => planted],
    ['random documents', () => document],
  ])('in %s', { timeout: 0 }, (_, texts) => {
    const violations: Violation[] = [];
    fc.assert(
      fc.property(texts(), fc.constantFrom(...contexts), (text, context) => {
        violations.push(...judgeMany(text, context).violations);
      }),
      isLongRun ? { ...search, numRuns: Math.ceil(search.numRuns / 5) } : { numRuns: 40 },
    );
    expect(violations.length, summaryOf(violations)).toBe(0);
  });
});

test('pasting a real file into another one adds no errors and keeps all servers', async () => {
  const violations: Violation[] = [];
  let offered = 0;
  // In a file of another kind, a single error stands for all of its properties.
  const isTarget = (text: string) => text.includes('"mcpServers"') && looksLikeConfig(new ConfigDocument(text));
  const configs = files.filter(isTarget);
  for (const [index, pasted] of files.entries()) {
    const text = configs[index % configs.length] ?? '';
    const inMap = text.indexOf('{', text.indexOf('"mcpServers"')) + 1;
    for (const [target, at] of [['', 0] as const, ['{}', 1] as const, [text, inMap] as const]) {
      const judged = await judgePaste(target, pasted, at);
      offered += judged.offered;
      violations.push(...judged.violations);
    }
  }
  expect(violations.length, summaryOf(violations)).toBe(0);
  expect(offered).toBeGreaterThan(atLeast(runs(500), 5));
});

/** Members left at the top level by users, other tools or typing errors. */
const topMembers = [
  ...['"servers": {"s1": {"command": "run-s1"}}', '"mcp_servers": {"s2": {"url": "https://s2.example/mcp"}}'],
  ...[
    '"servers": [{"name": "s3", "command": "run-s3"}]',
    '"servers": ["s4"]',
    '"MCPServers": {"s5": {"command": "c5"}}',
  ],
  ...[
    '"unknownKey": {"command": "run-unknownKey", "args": ["-q"]}',
    '"version": 1',
    '"disabledServers": ["a b", "docs"]',
  ],
  ...['"mcpServers": { /* m1 */ }', '"servers": {/* m2 */ "s6": {"command": /* m3 */ "c6"}}'],
  ...['"servers": {"s7": {"command": "c7" /* m4 */, "args": []}}', '"disabled_servers": [/* m5 */ "yyy"]'],
  ...['"enabledServers": ["docs"]', '"inputs": [{"id": "key"}]', '"disabled_servers": ["zzz"]', '"servers": null'],
];
const serverMembers = [
  ...['"cmd": "run-cmd"', '"comand": "run-comand"', '"arguments": ["one-arg"]', '"enviroment": {"EV": "ev-value"}'],
  ...['"environment": {"EN": "en-value"}', '"env": {"E": "e-value", "N": 1}', '"env": null', '"args": "-a --bee"'],
  ...['"url": "https://u.example/sse"', '"serverUrl": "https://w.example/mcp"', '"httpUrl": "https://g.example/mcp"'],
  ...['"type": "streamable-http"', '"type": 1', '"type": "stdio"', '"transport": "sse"', '"transportType": "http"'],
  ...['"timeout": "5s"', '"timeout": "x"', '"timeout_ms": 700', '"timeoutMs": 900', '"tool_timeout_sec": 6'],
  ...['"tool_timeout_sec": 7', '"disabled": true', '"disabled": false', '"enabled": true', '"enabled": "no"'],
  ...['"headers": {"X-A": "hv"}', '"http_headers": {"X-B": "hb"}', '"bearer_token_env_var": "TOK"', '"cwd": "/srv/x"'],
  ...['"alwaysAllow": ["tool-one"]', '"alwaysAllow": []', '"clientId": "the-client"', '"callbackPort": 3000'],
  ...[
    '"oauth": {"scopes": ["sc-a", "sc-b"], "callbackPort": "70000"}',
    '"auth": {"type": 1}',
    '"auth": {"tokenUrl": "tu"}',
  ],
  ...[
    '"requestIdFormat": 1',
    '"scope": "the-scope"',
    '"args": ["-p", "pkg-one", "--flag"]',
    '"command": "npx"',
    '"command": "npx -y pkg-two"',
  ],
  ...['"disabled" /* d1 */: /* d2 */ false', '"transport": /* t1 */ "sse"', '"callbackPort": /* p1 */ 3000'],
  ...['"environment": {/* e1 */ "EC": "ec-value" /* e2 */}', '"env": {/* e3 */}', '"Env": {/* e4 */ "EE": "ee-value"}'],
  ...['"env_http_headers": {/* h1 */ "X-D": "VAR_D"}', '"headers": { // h2\n}', '"scopes": [/* o1 */ "sc-c"]'],
  ...['"lazy": true', '"note": "a note"', '"env_http_headers": {"X-C": "VAR_C"}', '"oauth_resource": "res-one"'],
];

/** Valid and real files, with mistakes inserted where a member may begin. */
const seeds = [
  '{"mcpServers": {"docs": {"command": "docs-server", "args": ["--port", "1"], "env": {"A_KEY": "${A_KEY}"}}}}',
  '{\n  "mcpServers": {\n    "web": {\n      "type": "http",\n      "url": "https://example.com/mcp"\n    },\n    "a b": {\n      "command": "ab"\n    },\n    "a:b": {\n      "command": "ba",\n      "args": [\n        "one",\n        "two"\n      ]\n    }\n  }\n}\n',
  '{\r\n\t"mcpServers": {\r\n\t\t"docs": {\r\n\t\t\t"command": "npx"\r\n\t\t},\r\n\t\t"docs": {\r\n\t\t\t"url": "https://x.example"\r\n\t\t}\r\n\t}\r\n}',
  ...small,
];
const plant = fc.tuple(fc.nat(), fc.constantFrom(...topMembers, ...serverMembers));
const planted = fc
  .tuple(fc.constantFrom(...seeds), fc.array(plant, { minLength: 1, maxLength: 3 }))
  .map(([seed, plants]) =>
    plants.reduce((text, [place, member]) => {
      const starts = Array.from(text.matchAll(/\{(?=\s*")/g), ({ index }) => index + 1);
      const at = (topMembers.includes(member) ? starts[0] : starts[place % Math.max(1, starts.length)]) ?? 1;
      return `${text.slice(0, at)}${member}, ${text.slice(at)}`;
    }, seed),
  );

const server = fc
  .uniqueArray(fc.constantFrom(...serverMembers), { maxLength: 5 })
  .map((members) => `{${members.join(', ')}}`);
const names = ['docs', 'a b', 'a:b', 'a-b', 'a-b-2', 'ä', '', '日本', 'x'.repeat(120), 'unknownKey', 's1'];
const serverMap = fc
  .array(fc.tuple(fc.constantFrom(...names), server), { maxLength: 4 })
  .map((entries) => `{${entries.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`);
const rootKey = fc.constantFrom('mcpServers', 'mcpServers', 'servers', 'MCPServers', 'mcp_servers', 'docs', 'mcp');
const document = fc
  .tuple(
    fc.uniqueArray(fc.tuple(rootKey, fc.oneof(serverMap, server)), { maxLength: 3, selector: ([key]) => key }),
    fc.uniqueArray(fc.constantFrom(...topMembers), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([roots, others, pretty]) => {
    const members = [...roots.map(([key, value]) => `${JSON.stringify(key)}: ${value}`), ...others];
    const text = `{${members.join(', ')}}`;
    return pretty && !/\/[/*]|"([^"]+)":.*"\1":/s.test(text) ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text;
  });

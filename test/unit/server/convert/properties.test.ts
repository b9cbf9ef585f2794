/** Results conform to the spec, unreported values survive a round trip, and invalid input never crashes. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import { describe, expect, test } from 'vitest';
import { type TargetFormat, targetNames } from '../../../../common/generated/targets.ts';
import { formatNames, type ToolId } from '../../../../common/generated/tools.ts';
import { ConversionError, convert } from '../../../../server/convert/index.ts';
import { applyChanges } from '../../../../server/fixes/fix.ts';
import { atLeast, corpus } from '../../../corpus.ts';
import { fc, runs } from '../../random-runs.ts';
import { errorsOf, obeysTheSpec } from '../support.ts';
import { isReported, leaves } from './accounting.ts';
import { conversionFixtures } from './conversion-fixtures.ts';

const dialects = Object.keys(formatNames) as readonly ToolId[];
const targets = Object.keys(targetNames) as readonly TargetFormat[];

/** Converts. Returns a refusal; any other thrown value fails the test. */
async function attempt(...args: Parameters<typeof convert>) {
  try {
    return await convert(...args);
  } catch (error) {
    expect(error).toBeInstanceOf(ConversionError);
    return undefined;
  }
}

const files = corpus();

test("converts real files to the agent's format without errors", async () => {
  let servers = 0;
  for (const { name, text } of files) {
    const path = name.startsWith('vscode/')
      ? '/p/.vscode/mcp.json'
      : name.startsWith('cursor/')
        ? '/p/.cursor/mcp.json'
        : '/p/.mcp.json';
    const result = await attempt(text, { path });
    if (result === undefined) continue;
    servers += result.servers.length;
    expect(errorsOf(result.text), `${name}\n${result.text}`).toEqual([]);
    expect(obeysTheSpec(result.text), name).toBe(true);
  }
  expect(servers).toBeGreaterThan(atLeast(150, 30));
});

const variables = [
  '${TOKEN}',
  '${A_1:-x y}',
  '${workspaceFolder:-.}',
  '${HOME}',
  '$PLAIN',
  '~/x',
  'Bearer ',
  'x',
  ' ',
  '"',
  '\\',
  ...'! /sse ü {} $ } ${'.split(' '),
];
const text = fc.array(fc.constantFrom(...variables), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const key = fc.constantFrom('TOKEN', 'Authorization', 'a b', '__proto__', 'constructor', 'x.y', 'A[0]');
const strings = fc.array(fc.tuple(key, text), { maxLength: 3 }).map((pairs) => {
  const map = Object.create(null);
  for (const [name, value] of pairs) map[name] = value;
  return map;
});
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const common = {
  enabled: optional(fc.boolean()),
  timeout: optional(fc.nat()),
  requestIdFormat: optional(fc.constantFrom('string', 'number')),
  instructions: optional(fc.boolean()),
  auth: optional(fc.record({ type: fc.constantFrom('oauth', 'apikey'), resource: optional(text) })),
  oauth: optional(
    fc.record({
      clientId: optional(text),
      clientSecret: optional(text),
      scope: optional(text),
      callbackPort: optional(fc.integer({ min: 1, max: 65_535 })),
      prompt: optional(text),
    }),
  ),
};
const stdio = fc.record({
  command: text,
  args: optional(fc.array(text, { maxLength: 3 })),
  env: optional(strings),
  cwd: optional(text),
  ...common,
});
const remote = fc.record({
  type: fc.constantFrom('http', 'sse'),
  url: fc.oneof(text, fc.constantFrom('https://example.com/mcp', 'https://example.com/sse')),
  headers: optional(strings),
  ...common,
});
const name = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9_.-]{1,12}$/),
  fc.constantFrom('__proto__', 'constructor', 'toString'),
);
const config = fc.array(fc.tuple(name, fc.oneof(stdio, remote)), { maxLength: 3 }).map((entries) => {
  const members = new Map(entries.map(([own, server]) => [own, JSON.stringify(server)]));
  return `{"mcpServers": {${[...members].map(([own, server]) => `${JSON.stringify(own)}: ${server}`).join(', ')}}}`;
});

describe.each(targets)('Oh My Pi → %s → Oh My Pi', (to) => {
  test('preserves all values except reported ones', async () => {
    await fc.assert(
      fc.asyncProperty(config, async (given) => {
        const own = await convert(given, { from: 'oh-my-pi' });
        const there = await convert(own.text, { from: 'oh-my-pi', to });
        if (there.servers.every(({ done }) => done === 'skipped')) return;
        const back = await convert(there.text, { from: to });
        // A tool may reserve a name of the agent, so that the server is renamed.
        const names = new Map(there.servers.map(({ name: old, newName }) => [newName, old]));
        const oldName = (renamed: string): string => names.get(renamed) ?? renamed;
        const reports = [
          ...there.report,
          ...back.report.map((remark) => ({ ...remark, server: remark.server && oldName(remark.server) })),
        ];
        const after = new Map(
          leaves(JSON.parse(back.text).mcpServers).map(([path, value]) => [path.replace(/^[^\n]*/, oldName), value]),
        );
        const renamed = there.servers.filter(({ name: old, newName }) => newName !== old);
        expect(there.report.filter(({ kind }) => kind === 'renamed').map((remark) => remark.server)).toEqual(
          renamed.map((server) => server.name),
        );
        const before = new Map(leaves(JSON.parse(own.text).mcpServers));
        const usual = (path: string, value: unknown): boolean =>
          (/\n(?:enabled|instructions)$/.test(path) && value === true) ||
          (/\nrequestIdFormat$/.test(path) && value === 'number');
        const shown = (path: string, value: unknown): unknown => {
          if (typeof value !== 'string') return value;
          // Cursor tries both transports of a URL.
          if (to === 'cursor' && path.endsWith('\ntype')) return 'remote';
          // White space around the value of a header has no meaning.
          const trimmed = path.includes('\nheaders\n') ? value.trim() : value;
          // Codex omits a variable that isn't set, which is what an empty default means.
          return to === 'codex' && /\n(?:env|headers)\n/.test(path)
            ? trimmed.replace(/^(\$\{[^}:]+):-\}$/, '$1}')
            : trimmed;
        };
        for (const [path, value] of before)
          if (shown(path, after.get(path)) !== shown(path, value) && !usual(path, value))
            expect(
              isReported(path, reports),
              `${path} of\n${own.text}\n${there.text}\n${back.text}\n${JSON.stringify(reports)}`,
            ).toBe(true);
        for (const path of after.keys())
          if (!before.has(path))
            expect(
              isReported(path, reports),
              `${path} came from nowhere:\n${own.text}\n${there.text}\n${back.text}`,
            ).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });
});

test('accepts every config that the agent accepts and returns a valid config', async () => {
  await fc.assert(
    fc.asyncProperty(config, fc.constantFrom(...targets), async (given, to) => {
      const own = await convert(given, { from: 'oh-my-pi' });
      expect(obeysTheSpec(own.text), own.text).toBe(true);
      await convert(own.text, { from: 'oh-my-pi', to });
    }),
  );
});

describe('robustness', () => {
  const options = fc.record({
    from: optional(fc.constantFrom(...dialects)),
    to: fc.constantFrom(...targets),
    path: optional(fc.constantFrom('/p/.vscode/mcp.json', 'config.toml', 'x.yaml', '/p/.gemini/settings.json', '')),
    collision: fc.constantFrom('rename' as const, 'skip' as const, 'replace' as const),
  });
  const defined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));

  test('does not crash on random input and returns results that conform to the spec', async () => {
    const json = fc.json({ maxDepth: 5 });
    const piece = fc.constantFrom(
      ...'{ } [ ] " , :'.split(' '),
      '\n',
      ...'null "__proto__": "mcpServers":{ "command":"x" "args":[1,null,{}] "env":{"A":{}} "url":5'.split(' '),
      ...'"type":[]'.split(' '),
      '- ',
      '[mcp_servers.a]\n',
      'command = "x"\n',
      'mcpServers:\n',
      '  - name: a\n',
      '    url: http://x\n',
      '&a ',
      '*a',
      '<<: *a',
      'npx ',
      '-- ',
      "'",
      '$(',
      '\\',
      '\u0000',
      '\ud800',
    );
    const broken = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, broken, fc.string({ unit: 'binary' })), options, async (given, choice) => {
        const result = await attempt(given, defined(choice));
        if (result !== undefined && choice.to === 'oh-my-pi') expect(obeysTheSpec(result.text), result.text).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test('converts or rejects truncated files', async () => {
    for (const { text: whole, options } of conversionFixtures) {
      if (options.to !== undefined) continue;
      for (let end = 0; end < whole.length; end += 7) {
        const result = await attempt(whole.slice(0, end), options);
        if (result !== undefined) expect(errorsOf(result.text), whole.slice(0, end)).toEqual([]);
      }
    }
  });

  test('preserves every existing server when merging', async () => {
    await fc.assert(
      fc.asyncProperty(
        config,
        config,
        fc.constantFrom('rename' as const, 'skip' as const),
        async (given, target, collision) => {
          const pretty = JSON.stringify(JSON.parse(target), null, 2);
          for (const text of [target, pretty, pretty.replaceAll('\n', '\r\n')]) {
            const result = await convert(given, { from: 'oh-my-pi', into: text, collision });
            expect(applyChanges(text, result.changes)).toBe(result.text);
            expect(JSON.parse(result.text).mcpServers).toMatchObject(JSON.parse(text).mcpServers);
          }
        },
      ),
    );
  });

  test('rejects input that is too large, too deep, or recursive', async () => {
    const refused = async (given: string, choice: Parameters<typeof convert>[1]) => {
      const error = await convert(given, choice).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ConversionError);
      return (error as ConversionError).failure;
    };
    expect(await refused(`a: ${'x'.repeat(1_000_001)}`, { from: 'continue' })).toBe('too-large');
    expect(await refused(`{"a": "${'x'.repeat(20_000_001)}"}`, {})).toBe('too-large');
    expect(await refused('['.repeat(100_000), {})).toBe('broken');
    const indented = Array.from({ length: 1100 }, (_, level) => `${' '.repeat(level)}a:`).join('\n');
    const opened = ['- ', '? ', '[', '{a: ', '[b, "]", '].map((open) => `- ${open.repeat(1100)}`);
    for (const deep of [...opened, indented, `${indented}\nb`, `${'- '.repeat(1100)}\nb`])
      expect(await refused(deep, { from: 'continue' }), deep.slice(0, 40)).toBe('too-large');
    const dotted = `{${'a.'.repeat(100)}a=`;
    const closed = `${dotted.repeat(3)}1${'}'.repeat(3)}`;
    for (const deep of ['['.repeat(1100), '{a='.repeat(1100), `["]", ''']''', `.repeat(1100), closed])
      expect(await refused(`x = ${deep}`, { from: 'codex' }), deep.slice(0, 40)).toBe('too-large');
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'.split('').map((letter, index) => `${letter}: &${letter} [${`*${'abcdefgh'[index]},`.repeat(9)}]`),
    ];
    expect(await refused(bomb.join('\n'), { from: 'continue' })).toBe('too-large');
    expect(['broken', 'too-large']).toContain(await refused('mcpServers: &a\n  - *a\n', { from: 'continue' }));
  });

  test('treats names of prototype members as ordinary keys', async () => {
    const given =
      '{"mcpServers": {"__proto__": {"command": "x", "env": {"__proto__": "y", "constructor": "z"}}, "constructor": {"command": "c"}}}';
    const result = await convert(given);
    expect(result.text).toContain('"__proto__": {');
    expect(result.text).toContain('"__proto__": "y"');
    expect(JSON.parse(result.text).mcpServers.constructor).toEqual({ command: 'c' });
    expect(({} as { command?: unknown }).command).toBeUndefined();
    const toml = await convert('[mcp_servers.__proto__]\ncommand = "x"\n');
    expect(toml.text).toContain('"__proto__"');
  });

  test('does not quote invalid text in error messages', async () => {
    for (const [given, from] of [
      ['token = "SECRET', 'codex'],
      ['a: "SECRET', 'continue'],
      ['{"a": SECRET', 'vscode'],
    ] as const)
      await expect(convert(given, { from })).rejects.toThrow(/^(?!.*SECRET)/s);
  });
});

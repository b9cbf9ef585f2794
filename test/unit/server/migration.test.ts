/** Moving servers to `.mcp.json`: a fixture of files before and after, and a search for lost data in real files. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ToolId } from '../../../common/generated/tools.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { readersOf } from '../../../server/agents/differences.ts';
import { readEntry } from '../../../server/agents/table/read-entry.ts';
import { type JsonNode, liveMembers, memberValue } from '../../../server/config/text/json.ts';
import { parseText } from '../../../server/config/text/parse.ts';
import { commentsIn } from '../../../server/convert/tree.ts';
import { type MigrationPlan, planMigration } from '../../../server/editing/migration/migration.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import type { AgentFacts } from '../../../server/tools/agent-facts.ts';
import { wholeCorpus } from '../../corpus.ts';
import { fc, runs } from '../random-runs.ts';
import { problemsOf } from './support.ts';

const readers = agents.filter(({ facts }) => facts.readsShared === true).map(({ facts }) => facts);
/** What the chosen agents read is allowed. */
const context: RuleContext = {
  level: 'standalone',
  readers: readersOf(readers),
  agents: readers.map(({ id }) => id),
  agentsAreChosen: true,
};
const roots: Readonly<Partial<Record<ToolId, readonly string[]>>> = {
  vscode: ['servers'],
  'claude-code': ['projects', '/p', 'mcpServers'],
};
const rootOf = (dialect: ToolId) => roots[dialect] ?? ['mcpServers'];

interface Outcome extends MigrationPlan {
  readonly targetAfter: string;
  readonly sourceAfter: string;
}

function migrate(dialect: ToolId, text: string, target?: string): Outcome {
  const plan = planMigration({ text, dialect, root: rootOf(dialect) }, target, readers);
  const targetAfter = applyChanges(target ?? '', plan.target);
  return { ...plan, targetAfter, sourceAfter: applyChanges(text, plan.source) };
}

const serversIn = (text: string, root: readonly string[] = ['mcpServers']) =>
  liveMembers(root.reduce<JsonNode | undefined>(memberValue, parseText(text).root));

const plainText = (text: string): string => text.replace(/\s+/g, ' ');

/** Returns the scalar values in a node, as text. */
function leavesOf(node: JsonNode | undefined): readonly string[] {
  switch (node?.type) {
    case 'object':
      return node.members.flatMap(({ value }) => leavesOf(value));
    case 'array':
      return node.items.flatMap(leavesOf);
    case 'string':
      return [node.value];
    case 'number':
      return [node.source];
    case 'boolean':
      return [String(node.value)];
    default:
      return ['null'];
  }
}

/** Returns the texts of a source that are neither in the results nor in the report. */
function lostIn(text: string, root: readonly string[], { targetAfter, sourceAfter, report }: Outcome): string[] {
  const said = plainText(report);
  const lost: string[] = [];
  for (const [name, { value }] of serversIn(text, root)) {
    const after = [serversIn(sourceAfter, root).get(name), serversIn(targetAfter).get(name)];
    if (after.every((member) => member === undefined)) lost.push(name);
    const kept = after.flatMap((member) => leavesOf(member?.value)).join('\n');
    // The text around a variable stays as it is, and so does its name, unless it is a prompt.
    for (const leaf of leavesOf(value))
      for (const part of leaf.split(/(\$\{[^{}]*\})/)) {
        const forms = [
          part,
          part.replace(/^\$\{env:(.*)\}$/, '${$1}').replace('${/}', '/'),
          part.replace(/^(\d+)s$/, (_, seconds) => String(seconds * 1000)),
        ];
        const isKept = forms.some((each) => kept.includes(each));
        const isPrompt = part.startsWith('${input:') && said.includes(`${name} ›`) && kept.includes('${');
        if (!isKept && !isPrompt && !said.includes(plainText(part))) lost.push(`${name}: ${part}`);
      }
  }
  for (const { offset, length } of commentsIn(text)) {
    const comment = text.slice(offset, offset + length).trim();
    if (!sourceAfter.includes(comment) && !said.includes(plainText(comment))) lost.push(comment);
  }
  return lost;
}

const isUsed = (agent: AgentFacts, name: string, node: JsonNode | undefined): boolean =>
  readEntry(agent, name, node).skipped === undefined;

/** Checks what holds for every migration. */
function assertSound(dialect: ToolId, text: string, target?: string): Outcome {
  const first = migrate(dialect, text, target);
  expect(lostIn(text, rootOf(dialect), first)).toEqual([]);
  const after = serversIn(first.targetAfter);
  for (const name of first.moved)
    for (const agent of readers) expect(isUsed(agent, name, after.get(name)?.value), `${agent.id}: ${name}`).toBe(true);
  if (first.moved.length > 0) {
    expect(() => JSON.parse(first.targetAfter)).not.toThrow();
    const codes = (file: string) =>
      problemsOf(file, context)
        .filter(({ severity }) => severity === 'error')
        .map(({ code, message }) => `${code}: ${message}`);
    const before = codes(target ?? '{"mcpServers": {}}');
    expect(codes(first.targetAfter).filter((error) => !before.includes(error))).toEqual([]);
  }
  for (const name of serversIn(target ?? '').keys()) expect(after.has(name)).toBe(true);
  // Again, with the old file as it was, and without the moved servers.
  const again = first.targetAfter === '' ? undefined : first.targetAfter;
  expect(migrate(dialect, text, again).target).toEqual([]);
  expect(migrate(dialect, text, again).moved).toEqual(first.moved);
  const rest = migrate(dialect, first.sourceAfter, again);
  expect({ target: rest.target, source: rest.source }).toEqual({ target: [], source: [] });
  return first;
}

interface Case {
  readonly title: string;
  readonly dialect: ToolId;
  readonly parts: Readonly<Record<string, string>>;
}

const cases = readFileSync(new URL('../../fixtures/migration.txt', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((part): Case => {
    const [head = '', ...sections] = part.split(/^--- /m);
    const [title = '', dialect = ''] = head.trim().split('\n@ ');
    const parts = sections.map((section) => {
      const [name = '', ...lines] = section.split('\n');
      return [name, lines.join('\n').replace(/\n+$/, '\n')] as const;
    });
    return { title, dialect: dialect as ToolId, parts: Object.fromEntries(parts) };
  });

describe('moving servers to .mcp.json', () => {
  test.each(cases.map((one) => [one.title, one] as const))('%s', (_title, { dialect, parts }) => {
    const { source = '', target, 'source after': sourceAfter, 'target after': targetAfter } = parts;
    if (parts.refused !== undefined) {
      expect(() => migrate(dialect, source, target)).toThrow(parts.refused.trim());
      return;
    }
    const outcome = assertSound(dialect, source, target);
    if (process.env.PRINT) console.log(`${outcome.sourceAfter}---\n${outcome.targetAfter}---\n${outcome.report}`);
    expect(outcome.targetAfter).toBe(targetAfter ?? target ?? '');
    expect(outcome.sourceAfter).toBe(sourceAfter ?? source);
    expect(outcome.isEmptied).toBe(parts.emptied !== undefined);
    for (const line of (parts.report ?? '').split('\n')) expect(plainText(outcome.report)).toContain(plainText(line));
  });

  describe('real files lose no server, value, or comment', () => {
    const files = wholeCorpus().filter(({ name }) => !name.startsWith('not-config'));
    test.each(files.map(({ name, text }) => [name, text] as const))('%s', (_name, text) => {
      for (const dialect of ['vscode', 'cursor', 'windsurf'] as const) {
        const source = dialect === 'vscode' ? text.replace('"mcpServers"', '"servers"') : text;
        if (parseText(source).faults.some(({ damaging }) => damaging)) continue;
        assertSound(dialect, source);
        assertSound(dialect, source, '{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n');
      }
    });
  });

  test('random entries lose no server or value', () => {
    const text = fc.constantFrom(
      'x',
      './a',
      '${workspaceFolder}/a',
      '--f=${workspaceFolder}',
      '${env:A}',
      '${input:b-c}',
      '${X}',
      '!x',
      '${userHome}/x',
      '${file}',
    );
    const value = fc.oneof(text, fc.constantFrom(1, null, true, ['x'], {}));
    const entry = fc.record(
      {
        type: fc.constantFrom('stdio', 'http', 'sse', 'streamable-http', 'ws'),
        command: text,
        args: fc.oneof(fc.array(text), value),
        env: fc.oneof(fc.dictionary(fc.constantFrom('A', 'B'), value), value),
        url: fc.oneof(fc.constantFrom('https://a.b/mcp', 'https://a.b/sse', 'https://${env:H}/'), value),
        headers: fc.dictionary(fc.constantFrom('A', 'B'), value),
        cwd: fc.oneof(fc.constant('${workspaceFolder}'), text),
        timeout: fc.constantFrom<unknown>(0, 500, 30_000, '1'),
        envFile: text,
        version: text,
        tools: fc.constantFrom<unknown>(['a'], [{ name: 'a' }]),
        note: value,
      },
      { requiredKeys: [] },
    );
    const name = fc.constantFrom('a', 'b c', 'workspace', 'D', 'd');
    const dialect = fc.constantFrom<ToolId>('vscode', 'cursor', 'windsurf');
    const property = fc.property(
      dialect,
      fc.dictionary(name, entry),
      fc.dictionary(name, entry),
      (one, servers, others) => {
        const source = JSON.stringify(
          { [rootOf(one)[0] ?? '']: servers, inputs: [{ id: 'b-c', default: 'q' }] },
          null,
          2,
        );
        assertSound(one, source, JSON.stringify({ mcpServers: others }));
      },
    );
    fc.assert(property, { numRuns: runs(200) });
  });
});

/** Proposals, edits, and migrations of servers. `test/fixtures/agents/oh-my-pi.txt` shows what changes of servers do to files. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import { beforeAll, describe, expect, test } from 'vitest';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { quoteWord, splitCommandLine } from '../../../server/config/shell-words.ts';
import { endOf, type Span } from '../../../server/config/text/json.ts';
import { appendWrittenMember } from '../../../server/editing/layout.ts';
import { propose } from '../../../server/editing/proposal.ts';
import { composeChanges } from '../../../server/fixes/compose-changes.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { ServersEditing } from '../../../server/protocol/servers-editing.ts';
import type { FeatureContext } from '../../../server/workspace/feature-context.ts';
import { fc, runs } from '../random-runs.ts';
import { config, home, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const cursor = `${project}/.cursor/mcp.json`;
const x = { command: 'x' };

test('several changes become one set of changes of the original text', () => {
  const change = fc.record({ at: fc.nat(30), length: fc.nat(5), text: fc.string({ maxLength: 4 }) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(fc.array(change, { maxLength: 4 })), (original, written) => {
      let text = original;
      const rounds = written.map((round) => {
        let end = 0;
        const changes = round.map((one) => {
          const offset = Math.min(end + one.at, text.length);
          const length = Math.min(one.length, text.length - offset);
          // Changes of one set don't touch each other.
          end = offset + length + 1;
          return { offset, length, text: one.text };
        });
        const valid = changes.filter(({ offset }, index) => index === 0 || offset > endOf(changes[index - 1] as Span));
        text = applyChanges(text, valid);
        return valid.toReversed();
      });
      const composed = composeChanges(original, rounds);
      expect(applyChanges(original, composed)).toBe(text);
      expect(composed.every((each, index) => index === 0 || each.offset > endOf(composed[index - 1] as Span))).toBe(
        true,
      );
    }),
    { numRuns: runs(500) },
  );
});

describe('proposals', () => {
  const proposed = (line: string, rest: { header?: string; name?: string } = {}) =>
    propose({ folder: project, line, ...rest }, [{ name: 'github', source: { label: 'x.json' } }]);

  // After "|", a header; after "safer", the variant without secrets.
  test.each([
    'npx -y @modelcontextprotocol/server-filesystem@2026.8.31 ./docs → filesystem {"command":"npx","args":["-y","@modelcontextprotocol/server-filesystem@2026.8.31","./docs"]}',
    'node \'my server.js\' → my-server {"command":"node","args":["my server.js"]}',
    'uvx mcp-server-fetch==1.0 → fetch {"command":"uvx","args":["mcp-server-fetch==1.0"]}',
    'docker run -i --rm ghcr.io/github/github-mcp-server:1.0 → github-2 {"command":"docker","args":["run","-i","--rm","ghcr.io/github/github-mcp-server:1.0"]}',
    'https://mcp.sentry.dev/mcp → sentry {"type":"http","url":"https://mcp.sentry.dev/mcp"}',
    'https://api.githubcopilot.com/mcp/ → githubcopilot {"type":"http","url":"https://api.githubcopilot.com/mcp/"}',
    'http://localhost:3000/sse → localhost {"type":"sse","url":"http://localhost:3000/sse"}',
    'http://127.0.0.1:3000/sse?x=1 → 127.0.0.1 {"type":"sse","url":"http://127.0.0.1:3000/sse?x=1"}',
    '${BASE}/mcp → server {"type":"http","url":"${BASE}/mcp"}',
    'https://mcp.docs.io/sse | Authorization: Bearer k3Jq9vT2mXw8Lr5ZpQ → docs {"type":"sse","url":"https://mcp.docs.io/sse","headers":{"Authorization":"Bearer k3Jq9vT2mXw8Lr5ZpQ"}} safer {"server":{"type":"sse","url":"https://mcp.docs.io/sse","headers":{"Authorization":"Bearer ${DOCS_TOKEN}"}},"variables":["${DOCS_TOKEN}"]}',
    'API_KEY=k3Jq9vT2mXw8Lr5Z MODE=fast docs → docs {"command":"docs","env":{"API_KEY":"k3Jq9vT2mXw8Lr5Z","MODE":"fast"}} safer {"server":{"command":"docs","env":{"API_KEY":"${API_KEY}","MODE":"fast"}},"variables":["${API_KEY}"]}',
  ])('have a name and a server: %s', (row) => {
    const [input = '', expected] = row.split(' → ');
    const [line = '', header] = input.split(' | ');
    const { name, server, safer } = proposed(line, header === undefined ? {} : { header });
    const variant = safer === null ? '' : ` safer ${JSON.stringify(safer)}`;
    expect(`${name} ${JSON.stringify(server)}${variant}`).toBe(expected);
  });

  test.each([
    ['', {}, 'Enter the command that starts the server.'],
    ["node 'a", {}, 'Missing closing quote.'],
    ['ftp://example.com', {}, 'Enter a URL that starts with http:// or https://.'],
    ['https://a.io', { header: 'x' }, 'Enter the header as Name: value.'],
    ['a', { name: 'a b' }, /isn't a valid server name/],
    ['a', { name: 'github' }, 'A server named "github" already exists in x.json.'],
  ] as const)('reject %j with the options %j', (line, rest, problem) => {
    expect(() => proposed(line, rest)).toThrow(problem);
  });
});

test('words are the same when a quoted command line is split again', () => {
  const words = ['a', '', 'b c', "it's", '"', '\\', 'C:\\x y', '$HOME', '`id`', '*', '~', '\\\\host'];
  expect(splitCommandLine(words.map(quoteWord).join(' '))).toEqual(words);
  expect(splitCommandLine('\\\\server\\share\\tool.exe "\\\\wsl$\\a b\\c" --x')).toEqual([
    '\\\\server\\share\\tool.exe',
    '\\\\wsl$\\a b\\c',
    '--x',
  ]);
  expect(splitCommandLine('C:\\tools\\run.exe "a \\"b\\"" c\\ d')).toEqual(['C:\\tools\\run.exe', 'a "b"', 'c d']);
});

describe('appendWrittenMember', () => {
  test('terminates if a multiline value has no indentation', () => {
    const text = '{\n  "a": 1\n}';
    const { root } = new ConfigDocument(text);
    if (root?.type !== 'object') throw new Error('not an object');
    const changes = appendWrittenMember(text, root, 'b', { text: '[\n1\n]', indent: '', step: '' });
    expect(applyChanges(text, changes)).toBe('{\n  "a": 1,\n  "b": [\n  1\n  ]\n}');
  });
});

describe('migrateServers', () => {
  const migrate = (texts: Readonly<Record<string, string>>) =>
    new ServersEditing({ workspace: workspaceWith(texts) } as FeatureContext).migrate({ folder: project });

  test('returns one edit per file for each source with servers, and the local scope of this project', async () => {
    const projects = { '/project': { mcpServers: { b: { command: 'y' } } }, '/other': { mcpServers: { c: x } } };
    const migrations = await migrate({
      [`${project}/.vscode/mcp.json`]: JSON.stringify({ servers: { a: x } }),
      [cursor]: config({}),
      [`${home}/.claude.json`]: JSON.stringify({ projects }),
    });
    expect(migrations.map(({ source, moved, isEmptied }) => [source.label, source.count, moved, isEmptied])).toEqual([
      ['.vscode/mcp.json', 1, ['a'], true],
      ['~/.claude.json', 1, ['b'], false],
    ]);
    expect(
      migrations[0]?.targetEdit?.documentChanges?.map((step) => ('kind' in step ? step.kind : step.edits.length)),
    ).toEqual(['create', 1]);
    expect(migrations[1]?.sourceEdit?.documentChanges).toHaveLength(1);
  });

  test('offers files that no agent reads', async () => {
    const settings = { permissions: { allow: ['x'] }, mcpServers: { b: { command: 'y' } } };
    const migrations = await migrate({
      [`${project}/.claude/settings.json`]: JSON.stringify(settings),
      [`${project}/.agents/mcp.json`]: JSON.stringify({ mcp: { servers: { a: x } } }),
      [`${project}/.claude/settings.local.json`]: JSON.stringify({ permissions: {} }),
      [`${project}/.codex/mcp.json`]: config({ a: x }),
    });
    expect(migrations.map(({ source, moved, isEmptied }) => [source.label, moved, isEmptied])).toEqual([
      ['.agents/mcp.json', ['a'], false],
      ['.claude/settings.json', ['b'], false],
    ]);
  });

  test('says why nothing can be moved to a broken file', async () => {
    const [migration] = await migrate({ [cursor]: config({ a: x }), [`${project}/.mcp.json`]: '{' });
    expect(migration?.problem).toBe("The target isn't strict JSON (line 1). Fix it first. Nothing was changed.");
  });

  test('offers no source without a project', async () => {
    const workspace = workspaceWith({ [`${home}/.claude.json`]: '{}' }, { roots: [] });
    expect(await new ServersEditing({ workspace } as FeatureContext).migrate({ folder: null })).toEqual([]);
  });
});

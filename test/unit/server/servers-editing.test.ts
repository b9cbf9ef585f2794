/** Changes of servers by the agent's rules: the edited file, minimal edits, and refused changes. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import { beforeAll, describe, expect, test } from 'vitest';
import type { ServerChange } from '../../../common/tool-servers.ts';
import { ConfigDocument } from '../../../server/config/document.ts';
import { endOf, type Span } from '../../../server/config/json.ts';
import { quoteWord, splitCommandLine } from '../../../server/config/shell-words.ts';
import { loadToml } from '../../../server/config/source-file.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { copy } from '../../../server/editing/copies.ts';
import { FilesDraft } from '../../../server/editing/files-draft.ts';
import { appendWrittenMember } from '../../../server/editing/layout.ts';
import { propose } from '../../../server/editing/proposal.ts';
import { composeChanges } from '../../../server/fixes/compose-changes.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { ServersEditing } from '../../../server/protocol/servers-editing.ts';
import type { FeatureContext } from '../../../server/workspace/feature-context.ts';
import { fc, runs } from '../random-runs.ts';
import { config, home, MemoryFiles, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;
const standalone = `${project}/.mcp.json`;
const cursor = `${project}/.cursor/mcp.json`;
const x = { command: 'x' };
const y = { command: 'y' };

type Texts = Readonly<Record<string, string>>;

const placeOf = (folder: string | null) => workspaceWith({}).places.ofProject(folder ?? undefined);
const at = (uri: string, name = 'docs') => ({ folder: project, uri, name });

/** Returns the files that differ after the changes, and the refusals. */
function outcome(texts: Texts, ...changes: readonly ServerChange[]): { files: Texts; refused: readonly string[] } {
  const files = new MemoryFiles(texts);
  const { draft, refused } = applyServerChanges(new FilesDraft((uri) => files.read(uri)), changes, placeOf);
  const changed = draft
    .changes()
    .filter((file) => file.isNew || file.changes.length > 0)
    .map((file) => [file.uri, applyChanges(files.read(file.uri) ?? '', file.changes)]);
  return { files: Object.fromEntries(changed), refused: refused.map(({ reason }) => reason) };
}

const done = (files: Texts) => ({ files, refused: [] });
const refusedWith = (reason: string) => ({ files: {}, refused: [reason] });

test('a change that a setting of Oh My Pi prevents says so', () => {
  const ofUser = `${home}/.cursor/mcp.json`;
  const files = new MemoryFiles({ [ofUser]: config({ docs: x }), [own]: config({ bad: {} }) });
  const enable = (uri: string, name: string): ServerChange => ({ kind: 'enable', server: at(uri, name) });
  const changes = [enable(ofUser, 'docs'), enable(own, 'bad')];
  const { refused } = applyServerChanges(new FilesDraft((uri) => files.read(uri)), changes, placeOf);
  expect(refused).toEqual([
    { index: 0, reason: expect.stringContaining('"cursor" isn\'t in "enabledProviders"'), isBySetting: true },
    { index: 1, reason: expect.stringContaining('would be invalid') },
  ]);
});

test('an imported server is disabled in its project by a disabled copy that takes its name', () => {
  const copy: ServerChange = { kind: 'copy', server: at(cursor), to: { folder: project, uri: own } };
  const { files, refused } = outcome({ [cursor]: config({ docs: x }) }, copy, { kind: 'disable', server: at(own) });
  expect(refused).toEqual([]);
  expect(Object.keys(files)).toEqual([own]);
  expect(JSON.parse(files[own] ?? '')).toEqual({ mcpServers: { docs: { command: 'x', enabled: false } } });
});

describe('disable', () => {
  const disable = (uri: string): ServerChange => ({ kind: 'disable', server: at(uri) });

  test("sets enabled to false in an entry of Oh My Pi's own files", () => {
    const text = '{\r\n\t"mcpServers": {\r\n\t\t"docs": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}\r\n';
    expect(outcome({ [own]: text }, disable(own))).toEqual(
      done({ [own]: text.replace('"x"', '"x",\r\n\t\t\t"enabled": false') }),
    );
    expect(outcome({ [user]: '{"mcpServers": {"docs": {"command": "x"}}}' }, disable(user))).toEqual(
      done({ [user]: '{"mcpServers": {"docs": {"command": "x", "enabled": false}}}' }),
    );
    expect(outcome({ [standalone]: config({ docs: x }) }, disable(standalone))).toEqual(
      done({ [standalone]: '{"mcpServers":{"docs":{"command":"x", "enabled": false}}}' }),
    );
  });

  test.each(['true', '"yes"', 'null'])('replaces "enabled": %s', (value) => {
    const text = `{"mcpServers": {"docs": {"enabled": ${value}, "command": "x"}}}`;
    expect(outcome({ [own]: text }, disable(own))).toEqual(done({ [own]: text.replace(value, 'false') }));
  });

  test("adds an imported server to the user's denylist and creates the file if needed", () => {
    const text = config({ docs: x });
    const made = { [user]: '{\n  "disabledServers": ["docs"]\n}\n' };
    expect(outcome({ [cursor]: text }, disable(cursor))).toEqual(done(made));
    // The agent doesn't read the lists in .mcp.json.
    const secondary = `${home}/.omp/agent/.mcp.json`;
    expect(outcome({ [cursor]: text, [secondary]: '{"disabledServers": ["docs"]}' }, disable(cursor))).toEqual(
      done(made),
    );
  });

  test('also removes the name from the allowlist, which overrides the entry', () => {
    const texts = { [own]: config({ docs: x }), [user]: '{\n  "enabledServers": [\n    "a",\n    "docs"\n  ]\n}\n' };
    expect(outcome(texts, disable(own))).toEqual(
      done({
        [own]: '{"mcpServers":{"docs":{"command":"x", "enabled": false}}}',
        [user]: '{\n  "enabledServers": [\n    "a"\n  ]\n}\n',
      }),
    );
  });

  test('only removes the name from the allowlist if the imported server is disabled in its own file', () => {
    const texts = { [cursor]: config({ docs: { ...x, enabled: false } }), [user]: '{"enabledServers": ["docs"]}' };
    expect(outcome(texts, disable(cursor))).toEqual(done({ [user]: '{"enabledServers": []}' }));
  });

  test('rejects an overridden server', () => {
    const texts = { [own]: config({ docs: x }), [user]: config({ docs: y }) };
    expect(outcome(texts, disable(user))).toEqual(
      refusedWith(`"docs" isn't in effect. Overridden: .omp/mcp.json defines the same name.`),
    );
  });
});

describe('enable', () => {
  const enable = (uri: string): ServerChange => ({ kind: 'enable', server: at(uri) });

  test('removes every duplicate of "enabled": false from an entry', () => {
    const text = '{"mcpServers": {"docs": {"enabled": false, "command": "x", "enabled": false}}}';
    expect(outcome({ [own]: text }, enable(own))).toEqual(
      done({ [own]: '{"mcpServers": {"docs": {"command": "x"}}}' }),
    );
  });

  test('removes every duplicate of the name from the denylist', () => {
    const texts = { [own]: config({ docs: x }), [user]: '{"disabledServers": ["a", "docs", "docs"]}' };
    expect(outcome(texts, enable(own))).toEqual(done({ [user]: '{"disabledServers": ["a"]}' }));
  });

  test('adds an imported server disabled in its own file to the allowlist, without changing that file', () => {
    const texts = {
      [cursor]: config({ docs: { ...x, enabled: false } }),
      [user]: '{\n\t"mcpServers": {},\n\t"disabledServers": ["docs"]\n}',
    };
    expect(outcome(texts, enable(cursor))).toEqual(
      done({ [user]: '{\n\t"mcpServers": {},\n\t"disabledServers": [],\n\t"enabledServers": ["docs"]\n}' }),
    );
  });

  test('restores the text from before disabling', () => {
    const text = '{\n  "mcpServers": {\n    "docs": {\n      "command": "x"\n    }\n  }\n}\n';
    for (const uri of [own, standalone]) {
      const off = outcome({ [uri]: text }, { kind: 'disable', server: at(uri) }).files;
      expect(outcome(off, enable(uri)).files).toEqual({ [uri]: text });
    }
  });

  test('reports why the server would have no effect', () => {
    expect(outcome({ [own]: config({ docs: { enabled: false } }) }, enable(own))).toEqual(
      refusedWith('"docs" in .omp/mcp.json would be invalid: missing "command" or "url".'),
    );
    expect(
      outcome({ [own]: config({ a: x }), [user]: config({ docs: { ...x, enabled: false } }) }, enable(user)),
    ).toEqual(
      refusedWith('"docs" in ~/.omp/agent/mcp.json would be overridden: "a" in .omp/mcp.json has the same connection.'),
    );
  });
});

describe('server changes', () => {
  test.each([
    ['a comment', '{"mcpServers": {"docs": {"command": "x"}}} // mine', /\.omp\/mcp\.json isn't strict JSON\. Fix it/],
    ['a top-level array', '[]', /no longer exists/],
    ['an array as "mcpServers"', '{"mcpServers": []}', /no longer exists/],
  ])('are rejected in a file with %s', (_what, text, reason) => {
    for (const kind of ['enable', 'disable', 'remove'] as const) {
      const { files, refused } = outcome({ [own]: text }, { kind, server: at(own) });
      expect(files).toEqual({});
      expect(refused).toEqual([expect.stringMatching(reason)]);
    }
  });

  test.each([
    ['{"disabledServers": "docs"}', /"disabledServers" in .* isn't an array/],
    ['{"disabledServers": [],}', /isn't strict JSON/],
    ['[]', /doesn't contain a JSON object/],
  ])("are rejected if the user's file contains %s", (text, reason) => {
    const texts = { [cursor]: config({ docs: x }), [user]: text };
    const { files, refused } = outcome(texts, { kind: 'disable', server: at(cursor) });
    expect(files).toEqual({});
    expect(refused).toEqual([expect.stringMatching(reason)]);
  });

  test.each([
    ['{"mcpServers": 1}', /"mcpServers" in .omp\/mcp.json isn't an object/],
    ['{"mcpServers": {}} x', /isn't strict JSON/],
    ['7', /doesn't contain a JSON object/],
  ])('are rejected when a server is added to %s', (text, reason) => {
    const { files, refused } = outcome({ [own]: text }, add({ to: own }));
    expect(files).toEqual({});
    expect(refused).toEqual([expect.stringMatching(reason)]);
  });

  test("are rejected in another tool's file", () => {
    const texts = { [cursor]: config({ docs: x }) };
    const rejected = refusedWith(".cursor/mcp.json belongs to Cursor and can't be changed here.");
    expect(outcome(texts, { kind: 'remove', server: at(cursor) })).toEqual(rejected);
    expect(outcome(texts, { kind: 'move', server: at(cursor), to: { folder: project, uri: own } })).toEqual(rejected);
  });

  test("convert servers copied from other tools' files, and moving them is rejected", async () => {
    const codex = `${project}/.codex/config.toml`;
    const openCode = `${project}/opencode.json`;
    const files = new MemoryFiles({
      [codex]: '[mcp_servers.docs]\ncommand = "x"\nstartup_timeout_sec = 20\nenv_vars = ["TOKEN"]\ncolour = 1\n',
      [openCode]:
        '{"mcp": {"web": {"type": "remote", "url": "https://a.io/mcp", "enabled": false}, "bad": {"type": "local"}}}',
    });
    const to = { folder: project, uri: own };
    const list: readonly ServerChange[] = [
      { kind: 'copy', server: at(codex), to },
      { kind: 'copy', server: at(openCode, 'web'), to },
      { kind: 'copy', server: at(openCode, 'bad'), to },
      { kind: 'move', server: at(openCode, 'web'), to: { folder: project, uri: standalone } },
    ];
    const { draft: after, refused, omitted } = applied(files, list);
    const [file, ...others] = after.changes();
    expect([file?.uri, file?.isNew, others]).toEqual([own, true, []]);
    expect(JSON.parse(applyChanges('', file?.changes ?? []))).toEqual({
      mcpServers: {
        docs: { command: 'x', env: { TOKEN: '${TOKEN:-}' } },
        web: { type: 'http', url: 'https://a.io/mcp', enabled: false },
      },
    });
    expect(refused).toEqual([
      { index: 2, reason: `Couldn't convert "bad". Missing or invalid "command".` },
      { index: 3, reason: "opencode.json belongs to OpenCode and can't be changed here." },
    ]);
    expect(omitted).toEqual([
      '"docs" › startup_timeout_sec: The target format has only one timeout, for requests.',
      '"docs" › colour: The target format has no such setting.',
    ]);
  });
});

function applied(files: MemoryFiles, list: readonly ServerChange[]) {
  return applyServerChanges(new FilesDraft((uri) => files.read(uri)), list, placeOf);
}

function add({ to, name = 'new', server = x }: { to: string; name?: string; server?: object }): ServerChange {
  return { kind: 'add', to: { folder: project, uri: to }, name, server };
}

describe('add', () => {
  const server = { command: 'npx', args: ['-y', 'a'] };
  const lines = (indent: string, step: string) => JSON.stringify(server, null, step).split('\n').join(`\n${indent}`);

  test.each([
    ['a new file', undefined, `{\n  "mcpServers": {\n    "new": ${lines('    ', '  ')}\n  }\n}\n`],
    ['an empty file', '\n', `{\n  "mcpServers": {\n    "new": ${lines('    ', '  ')}\n  }\n}\n`],
    ['an empty object', '{}', '{"mcpServers": {"new": {"command":"npx","args":["-y","a"]}}}'],
    [
      'an empty "mcpServers"',
      '{\n\t"mcpServers": {},\n\t"x": 1\n}',
      `{\n\t"mcpServers": {\n\t\t"new": ${lines('\t\t', '\t')}\n\t},\n\t"x": 1\n}`,
    ],
    [
      'a file with other servers',
      '{\n    "mcpServers": {\n        "a": {"command": "a"}\n    }\n}\n',
      `{\n    "mcpServers": {\n        "a": {"command": "a"},\n        "new": ${lines('        ', '    ')}\n    }\n}\n`,
    ],
    [
      'a single-line file',
      '{"mcpServers":{"a":{"command":"a"}}}',
      '{"mcpServers":{"a":{"command":"a"}, "new": {"command":"npx","args":["-y","a"]}}}',
    ],
  ])('inserts the server into %s', (_what, text, expected) => {
    const { files, refused } = outcome(text === undefined ? {} : { [own]: text }, add({ to: own, server }));
    expect(refused).toEqual([]);
    expect(files).toEqual({ [own]: expected });
  });

  test('rejects duplicate, invalid, disabled and overridden servers, and files that cannot be edited', () => {
    const texts = { [own]: config({ new: y }), [user]: config({ b: { command: 'z' } }, { disabledServers: ['no'] }) };
    const reasons = (one: ServerChange) => outcome(texts, one).refused;
    expect(reasons(add({ to: own }))).toEqual(['.omp/mcp.json already contains "new". Rename one of them first.']);
    expect(reasons(add({ to: own, name: 'a b' }))[0]).toMatch(/isn't a valid server name/);
    expect(reasons(add({ to: own, name: 'no' }))[0]).toMatch(/would be disabled: listed in "disabledServers"/);
    expect(reasons(add({ to: user }))[0]).toMatch(/would be overridden: \.omp\/mcp\.json defines the same name/);
    expect(reasons(add({ to: standalone, name: 'twin', server: y }))[0]).toMatch(/has the same connection/);
    expect(reasons(add({ to: cursor }))[0]).toMatch(/belongs to Cursor/);
    expect(reasons(add({ to: 'file:///etc/mcp.json' }))).toEqual(["Oh My Pi doesn't read this file."]);
  });
});

describe('remove, move and copy', () => {
  const text =
    '{\n  "mcpServers": {\n    "a": { "command": "a" },\n    "docs": {\n      "command": "x",\n      "timeout": 1e3\n    }\n  }\n}\n';

  test('remove deletes only the lines of the entry', () => {
    expect(outcome({ [own]: text }, { kind: 'remove', server: at(own) })).toEqual(
      done({ [own]: '{\n  "mcpServers": {\n    "a": { "command": "a" }\n  }\n}\n' }),
    );
  });

  test('remove deletes every entry of a duplicate name', () => {
    const repeated = '{"mcpServers": {"docs": {"command": "1"}, "a": {"command": "a"}, "docs": {"command": "2"}}}';
    expect(outcome({ [own]: repeated }, { kind: 'remove', server: at(own) })).toEqual(
      done({ [own]: '{"mcpServers": {"a": {"command": "a"}}}' }),
    );
  });

  test('move preserves the values of the entry and uses the layout of the other file', () => {
    const other = '{\r\n\t"mcpServers": {\r\n\t\t"b": {}\r\n\t}\r\n}';
    expect(
      outcome({ [own]: text, [user]: other }, { kind: 'move', server: at(own), to: { folder: project, uri: user } }),
    ).toEqual(
      done({
        [user]:
          '{\r\n\t"mcpServers": {\r\n\t\t"b": {},\r\n\t\t"docs": {\r\n\t\t\t"command": "x",\r\n\t\t\t"timeout": 1e3\r\n\t\t}\r\n\t}\r\n}',
        [own]: '{\n  "mcpServers": {\n    "a": { "command": "a" }\n  }\n}\n',
      }),
    );
  });

  test('move and copy create the file, and copy keeps the original entry', () => {
    const made = '{\n  "mcpServers": {\n    "docs": {\n      "command": "x",\n      "timeout": 1e3\n    }\n  }\n}\n';
    const { files } = outcome({ [own]: text }, { kind: 'move', server: at(own), to: { folder: project, uri: user } });
    expect(files[user]).toBe(made);
    expect(outcome({ [own]: text }, { kind: 'copy', server: at(own), to: { folder: project, uri: user } })).toEqual(
      done({ [user]: made }),
    );
  });

  describe('of a server with a secret', () => {
    const secret = 'sk-live-9f8a7b6c5d4e3f2a1b0c';
    const kinds = ['move', 'copy'] as const;
    const to = (uri: string) => ({ folder: project, uri });
    const refusal = (field: string, file: string) =>
      refusedWith(`"docs": "${field}" looks like a secret, which ${file} would share. Use a variable instead.`);

    test.each(kinds)('%s from the user to the project is refused', (kind) => {
      for (const [entry, field] of [
        [{ ...x, env: { API_TOKEN: secret } }, 'env.API_TOKEN'],
        [{ ...x, env: { API_TOKEN: `\${TOKEN:-${secret}}` } }, 'env.API_TOKEN'],
        [{ ...x, args: ['--api-key', secret] }, 'args'],
        [{ url: 'https://a.example', headers: { Authorization: `Bearer ${secret}` } }, 'headers.Authorization'],
      ] as const) {
        const change = { kind, server: at(user), to: to(own) };
        expect(outcome({ [user]: config({ docs: entry }) }, change)).toEqual(refusal(field, '.omp/mcp.json'));
      }
      const escaped = config({ docs: { ...x, env: { K: secret } } }).replace('sk-live', 's\\u006b-live');
      const change = { kind, server: at(user), to: to(standalone) };
      expect(outcome({ [user]: escaped }, change)).toEqual(refusal('env.K', '.mcp.json'));
      const variable = config({ docs: { ...x, env: { API_TOKEN: '${API_TOKEN}' } } });
      expect(outcome({ [user]: variable }, { kind, server: at(user), to: to(own) }).refused).toEqual([]);
    });

    test('another tool of the user is no way around it', () => {
      const texts = { [`${home}/.cursor/mcp.json`]: config({ docs: { ...x, env: { API_TOKEN: secret } } }) };
      const change = { kind: 'copy', server: at(`${home}/.cursor/mcp.json`), to: to(own) } as const;
      expect(outcome(texts, change)).toEqual(refusal('env.API_TOKEN', '.omp/mcp.json'));
    });

    test('a copy that shares nothing new says so', () => {
      const files = new MemoryFiles({ [own]: config({ docs: { ...x, env: { API_TOKEN: secret } } }) });
      const change = { kind: 'copy', server: at(own), to: to(user) } as const;
      const { refused, omitted } = applyServerChanges(new FilesDraft((uri) => files.read(uri)), [change], placeOf);
      expect({ refused, omitted }).toEqual({
        refused: [],
        omitted: ['"docs" › env.API_TOKEN: This looks like a secret, and is copied as it is. Use a variable instead.'],
      });
    });
  });

  describe('of strings that only files in the agent folders accept', () => {
    const to = { folder: project, uri: standalone };
    const kinds = ['move', 'copy'] as const;
    const entry = (enabled: unknown, timeout: unknown) => JSON.stringify({ command: 'x', enabled, timeout });
    const inOwn = (text: string) => ({
      [own]: `{"mcpServers": {"docs": ${text}}}`,
      [standalone]: '{"mcpServers": {}}',
    });

    test.each(kinds)('%s writes "enabled" and "timeout" as a boolean and a number', (kind) => {
      for (const [enabled, timeout, expected] of [
        ['false', '5000', entry(false, 5000)],
        ['0', '', entry(false, 0)],
        ['TRUE', 'soon', entry(true, 'soon')],
      ] as const) {
        const { files, refused } = outcome(inOwn(entry(enabled, timeout)), { kind, server: at(own), to });
        expect(refused).toEqual([]);
        expect(files[standalone]).toBe(`{"mcpServers": {"docs": ${expected}}}`);
      }
    });

    test.each(kinds)('%s rejects variables', (kind) => {
      const refused = (text: string) => outcome(inOwn(text), { kind, server: at(own), to });
      const reason =
        'of "docs" contains a variable, which Oh My Pi expands only in its own folders. Replace the variable first.';
      expect(refused(entry('${OFF:-false}', 1))).toEqual(refusedWith(`"enabled" ${reason}`));
      expect(refused(entry(false, '${LIMIT}'))).toEqual(refusedWith(`"timeout" ${reason}`));
    });

    test.each(kinds)('%s rejects a string that would disable the server', (kind) => {
      const texts = { [standalone]: config({ docs: { ...x, enabled: 'false' } }) };
      expect(outcome(texts, { kind, server: at(standalone), to: { folder: project, uri: own } })).toEqual(
        refusedWith('"enabled" of "docs" would have another effect in .omp/mcp.json. Set it to true or false first.'),
      );
    });
  });

  test('copy makes relative paths of Codex absolute at user level', async () => {
    const codex = `${project}/.codex/config.toml`;
    const files = new MemoryFiles({ [codex]: '[mcp_servers.docs]\ncommand = "./x"\n' });
    const { draft } = applied(files, [{ kind: 'copy', server: at(codex), to: { folder: project, uri: user } }]);
    const { docs } = JSON.parse(draft.text(user) ?? '').mcpServers;
    expect(docs.command).toBe(`${project.replace('file://', '')}/x`);
  });

  test('move rejects a duplicate name, an overridden server and the same file', () => {
    const to = { folder: project, uri: user };
    const taken = { [own]: text, [user]: config({ docs: y }) };
    expect(outcome(taken, { kind: 'move', server: at(own), to }).refused[0]).toMatch(
      /~\/\.omp\/agent\/mcp\.json already contains/,
    );
    const beaten = { [own]: text, [`${project}/.omp/.mcp.json`]: config({ docs: y }) };
    expect(outcome(beaten, { kind: 'move', server: at(own), to }).refused[0]).toMatch(
      /would be overridden: \.omp\/\.mcp\.json/,
    );
    expect(
      outcome({ [own]: text }, { kind: 'move', server: at(own), to: { folder: project, uri: own } }).refused,
    ).toEqual(['"docs" is already in this file.']);
  });
});

describe('several changes', () => {
  test('result in one set of edits, and rejected changes are reported', () => {
    const text = '{"mcpServers": {"a": {"command": "a"}, "docs": {"command": "x"}, "c": {"command": "c"}}}';
    expect(
      outcome(
        { [own]: text },
        { kind: 'remove', server: at(own, 'a') },
        { kind: 'disable', server: at(own, 'gone') },
        { kind: 'disable', server: at(own) },
        { kind: 'remove', server: at(own, 'c') },
      ),
    ).toEqual({
      files: { [own]: '{"mcpServers": {"docs": {"command": "x", "enabled": false}}}' },
      refused: ['"gone" no longer exists.'],
    });
  });

  test('become one set of changes of the original text', () => {
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
          const valid = changes.filter(
            ({ offset }, index) => index === 0 || offset > endOf(changes[index - 1] as Span),
          );
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

  test('do not undo each other', () => {
    const texts = {
      [own]: config({ docs: { ...x, enabled: false } }),
      [user]: config({ b: { ...x, enabled: false } }),
    };
    const { files, refused } = outcome(
      texts,
      { kind: 'enable', server: at(user, 'b') },
      { kind: 'enable', server: at(own) },
    );
    expect(Object.keys(files)).toEqual([user]);
    expect(refused).toEqual([
      '"b" in ~/.omp/agent/mcp.json would be overridden: "docs" in .omp/mcp.json has the same connection.',
    ]);
  });
});

describe('proposals', () => {
  const proposed = (line: string, rest: { header?: string; name?: string } = {}) =>
    propose({ folder: project, line, ...rest }, [{ name: 'github', source: { label: 'x.json' } }]);

  test.each([
    [
      'npx -y @modelcontextprotocol/server-filesystem@2026.8.31 ./docs',
      'filesystem',
      ['-y', '@modelcontextprotocol/server-filesystem@2026.8.31', './docs'],
    ],
    ["node 'my server.js'", 'my-server', ['my server.js']],
    ['uvx mcp-server-fetch==1.0', 'fetch', ['mcp-server-fetch==1.0']],
    [
      'docker run -i --rm ghcr.io/github/github-mcp-server:1.0',
      'github-2',
      ['run', '-i', '--rm', 'ghcr.io/github/github-mcp-server:1.0'],
    ],
  ])('derive the name and the arguments from %s', (line, name, args) => {
    expect(proposed(line)).toMatchObject({ name, server: { args }, safer: null });
  });

  test.each([
    ['https://mcp.sentry.dev/mcp', 'sentry', 'http'],
    ['https://api.githubcopilot.com/mcp/', 'githubcopilot', 'http'],
    ['http://localhost:3000/sse', 'localhost', 'sse'],
    ['http://127.0.0.1:3000/sse?x=1', '127.0.0.1', 'sse'],
    ['${BASE}/mcp', 'server', 'http'],
  ])('derive the name and the transport from %s', (url, name, type) => {
    expect(proposed(url)).toEqual({ name, server: { type, url }, safer: null });
  });

  test('offer a safer variant for a secret in a header or an environment variable', () => {
    const header = 'Authorization: Bearer k3Jq9vT2mXw8Lr5ZpQ';
    expect(proposed('https://mcp.docs.io/sse', { header })).toEqual({
      name: 'docs',
      server: { type: 'sse', url: 'https://mcp.docs.io/sse', headers: { Authorization: 'Bearer k3Jq9vT2mXw8Lr5ZpQ' } },
      safer: {
        server: { type: 'sse', url: 'https://mcp.docs.io/sse', headers: { Authorization: 'Bearer ${DOCS_TOKEN}' } },
        variables: ['${DOCS_TOKEN}'],
      },
    });
    expect(proposed('API_KEY=k3Jq9vT2mXw8Lr5Z MODE=fast docs')).toEqual({
      name: 'docs',
      server: { command: 'docs', env: { API_KEY: 'k3Jq9vT2mXw8Lr5Z', MODE: 'fast' } },
      safer: { server: { command: 'docs', env: { API_KEY: '${API_KEY}', MODE: 'fast' } }, variables: ['${API_KEY}'] },
    });
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

describe('copies', () => {
  const texts = new MemoryFiles({
    [own]: config({
      docs: { command: 'npx', args: ['-y', "it's"], env: { A: 'b c' }, enabled: false, timeout: 5 },
      web: { type: 'http', url: 'https://a.io?x=1&y', headers: { Authorization: 'Bearer ${T}' } },
      evil: { command: 'x', args: ['\u001b[201~'] },
    }),
    [`${project}/opencode.json`]: '{"mcp": {"docs": {"type": "local", "command": ["x"]}}}',
    [cursor]: '{"mcpServers": {"old": {"type": "sse", "url": "http://b"}, "guild": {"command": "x", "args": [1.10]}}}',
  });
  const copied = async (as: 'json' | 'command', ...servers: [string, string][]) => copiedFrom(texts, as, ...servers);
  const copiedFrom = async (texts: MemoryFiles, as: 'json' | 'command', ...servers: [string, string][]) => {
    const draft = new FilesDraft((uri) => texts.read(uri));
    const places = servers.map(([uri, name]) => at(uri, name));
    return copy(draft, places, as, placeOf);
  };

  test('contain servers as JSON under mcpServers', async () => {
    const { text, omitted } = await copied('json', [own, 'web'], [cursor, 'old'], [`${project}/opencode.json`, 'docs']);
    expect(JSON.parse(text ?? '')).toEqual({
      mcpServers: {
        web: { type: 'http', url: 'https://a.io?x=1&y', headers: { Authorization: 'Bearer ${T}' } },
        old: { type: 'sse', url: 'http://b' },
        docs: { command: 'x' },
      },
    });
    expect(omitted).toEqual([]);
  });

  test('contain servers of the same name under unique names, and report them', async () => {
    const opencode = `${project}/opencode.json`;
    const { text, omitted } = await copied('json', [own, 'docs'], [opencode, 'docs'], [own, 'docs']);
    const { docs, ...others } = JSON.parse(text ?? '').mcpServers;
    expect(docs.command).toBe('npx');
    expect(others).toEqual({ 'docs-2': { command: 'x' } });
    expect(omitted).toEqual(['"docs": Renamed to "docs-2": the original name is invalid or already used.']);
  });

  test('contain all layers of a server of OpenCode', async () => {
    const layers = new MemoryFiles({
      [`${project}/opencode.json`]: '{"mcp": {"docs": {"type": "remote", "url": "https://p", "headers": {"A": "1"}}}}',
      [`${project}/.opencode/opencode.json`]: '{"mcp": {"docs": {"headers": {"B": "2"}, "colour": 1}}}',
    });
    const { text, omitted } = await copiedFrom(layers, 'json', [`${project}/.opencode/opencode.json`, 'docs']);
    expect(JSON.parse(text ?? '').mcpServers.docs).toEqual({
      type: 'http',
      url: 'https://p',
      headers: { A: '1', B: '2' },
    });
    expect(omitted).toEqual(['"docs" › colour: The target format has no such setting.']);
  });

  test('keep the relative paths of Codex, which start at the project as those of Oh My Pi', async () => {
    const codex = `${project}/.codex/config.toml`;
    const file = new MemoryFiles({
      [codex]:
        '[mcp_servers.a]\ncommand = "./bin/x"\n[mcp_servers.b]\ncommand = "./x"\ncwd = ".."\n[mcp_servers.c]\ncommand = "x"\n',
    });
    const { text, omitted } = await copiedFrom(file, 'json', [codex, 'a'], [codex, 'b'], [codex, 'c']);
    expect(JSON.parse(text ?? '').mcpServers).toEqual({
      a: { command: './bin/x' },
      b: { command: './x', cwd: '..' },
      c: { command: 'x' },
    });
    expect(omitted).toEqual([
      expect.stringMatching(/^"a" › command: Kept as in Codex, where relative paths start at the project\./),
      expect.stringMatching(/^"b" › cwd: Kept as in Codex, where relative paths start at the project\./),
    ]);
  });

  test('keep the spelling of numbers in files of other tools, and report it', async () => {
    const { text, omitted } = await copied('json', [cursor, 'guild']);
    expect(JSON.parse(text ?? '')).toEqual({ mcpServers: { guild: { command: 'x', args: ['1.10'] } } });
    expect(omitted).toEqual([expect.stringMatching(/^"guild" › args\[0\]: Converted to a string/)]);
  });

  test('contain servers as command lines, and omitted settings are reported', async () => {
    expect(await copied('command', [own, 'docs'], [own, 'web'], [own, 'evil'])).toEqual({
      text:
        "claude mcp add --scope project --env 'A=b c' --transport stdio docs -- npx -y 'it'\\''s'\n" +
        "claude mcp add --scope project --transport http web 'https://a.io?x=1&y' --header 'Authorization: Bearer ${T}'",
      omitted: [
        `"docs" › enabled: Claude Code can't disable a server in its file. The server will be enabled.`,
        '"docs" › timeout: Claude Code has no such setting.',
        '"evil": The entry contains control characters, which are unsafe in a terminal.',
      ],
    });
  });

  test('preserve words when a quoted command line is split again', () => {
    const words = ['a', '', 'b c', "it's", '"', '\\', 'C:\\x y', '$HOME', '`id`', '*', '~', '\\\\host'];
    expect(splitCommandLine(words.map(quoteWord).join(' '))).toEqual(words);
    expect(splitCommandLine('\\\\server\\share\\tool.exe "\\\\wsl$\\a b\\c" --x')).toEqual([
      '\\\\server\\share\\tool.exe',
      '\\\\wsl$\\a b\\c',
      '--x',
    ]);
    expect(splitCommandLine('C:\\tools\\run.exe "a \\"b\\"" c\\ d')).toEqual(['C:\\tools\\run.exe', 'a "b"', 'c d']);
  });
});

describe('appendWrittenMember', () => {
  test('terminates if a multiline value has no indentation', () => {
    const text = '{\n  "a": 1\n}';
    const { root } = new ConfigDocument(text);
    if (root?.type !== 'object') throw new Error('not an object');
    const change = appendWrittenMember(text, root, 'b', { text: '[\n1\n]', indent: '', step: '' });
    expect(applyChanges(text, [change])).toBe('{\n  "a": 1,\n  "b": [\n  1\n  ]\n}');
  });
});

describe('migrateServers', () => {
  const migrate = (texts: Texts) =>
    new ServersEditing({ workspace: workspaceWith(texts) } as FeatureContext).migrate({ folder: project });

  test('returns one edit per file for each source with servers, and the local scope of this project', async () => {
    const projects = { '/project': { mcpServers: { b: y } }, '/other': { mcpServers: { c: x } } };
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

  test('says why nothing can be moved to a broken file', async () => {
    const [migration] = await migrate({ [cursor]: config({ a: x }), [standalone]: '{' });
    expect(migration?.problem).toBe("The target isn't strict JSON (line 1). Fix it first. Nothing was changed.");
  });

  test('offers no source without a project', async () => {
    const workspace = workspaceWith({ [`${home}/.claude.json`]: '{}' }, { roots: [] });
    expect(await new ServersEditing({ workspace } as FeatureContext).migrate({ folder: null })).toEqual([]);
  });
});

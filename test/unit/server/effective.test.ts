/** Servers in effect: all sources in order, and all rules of precedence. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import type { EffectiveServer } from '../../../server/config/effective.ts';
import { loadToml } from '../../../server/config/source-file.ts';
import type { Place } from '../../../server/config/sources.ts';
import { stateInWords } from '../../../server/config/state-text.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const x = { command: 'x' };
const y = { command: 'y' };

/** All files of the table, highest precedence first, each with one server. */
const inOrder: readonly (readonly [string, (server: object) => string])[] = [
  [`${project}/.omp/mcp.json`, (server) => config({ same: server })],
  [`${project}/.omp/.mcp.json`, (server) => config({ same: server })],
  [`${home}/.omp/agent/mcp.json`, (server) => config({ same: server })],
  [`${home}/.omp/agent/.mcp.json`, (server) => config({ same: server })],
  [`${project}/.claude/.mcp.json`, (server) => config({ same: server })],
  [`${home}/.claude.json`, (server) => config({ same: server }, { numStartups: 7 })],
  [`${project}/.codex/config.toml`, () => '[mcp_servers.same]\ncommand = "x"\n'],
  [`${home}/.codex/config.toml`, () => 'model = "m"\n\n[mcp_servers."same"]\nurl = "https://example.com"\n'],
  [`${project}/.gemini/settings.json`, (server) => config({ same: server }, { theme: 'dark' })],
  [`${home}/.gemini/settings.json`, (server) => config({ same: server })],
  [`${project}/.opencode/opencode.json`, () => '{"mcp": {"same": {"type": "local", "command": ["x", "y"]}},} // ours'],
  [`${project}/.cursor/mcp.json`, (server) => config({ same: server })],
  [`${home}/.cursor/mcp.json`, (server) => config({ same: server })],
  [`${project}/.windsurf/mcp_config.json`, (server) => config({ same: server })],
  [`${home}/.codeium/windsurf/mcp_config.json`, (server) => config({ same: server })],
  [`${project}/.vscode/mcp.json`, (server) => JSON.stringify({ mcp: { servers: { same: server } } })],
  [`${project}/mcp.json`, (server) => config({ same: server })],
  [`${project}/.mcp.json`, (server) => config({ same: server })],
];

function serversOf(workspace: Workspace): readonly EffectiveServer[] {
  return workspace.placeState(workspace.places.ofProject(workspace.places.roots[0])).effective.servers;
}

/** Makes the agent read the user files of other tools. */
const importsAll = { [`${project}/.omp/settings.json`]: '{"enabledProviders": ["all"]}' };

/** Returns `name@file: state` for each definition. */
function told(texts: Readonly<Record<string, string>>): string[] {
  return serversOf(workspaceWith(texts)).map(
    (server) => `${server.name} @ ${server.source.label}: ${stateInWords(server)}`,
  );
}

function states(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    serversOf(workspaceWith(texts)).map((server) => [`${server.name} ${server.source.label}`, server.state]),
  );
}

describe('sources', () => {
  test('are listed in order of precedence', () => {
    const { places } = workspaceWith({});
    const uris = ohMyPiAgent.sources(places.ofProject(project)).map(({ uri }) => uri);
    const expected = inOrder.map(([uri]) => uri);
    expect(uris.filter((uri) => expected.includes(uri))).toEqual(expected);
  });

  test.each(inOrder.map(([uri], index) => [uri, index] as const))(
    'include %s, which takes precedence over all later sources',
    (uri, index) => {
      const rest = inOrder.slice(index).map(([file, text]) => [file, text({ command: file })] as const);
      const servers = serversOf(workspaceWith({ ...Object.fromEntries(rest), ...importsAll }));
      expect(servers.length).toBe(rest.length);
      expect(servers[0]).toMatchObject({ state: 'inEffect', source: { uri } });
      for (const server of servers.slice(1)) {
        expect(server).toMatchObject({ state: 'overridden', reason: { kind: 'same-name', by: { source: { uri } } } });
      }
    },
  );

  test('have a label, level, kind, and tool', () => {
    const { places } = workspaceWith({});
    const kinds = ohMyPiAgent
      .sources(places.ofProject(project))
      .map(({ label, level, kind, tool }) => [label, level, kind, tool]);
    expect(kinds).toContainEqual(['.omp/mcp.json', 'project', 'oh-my-pi', 'Oh My Pi']);
    expect(kinds).toContainEqual(['~/.omp/agent/mcp.json', 'user', 'oh-my-pi', 'Oh My Pi']);
    expect(kinds).toContainEqual(['~/.claude.json', 'user', 'imported', 'Claude Code']);
    expect(kinds).toContainEqual(['.vscode/mcp.json', 'project', 'imported', 'VS Code']);
    expect(kinds).toContainEqual(['.mcp.json', 'project', 'standalone', 'Oh My Pi']);
  });

  test('are only user-level without a project, and only project-level without a home folder', () => {
    const { places } = workspaceWith({});
    const levels = (place: Place) => new Set(ohMyPiAgent.sources(place).map(({ level }) => level));
    expect(levels(places.ofProject(undefined))).toEqual(new Set(['user']));
    expect(levels({ ...places.ofProject(project), home: undefined, ohMyPiFolder: undefined })).toEqual(
      new Set(['project']),
    );
  });

  test('include the user-level file of a profile instead of the default one', () => {
    const profile = `${home}/.omp/profiles/night%20shift/agent/mcp.json`;
    const workspace = workspaceWith({ [profile]: config({ a: x }), [`${home}/.omp/agent/mcp.json`]: config({ a: y }) });
    const { effective } = workspace.placeState(workspace.places.ofFile(profile));
    expect(effective.servers.map(({ source, state }) => [source.label, state])).toEqual([
      ['~/.omp/profiles/night shift/agent/mcp.json', 'inEffect'],
    ]);
  });

  test('are in the folders from the settings', () => {
    const folders = { projectDirectory: '.agent', userDirectory: '~/.me', home: '/home/me' };
    const texts = { [`${project}/.agent/mcp.json`]: config({ a: x }), [`${home}/.me/mcp.json`]: config({ b: y }) };
    const servers = serversOf(workspaceWith(texts, { folders }));
    expect(servers.map(({ name, source }) => `${name} ${source.label}`)).toEqual([
      'a .agent/mcp.json',
      'b ~/.me/mcp.json',
    ]);
  });

  test('include each file once if the project is the home folder', () => {
    const workspace = workspaceWith({ [`${home}/.cursor/mcp.json`]: config({ a: x }) }, { roots: [home] });
    expect(serversOf(workspace).map(({ state }) => state)).toEqual(['inEffect']);
  });

  test('use the text in the editor instead of the file on disk', async () => {
    const { openIn } = await import('./files.ts');
    const uri = `${project}/.mcp.json`;
    const workspace = workspaceWith({ [uri]: config({ old: x }) });
    openIn(workspace, uri, config({ new: x }));
    expect(serversOf(workspace).map(({ name }) => name)).toEqual(['new']);
    workspace.remove(uri);
    expect(serversOf(workspace).map(({ name }) => name)).toEqual(['old']);
  });

  test('belong to their own project or, if user-level, to the only workspace folder', () => {
    const workspace = workspaceWith({}, { roots: [project, 'file:///other'] });
    const projectOf = (uri: string) => workspace.places.ofFile(uri).project;
    expect(projectOf(`${project}/.omp/mcp.json`)).toBe(project);
    expect(projectOf(`${project}/packages/one/.mcp.json`)).toBe(`${project}/packages/one`);
    expect(projectOf('file:///other/.cursor/mcp.json')).toBe('file:///other');
    expect(projectOf(`${home}/.omp/agent/mcp.json`)).toBeUndefined();
    expect(workspaceWith({}).places.ofFile(`${home}/.omp/agent/mcp.json`).project).toBe(project);
  });
});

const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;
const standalone = `${project}/.mcp.json`;
const cursor = `${project}/.cursor/mcp.json`;

describe('precedence', () => {
  test('uses the first definition without merging others', () => {
    const servers = serversOf(workspaceWith({ [own]: config({ a: x }), [user]: config({ a: { ...x, timeout: 1 } }) }));
    expect(servers.map(({ state }) => state)).toEqual(['inEffect', 'overridden']);
  });

  test('names the overriding file as the reason', () => {
    expect(told({ [own]: config({ a: x }), [user]: config({ a: y }) })).toEqual([
      'a @ .omp/mcp.json: In effect',
      'a @ ~/.omp/agent/mcp.json: Overridden: .omp/mcp.json defines the same name',
    ]);
  });

  test.each([
    ['command', { command: 'x', args: ['1'] }, { args: ['1'], command: 'x' }],
    ['env, in any order', { ...x, env: { A: '1', B: '2' } }, { ...x, env: { B: '2', A: '1' } }],
    ['the default of requestIdFormat', { ...x, requestIdFormat: 'number' }, x],
    ['a type that is the default', { ...x, type: 'stdio' }, x],
    [
      'an unknown type, whose url and headers are compared',
      { type: 'local', command: 'x', args: ['1'] },
      { type: 'local', command: 'x', args: ['2'] },
    ],
    ['settings outside the connection', { ...x, timeout: 1, instructions: false }, x],
    [
      'url, headers and auth',
      { type: 'http', url: 'u', headers: { A: '1' }, auth: { type: 'oauth', clientId: 'c' } },
      { auth: { clientId: 'c', type: 'oauth' }, headers: { A: '1' }, url: 'u', type: 'http' },
    ],
  ])('overrides servers with an equal connection under another name: %s', (_name, one, other) => {
    expect(states({ [own]: config({ a: one }), [user]: config({ b: other }) })).toEqual({
      'a .omp/mcp.json': 'inEffect',
      'b ~/.omp/agent/mcp.json': 'overridden',
    });
    expect(states({ [own]: config({ a: one, b: other }) })['b .omp/mcp.json']).toBe('overridden');
  });

  test.each([
    ['args', { ...x, args: ['1'] }, { ...x, args: ['2'] }],
    ['the order of args', { ...x, args: ['1', '2'] }, { ...x, args: ['2', '1'] }],
    ['env', { ...x, env: { A: '1' } }, { ...x, env: { A: '2' } }],
    ['cwd', { ...x, cwd: 'a' }, { ...x, cwd: 'b' }],
    ['transport', { type: 'http', url: 'u' }, { type: 'sse', url: 'u' }],
    ['url', { type: 'http', url: 'u' }, { type: 'http', url: 'v' }],
    ['headers', { type: 'http', url: 'u', headers: { A: '1' } }, { type: 'http', url: 'u' }],
    ['auth', { type: 'http', url: 'u', auth: { type: 'oauth' } }, { type: 'http', url: 'u' }],
    ['oauth', { type: 'http', url: 'u', oauth: { scope: 'a' } }, { type: 'http', url: 'u', oauth: { scope: 'b' } }],
    ['requestIdFormat', { ...x, requestIdFormat: 'string' }, x],
  ])('keeps servers with different connections in effect: %s', (_name, one, other) => {
    expect(Object.values(states({ [own]: config({ a: one }), [user]: config({ b: other }) }))).toEqual([
      'inEffect',
      'inEffect',
    ]);
  });

  test('ignores requestIdFormat of imported servers', () => {
    const imported = config({ b: { ...x, requestIdFormat: 'string' } });
    expect(states({ [own]: config({ a: x }), [cursor]: imported })['b .cursor/mcp.json']).toBe('overridden');
  });

  test("overrides another tool's server with an equal connection, even if written differently", () => {
    const texts = { [own]: config({ a: { type: 'http', url: 'u' } }), [cursor]: config({ b: { url: 'u' } }) };
    expect(told(texts)[1]).toBe('b @ .cursor/mcp.json: Overridden: "a" in .omp/mcp.json has the same connection');
  });

  test('lets a disabled entry override later definitions [spec C20]', () => {
    expect(told({ [own]: config({ a: { ...x, enabled: false } }), [user]: config({ a: y }) })).toEqual([
      'a @ .omp/mcp.json: Disabled: "enabled": false in this entry',
      'a @ ~/.omp/agent/mcp.json: Overridden: .omp/mcp.json defines the same name',
    ]);
  });

  test('lets stubs and invalid entries override later definitions', () => {
    expect(states({ [own]: config({ a: { enabled: false } }), [user]: config({ a: x }) })).toEqual({
      'a .omp/mcp.json': 'disabled',
      'a ~/.omp/agent/mcp.json': 'overridden',
    });
    expect(states({ [own]: config({ a: {} }), [user]: config({ a: x }) })).toEqual({
      'a .omp/mcp.json': 'invalid',
      'a ~/.omp/agent/mcp.json': 'overridden',
    });
  });

  test('keeps a server in effect if the one with an equal connection is disabled', () => {
    expect(states({ [own]: config({ a: { ...x, enabled: false } }), [user]: config({ b: x }) })).toMatchObject({
      'b ~/.omp/agent/mcp.json': 'inEffect',
    });
    const denied = { [own]: config({ a: x }), [user]: config({ b: x }, { disabledServers: ['a'] }) };
    expect(states(denied)).toEqual({ 'a .omp/mcp.json': 'disabled', 'b ~/.omp/agent/mcp.json': 'inEffect' });
  });

  test('keeps a server in effect if the one with an equal connection is overridden', () => {
    const texts = { [own]: config({ a: x }), [user]: config({ a: y, b: y }) };
    expect(states(texts)['b ~/.omp/agent/mcp.json']).toBe('inEffect');
  });

  test('uses the last of duplicate names in a file', () => {
    const [server, ...others] = serversOf(
      workspaceWith({ [own]: '{"mcpServers": {"a": {"command": "x"}, "a": {"enabled": false}}}' }),
    );
    expect([server?.state, others]).toEqual(['disabled', []]);
  });
});

describe('many servers', () => {
  test('are overridden only if their connections are equal', () => {
    const servers = (count: number, kinds: number) =>
      config(
        Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`s${index}`, { ...x, env: { N: String(index % kinds) } }]),
        ),
      );
    const counted = (text: string) => {
      const all = serversOf(workspaceWith({ [own]: text }));
      return [
        all.filter(({ state }) => state === 'inEffect').length,
        all.filter(({ state }) => state === 'overridden').length,
      ];
    };
    expect(counted(servers(5000, 5000))).toEqual([5000, 0]);
    expect(counted(servers(5000, 2))).toEqual([2, 4998]);
  });
});

describe('server lists', () => {
  test('the denylist takes precedence over the allowlist [spec C13]', () => {
    const lists = { disabledServers: ['a'], enabledServers: ['a'] };
    expect(told({ [own]: config({ a: x }), [user]: config({}, lists) })).toEqual([
      'a @ .omp/mcp.json: Disabled: listed in "disabledServers" in ~/.omp/agent/mcp.json',
    ]);
  });

  test('the denylist applies to all definitions of a name, including imported ones', () => {
    const texts = {
      [own]: config({ a: x }),
      [user]: config({}, { disabledServers: ['a'] }),
      [cursor]: config({ a: y }),
    };
    expect(Object.values(states(texts))).toEqual(['disabled', 'disabled']);
  });

  test('the allowlist overrides enabled: false [spec C14]', () => {
    const texts = {
      [own]: config({ a: { ...x, enabled: false } }),
      [user]: config({ b: { ...y, enabled: false } }, { enabledServers: ['a'] }),
    };
    expect(told(texts)).toEqual([
      'a @ .omp/mcp.json: In effect: "enabledServers" in ~/.omp/agent/mcp.json overrides "enabled": false',
      'b @ ~/.omp/agent/mcp.json: Disabled: "enabled": false in this entry',
    ]);
  });

  test('the allowlist does not enable overridden or invalid entries', () => {
    const lists = { enabledServers: ['a', 'b', 'c'] };
    const texts = {
      [own]: config({ a: x, b: {} }),
      [user]: config({ a: { ...y, enabled: false }, c: { ...x, enabled: false } }, lists),
    };
    expect(states(texts)).toEqual({
      'a .omp/mcp.json': 'inEffect',
      'b .omp/mcp.json': 'invalid',
      'a ~/.omp/agent/mcp.json': 'overridden',
      'c ~/.omp/agent/mcp.json': 'overridden',
    });
  });

  test.each([
    ['project', own],
    ['standalone', standalone],
    ['imported', cursor],
    ['secondary user-level', `${home}/.omp/agent/.mcp.json`],
  ])('are ignored in a %s file', (_name, uri) => {
    const lists = { disabledServers: ['a'], enabledServers: ['b'] };
    expect(Object.values(states({ [uri]: config({ a: x, b: { ...y, enabled: false } }, lists) }))).toEqual([
      'inEffect',
      'disabled',
    ]);
  });

  test('are ignored in an invalid user-level file', () => {
    const texts = { [own]: config({ a: x }), [user]: '{"disabledServers": ["a"],}' };
    expect(states(texts)['a .omp/mcp.json']).toBe('inEffect');
  });
});

describe('invalid files and entries', () => {
  test.each([
    ['a comment', '{"mcpServers": {"a": {"command": "x"}}} // ours'],
    ['a trailing comma', '{"mcpServers": {"a": {"command": "x"},}}'],
    ['a syntax error', '{"mcpServers": {"a": {"command": "x"}}'],
    ['a byte order mark', '\uFEFF{"mcpServers": {"a": {"command": "x"}}}'],
  ])('a file with %s is invalid and overrides nothing', (_name, text) => {
    expect(told({ [own]: text, [user]: config({ a: y, b: x }) })).toEqual([
      "a @ .omp/mcp.json: Invalid: the file isn't valid, so Oh My Pi skips it",
      'a @ ~/.omp/agent/mcp.json: In effect',
      'b @ ~/.omp/agent/mcp.json: In effect',
    ]);
  });

  test.each([
    ['a value that is not an object', 'x', 'not an object'],
    ['no properties', {}, 'missing "command" or "url"'],
    ['an empty command', { command: '' }, 'missing "command" or "url"'],
    ['a command that is not a string', { command: 1 }, 'invalid "command"'],
    ['an unknown type', { type: 'streamable-http', url: 'u' }, 'unknown "type"'],
    ['a type that conflicts with its properties', { type: 'http', command: 'x' }, 'missing "url"'],
    ['stdio without command', { type: 'stdio', url: 'u' }, 'missing "command"'],
    ['http without url', { type: 'http' }, 'missing "url"'],
  ])('an entry with %s is invalid', (_name, server, flaw) => {
    expect(told({ [own]: config({ a: server }) })).toEqual([`a @ .omp/mcp.json: Invalid: ${flaw}`]);
  });

  test('an entry without a name is invalid', () => {
    expect(told({ [own]: config({ '': x }), [cursor]: config({ '': x }) })).toEqual([
      ' @ .omp/mcp.json: Invalid: empty name',
      ' @ .cursor/mcp.json: Overridden: .omp/mcp.json defines the same name',
    ]);
  });

  test.each([
    ['a url without type', { url: 'u' }, 'http'],
    ['both command and url', { command: 'x', url: 'u' }, 'stdio'],
    ['command, url, and type', { command: 'x', url: 'u', type: 'sse' }, 'sse'],
    ['an unknown type and a command', { type: 'local', command: 'x' }, 'stdio'],
  ])('an entry with %s is in effect despite violating the format', (_name, server, transport) => {
    const [only] = serversOf(workspaceWith({ [own]: config({ a: server }) }));
    expect([only?.state, only?.definition.connection.transport]).toEqual(['inEffect', transport]);
  });

  test.each([
    ['a value that is not an object', 'x', 'not an object'],
    ['neither command nor url', {}, 'missing "command" or "url"'],
    ['stdio without command', { type: 'stdio', url: 'u' }, 'missing "command"'],
    ['http without url', { type: 'http', command: 'x' }, 'missing "url"'],
  ])('an imported entry with %s is invalid', (_name, server, flaw) => {
    expect(told({ [cursor]: config({ a: server }) })).toEqual([`a @ .cursor/mcp.json: Invalid: ${flaw}`]);
  });

  test('an imported entry with a url needs no type, and an unknown type is ignored', () => {
    const servers = serversOf(
      workspaceWith({ [cursor]: config({ a: { url: 'u' }, b: { type: 'streamableHttp', url: 'v' } }) }),
    );
    expect(servers.map(({ state, definition }) => [state, definition.connection.transport])).toEqual([
      ['inEffect', 'http'],
      ['inEffect', 'http'],
    ]);
  });

  test('an entry with unknown properties is in effect', () => {
    expect(Object.values(states({ [own]: config({ a: { ...x, lazy: true, description: 'd' } }) }))).toEqual([
      'inEffect',
    ]);
  });
});

describe('other tools', () => {
  test('reads names and enabled from a Codex file, and ignores other tables', () => {
    const text = [
      '[mcp_servers.one]',
      'command = "x"',
      '[mcp_servers.one.env]',
      'url = "no"',
      '[ mcp_servers . "two words" ]',
      'url = "https://example.com"',
      'enabled = false',
      '[mcp_servers.three]',
      '[profiles.four]',
      'command = "x"',
    ].join('\n');
    const servers = serversOf(workspaceWith({ [`${project}/.codex/config.toml`]: text }));
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ['one', 'inEffect'],
      ['two words', 'disabled'],
      ['three', 'invalid'],
    ]);
    const spans = servers.map(({ definition: { key } }) => text.slice(key.offset, key.offset + key.length));
    expect(spans).toEqual(['one', '"two words"', 'three']);
  });

  test('reads inline tables, dotted keys, and quoted headers from a Codex file, and ignores strings', () => {
    const text = [
      'mcp_servers.dotted.command = "x"',
      'note = """',
      '[mcp_servers.ghost]',
      'command = "x"',
      '"""',
      '[mcp_servers]',
      "inline = { command = 'y', enabled = false }",
      '["mcp_servers".\'quoted\']',
      'url = "https://example.com/mcp"',
    ].join('\n');
    const servers = serversOf(
      workspaceWith({ [`${project}/.codex/config.toml`]: text.replace('mcp_servers.dotted', 'x') }),
    );
    expect(servers.map(({ name, state, definition }) => [name, state, definition.connection.transport])).toEqual([
      ['inline', 'disabled', 'stdio'],
      ['quoted', 'inEffect', 'http'],
    ]);
    const dotted = serversOf(workspaceWith({ [`${project}/.codex/config.toml`]: text.split('\n')[0] ?? '' }));
    expect(dotted.map(({ name }) => name)).toEqual(['dotted']);
  });

  test('ignores a Codex file that is not valid TOML', () => {
    const text = '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a]\ncommand = "y"\n';
    expect(serversOf(workspaceWith({ [`${project}/.codex/config.toml`]: text }))).toEqual([]);
  });

  test("overrides another tool's server with the same connection as a Codex server", () => {
    const servers = serversOf(
      workspaceWith({
        [`${project}/.codex/config.toml`]:
          '[mcp_servers.a]\nurl = "https://example.com/mcp"\nhttp_headers = { X = "1" }\n',
        [`${project}/.cursor/mcp.json`]: config({ b: { url: 'https://example.com/mcp', headers: { X: '1' } } }),
      }),
    );
    expect(servers.map(({ name, state }) => [name, state])).toEqual([
      ['a', 'inEffect'],
      ['b', 'overridden'],
    ]);
  });

  test('allows comments in OpenCode files, but not in other files', () => {
    const texts = {
      [`${project}/opencode.json`]: '{"mcp": {"a": {"type": "local", "command": ["x"]}} /* ours */}',
      [`${project}/.gemini/settings.json`]: '{"mcpServers": {"b": {"command": "y"}} /* ours */}',
    };
    expect(states(texts)).toEqual({ 'a opencode.json': 'inEffect', 'b .gemini/settings.json': 'invalid' });
  });

  test('reads "mcp" in VS Code files, but not top-level "servers"', () => {
    const at = `${project}/.vscode/mcp.json`;
    expect(states({ [at]: '{"servers": {"a": {"command": "x"}}}' })).toEqual({});
    expect(states({ [at]: '{"mcp": {"servers": {"a": {"transport": "sse", "url": "u"}}}}' })).toEqual({
      'a .vscode/mcp.json': 'inEffect',
    });
  });

  test('does not throw for malformed files', () => {
    const odd = [
      '',
      '[]',
      'null',
      '{"mcpServers": []}',
      '{"mcpServers": {"__proto__": {"command": "x"}}}',
      '\0',
      '{"mcp": 1}',
    ];
    for (const text of odd) {
      for (const [uri] of inOrder) expect(() => states({ [uri]: text })).not.toThrow();
    }
    const deep = `{"mcpServers": {"a": {"command": "x", "args": ${'['.repeat(10_000)}${']'.repeat(10_000)}}}}`;
    expect(() => states({ [own]: deep, [cursor]: deep })).not.toThrow();
    const proto = serversOf(workspaceWith({ [own]: '{"mcpServers": {"__proto__": {"command": "x"}}}' }));
    expect(proto.map(({ name, state }) => [name, state])).toEqual([['__proto__', 'inEffect']]);
  });
});

describe('a server in effect that departs from the format', () => {
  const file = `${project}/.mcp.json`;
  test.each<[string, object, string]>([
    ['an unknown type', { type: 'tcp', command: 'x' }, 'type "tcp" isn\'t in the format; Oh My Pi uses "command"'],
    ['a negative timeout', { command: 'x', timeout: -1 }, '"timeout" doesn\'t match the format; Oh My Pi ignores it'],
    [
      'a timeout in a text',
      { command: 'x', timeout: '5000' },
      '"timeout" doesn\'t match the format; Oh My Pi ignores it',
    ],
    [
      'a command with a URL',
      { command: 'x', url: 'https://example.com' },
      '"command" with "url" isn\'t in the format; Oh My Pi uses "command"',
    ],
    [
      'a URL of a stated type with a command',
      { type: 'http', command: 'x', url: 'https://example.com' },
      '"command" with "url" isn\'t in the format; Oh My Pi uses "url"',
    ],
    [
      'a URL without a type',
      { url: 'https://example.com' },
      'missing "type", which the format requires; Oh My Pi uses http',
    ],
    ['headers of a process', { command: 'x', headers: {} }, '"headers" doesn\'t match the format; Oh My Pi ignores it'],
  ])('says what Oh My Pi makes of %s, and what the format says', (_, server, text) => {
    expect(told({ [file]: config({ one: server }) })).toEqual([`one @ .mcp.json: In effect: ${text}`]);
  });

  test('names values that only files in the folders of Oh My Pi may have', () => {
    expect(
      told({ [`${project}/.omp/mcp.json`]: config({ one: { command: 'x', timeout: '5000', enabled: 'true' } }) }),
    ).toEqual([
      'one @ .omp/mcp.json: In effect: "timeout" doesn\'t match the format; Oh My Pi reads it. "enabled" doesn\'t match the format; Oh My Pi reads it',
    ]);
  });

  test.each([`${project}/.cursor/mcp.json`, `${project}/.gemini/settings.json`, `${project}/.claude/.mcp.json`])(
    'names properties that Oh My Pi ignores in %s',
    (uri) => {
      const [text] = told({ [uri]: config({ one: { command: 'x', requestIdFormat: 'string', instructions: false } }) });
      expect(text).toContain(
        'In effect: "requestIdFormat" is ignored in files of other tools. "instructions" is ignored',
      );
    },
  );

  test('is not one of the three variants', () => {
    const servers = { a: { command: 'x', args: [] }, b: { type: 'sse', url: 'https://example.com', timeout: 0 } };
    expect(told({ [file]: config(servers) }).every((text) => text.endsWith(': In effect'))).toBe(true);
  });
});

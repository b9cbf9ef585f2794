/** Servers in effect in Oh My Pi: what the cases in `test/fixtures/agents/oh-my-pi.txt` can't show. */
import { beforeAll, describe, expect, test } from 'vitest';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import type { EffectiveServer } from '../../../server/config/oh-my-pi/effective.ts';
import { stateInWords } from '../../../server/config/oh-my-pi/state-text.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import type { Place } from '../../../server/config/servers/sources.ts';
import type { Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, openIn, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

type Texts = Readonly<Record<string, string>>;

const x = { command: 'x' };
const own = `${project}/.omp/mcp.json`;
const codex = `${project}/.codex/config.toml`;

/** All files, highest precedence first. */
const inOrder =
  `.omp/mcp.json .omp/.mcp.json ~/.omp/agent/mcp.json ~/.omp/agent/.mcp.json .claude/.mcp.json ~/.claude.json
  .codex/config.toml ~/.codex/config.toml .gemini/settings.json ~/.gemini/settings.json .opencode/opencode.json
  .cursor/mcp.json ~/.cursor/mcp.json .windsurf/mcp_config.json ~/.codeium/windsurf/mcp_config.json .vscode/mcp.json
  mcp.json .mcp.json`.split(/\s+/);

/** Their contents, unless they have "mcpServers". */
const otherFormats: Texts = {
  '.codex/config.toml': '[mcp_servers.same]\ncommand = "x"\n',
  '~/.codex/config.toml': 'model = "m"\n\n[mcp_servers."same"]\nurl = "https://example.com"\n',
  '.opencode/opencode.json': '{"mcp": {"same": {"type": "local", "command": ["x", "y"]}},} // ours',
  '.vscode/mcp.json': '{"mcp": {"servers": {"same": {"command": "x"}}}}',
};

const uriOf = (label: string) => (label.startsWith('~/') ? `${home}/${label.slice(2)}` : `${project}/${label}`);

function serversOf(workspace: Workspace): readonly EffectiveServer[] {
  return workspace.placeState(workspace.places.ofProject(workspace.places.roots[0])).effective.servers;
}

const statesOf = (texts: Texts) => serversOf(workspaceWith(texts)).map(({ state }) => state);

describe('sources', () => {
  test('are listed in order of precedence', () => {
    const labels = ohMyPiAgent.sources(workspaceWith({}).places.ofProject(project)).map(({ label }) => label);
    expect(labels.filter((label) => inOrder.includes(label))).toEqual(inOrder);
  });

  test.each(inOrder.map((label, index) => [label, inOrder.slice(index + 1)] as const))(
    'include %s, which takes precedence over all later sources',
    (first, later) => {
      const texts = [first, ...later].map((label) => {
        const servers = config({ same: { command: label } }, { theme: 'dark' });
        return [uriOf(label), otherFormats[label] ?? servers] as const;
      });
      // Makes the agent read the user files of other tools.
      const settings = { [`${project}/.omp/settings.json`]: '{"enabledProviders": ["all"]}' };
      const servers = serversOf(workspaceWith({ ...Object.fromEntries(texts), ...settings }));
      expect(servers.map((server) => `${server.source.label}: ${stateInWords(server)}`)).toEqual([
        `${first}: In effect`,
        ...later.map((label) => `${label}: Overridden: ${first} defines the same name`),
      ]);
    },
  );

  test('have a label, level, kind, and tool', () => {
    const sources = ohMyPiAgent.sources(workspaceWith({}).places.ofProject(project));
    const kinds = sources.map(({ label, level, kind, tool }) => `${label}: ${level}, ${kind}, ${tool}`);
    expect(kinds).toContain('.omp/mcp.json: project, oh-my-pi, Oh My Pi');
    expect(kinds).toContain('~/.omp/agent/mcp.json: user, oh-my-pi, Oh My Pi');
    expect(kinds).toContain('~/.claude.json: user, imported, Claude Code');
    expect(kinds).toContain('.vscode/mcp.json: project, imported, VS Code');
    expect(kinds).toContain('.mcp.json: project, standalone, Oh My Pi');
  });

  test('are only user-level without a project, and only project-level without a home folder', () => {
    const { places } = workspaceWith({});
    const levels = (place: Place) => [...new Set(ohMyPiAgent.sources(place).map(({ level }) => level))];
    expect(levels(places.ofProject(undefined))).toEqual(['user']);
    expect(levels({ ...places.ofProject(project), home: undefined, ohMyPiFolder: undefined })).toEqual(['project']);
  });

  test('include the user-level file of a profile instead of the default one', () => {
    const profile = `${home}/.omp/profiles/night%20shift/agent/mcp.json`;
    const text = config({ a: x });
    const workspace = workspaceWith({ [profile]: text, [`${home}/.omp/agent/mcp.json`]: text });
    const { effective } = workspace.placeState(workspace.places.ofFile(profile));
    expect(effective.servers.map(({ source, state }) => [source.label, state])).toEqual([
      ['~/.omp/profiles/night shift/agent/mcp.json', 'inEffect'],
    ]);
  });

  test('are in the folders from the settings', () => {
    const folders = { projectDirectory: '.agent', userDirectory: '~/.me', home: '/home/me' };
    const texts = { [`${project}/.agent/mcp.json`]: config({ a: x }), [`${home}/.me/mcp.json`]: config({ b: x }) };
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

  test('use the text in the editor instead of the file on disk', () => {
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
    expect(projectOf(own)).toBe(project);
    expect(projectOf(`${project}/packages/one/.mcp.json`)).toBe(`${project}/packages/one`);
    expect(projectOf('file:///other/.cursor/mcp.json')).toBe('file:///other');
    expect(projectOf(`${home}/.omp/agent/mcp.json`)).toBeUndefined();
    expect(workspaceWith({}).places.ofFile(`${home}/.omp/agent/mcp.json`).project).toBe(project);
  });
});

describe('connections', () => {
  // "=": the second server is overridden, also in another file.
  test.each([
    '{"command": "x", "args": ["1"]} = {"args": ["1"], "command": "x"}',
    '{"command": "x", "env": {"A": "1", "B": "2"}} = {"command": "x", "env": {"B": "2", "A": "1"}}',
    '{"command": "x", "requestIdFormat": "number"} = {"command": "x"}',
    '{"command": "x", "type": "stdio"} = {"command": "x"}',
    // Of an unknown type, "url" and "headers" are compared.
    '{"type": "local", "command": "x", "args": ["1"]} = {"type": "local", "command": "x", "args": ["2"]}',
    '{"command": "x", "timeout": 1, "instructions": false} = {"command": "x"}',
    '{"type": "http", "url": "u", "headers": {"A": "1"}, "auth": {"type": "oauth", "clientId": "c"}} = {"auth": {"clientId": "c", "type": "oauth"}, "headers": {"A": "1"}, "url": "u", "type": "http"}',
    '{"command": "x", "args": ["1"]} ≠ {"command": "x", "args": ["2"]}',
    '{"command": "x", "args": ["1", "2"]} ≠ {"command": "x", "args": ["2", "1"]}',
    '{"command": "x", "env": {"A": "1"}} ≠ {"command": "x", "env": {"A": "2"}}',
    '{"command": "x", "cwd": "a"} ≠ {"command": "x", "cwd": "b"}',
    '{"type": "http", "url": "u"} ≠ {"type": "sse", "url": "u"}',
    '{"type": "http", "url": "u"} ≠ {"type": "http", "url": "v"}',
    '{"type": "http", "url": "u", "headers": {"A": "1"}} ≠ {"type": "http", "url": "u"}',
    '{"type": "http", "url": "u", "auth": {"type": "oauth"}} ≠ {"type": "http", "url": "u"}',
    '{"type": "http", "url": "u", "oauth": {"scope": "a"}} ≠ {"type": "http", "url": "u", "oauth": {"scope": "b"}}',
    '{"command": "x", "requestIdFormat": "string"} ≠ {"command": "x"}',
  ])('are compared: %s', (row) => {
    const [one, other] = row.split(/ [=≠] /);
    const expected = ['inEffect', row.includes(' = ') ? 'overridden' : 'inEffect'];
    const inFile = (uri: string, servers: string) => ({ [uri]: `{"mcpServers": {${servers}}}` });
    const userFile = inFile(`${home}/.omp/agent/mcp.json`, `"b": ${other}`);
    expect(statesOf({ ...inFile(own, `"a": ${one}`), ...userFile })).toEqual(expected);
    expect(statesOf(inFile(own, `"a": ${one}, "b": ${other}`))).toEqual(expected);
  });

  test.each([5000, 2])('of many servers: %i are in effect', (kinds) => {
    const server = (index: number) => [`s${index}`, { ...x, env: { N: String(index % kinds) } }] as const;
    const states = statesOf({ [own]: config(Object.fromEntries(Array.from({ length: 5000 }, (_, n) => server(n)))) });
    expect(states.filter((state) => state === 'inEffect')).toHaveLength(kinds);
    expect(states.filter((state) => state === 'overridden')).toHaveLength(5000 - kinds);
  });
});

// Each server with its state, its transport, and its name as it's written.
test.each([
  [
    '[mcp_servers.one]\ncommand = "x"\n[mcp_servers.one.env]\nurl = "no"\n[ mcp_servers . "two words" ]\nurl = "https://example.com"\nenabled = false\n[mcp_servers.three]\n[profiles.four]\ncommand = "x"',
    ['one inEffect stdio: one', 'two words disabled http: "two words"', 'three invalid undefined: three'],
  ],
  [
    'x.command = "x"\nnote = """\n[mcp_servers.ghost]\ncommand = "x"\n"""\n[mcp_servers]\ninline = { command = \'y\', enabled = false }\n["mcp_servers".\'quoted\']\nurl = "https://example.com/mcp"',
    ['inline disabled stdio: inline', "quoted inEffect http: 'quoted'"],
  ],
  ['mcp_servers.dotted.command = "x"', ['dotted inEffect stdio: dotted']],
])('a Codex file has servers in tables and dotted keys, but not in other tables and strings: %j', (text, expected) => {
  const servers = serversOf(workspaceWith({ [codex]: text })).map(({ name, state, definition }) => {
    const { key, connection } = definition;
    return `${name} ${state} ${connection.transport}: ${text.slice(key.offset, key.offset + key.length)}`;
  });
  expect(servers).toEqual(expected);
});

describe('malformed files', () => {
  test.each([
    '',
    '[]',
    'null',
    '{"mcpServers": []}',
    '{"mcpServers": {"__proto__": {"command": "x"}}}',
    '\0',
    '{"mcp": 1}',
  ])('are read without an error: %j', (text) => {
    for (const label of inOrder) expect(() => statesOf({ [uriOf(label)]: text })).not.toThrow();
  });

  test('may have deep values', () => {
    const deep = `{"mcpServers": {"a": {"command": "x", "args": ${'['.repeat(10_000)}${']'.repeat(10_000)}}}}`;
    expect(() => statesOf({ [own]: deep, [`${project}/.cursor/mcp.json`]: deep })).not.toThrow();
  });

  test('may have a server named __proto__', () => {
    const servers = serversOf(workspaceWith({ [own]: '{"mcpServers": {"__proto__": {"command": "x"}}}' }));
    expect(servers.map(({ name, state }) => [name, state])).toEqual([['__proto__', 'inEffect']]);
  });
});

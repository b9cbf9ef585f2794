/** Which servers are in effect depends on the version and the settings of Oh My Pi. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { beforeAll, describe, expect, test } from 'vitest';
import { movedFolders } from '../../../common/config-place.ts';
import { combineSettings } from '../../../server/config/oh-my-pi/settings.ts';
import { hasBehavior, newestVersion, shownVersion, versionIn } from '../../../server/config/oh-my-pi/version.ts';
import type { Machine } from '../../../server/config/platform.ts';
import { serverDefinition } from '../../../server/config/server-definition.ts';
import { loadToml } from '../../../server/config/source-file.ts';
import { stateInWords } from '../../../server/config/state-text.ts';
import { config, home, type MemoryFiles, openIn, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const x = { command: 'x' };
const y = { command: 'y' };
const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;

interface Setup {
  readonly version?: string;
  readonly machine?: Partial<Machine>;
}

/** Returns `name file: state` for each definition. */
function states(texts: Readonly<Record<string, string>>, { version, machine }: Setup = {}): readonly string[] {
  const workspace = workspaceWith(texts, machine === undefined ? {} : { machine });
  if (version !== undefined) workspace.places.setVersion(version);
  return workspace
    .placeState(workspace.places.ofProject(project))
    .effective.servers.map((server) => `${server.name} ${server.source.label}: ${stateInWords(server)}`);
}

const settings = (value: object) => ({ [`${project}/.omp/settings.json`]: JSON.stringify(value) });
const ofSettings = 'in the settings of Oh My Pi';

describe('.mcp-config.json', () => {
  test('sets the version for its folder, and the setting overrides it', () => {
    const texts = { [`${project}/.mcp-config.json`]: '{ "agentVersion": "18.1.4" }' };
    const workspace = workspaceWith(texts, { machine: { installedOhMyPi: () => '18.2.0' } });
    expect(workspace.places.version).toBe('18.1.4');
    expect(workspace.places.ofProject(project).version).toBe('18.1.4');
    expect(workspace.places.setVersion('17.1')).toBe(true);
    expect(workspace.places.version).toBe('17.1');
    workspace.places.setVersion(undefined);
    workspace.places.roots = [];
    expect(workspace.places.version).toBe('18.2.0');
  });

  test('applies its version as soon as the file changes', () => {
    const uri = 'file:///other/.mcp-config.json';
    const workspace = workspaceWith({ [uri]: '{ "agentVersion": "18.1.4" }' }, { roots: [project, 'file:///other'] });
    expect(workspace.places.version).toBe('18.1.4');
    openIn(workspace, uri, '{ "agentVersion": "17.1" }');
    expect(workspace.places.all.map(({ version }) => version)).toEqual(['17.1', '17.1']);
    workspace.remove(uri);
    expect(workspace.places.version).toBe('18.1.4');
    (workspace.machine.files as MemoryFiles).texts.set(uri, '{ "agentVersion": "18.0.2" }');
    workspace.refreshFromDisk();
    expect(workspace.places.version).toBe('18.0.2');
  });

  test('the file of the innermost workspace folder applies', () => {
    const inner = `${project}/packages/inner`;
    const texts = {
      [`${project}/.mcp-config.json`]: '{ "rules": { "unknown-key": "off" } }',
      [`${inner}/.mcp-config.json`]: '{ "rules": { "unknown-key": "error" } }',
    };
    for (const roots of [
      [project, inner],
      [inner, project],
    ]) {
      const { places } = workspaceWith(texts, { roots });
      expect(places.repositories.for(`${inner}/mcp.json`, roots).rules).toEqual({ 'unknown-key': 'error' });
      expect(places.repositories.for(`${project}/mcp.json`, roots).rules).toEqual({ 'unknown-key': 'off' });
      expect(places.ofFile(`${inner}/.cursor/mcp.json`).project).toBe(inner);
    }
  });

  test('applies to the files of its folder only', () => {
    const texts = { [`${project}/.mcp-config.json`]: '{ "rules": { "unknown-key": "off" } }' };
    const { places } = workspaceWith(texts, { roots: [project, 'file:///other'] });
    const rulesOf = (uri: string) => places.repositories.for(uri, places.roots).rules;
    expect(rulesOf(`${project}/deep/mcp.json`)).toEqual({ 'unknown-key': 'off' });
    expect(rulesOf('file:///other/mcp.json')).toEqual({});
    expect(rulesOf(user)).toEqual({});
  });
});

describe('user-level files of other tools', () => {
  const cursor = { [`${home}/.cursor/mcp.json`]: config({ a: x }) };
  const disabled = `a ~/.cursor/mcp.json: Disabled: "cursor" isn't in "enabledProviders" ${ofSettings}`;

  test('load only if the settings list the tool', () => {
    expect(states(cursor)).toEqual([disabled]);
    for (const id of ['cursor', '*', 'all'])
      expect(states({ ...cursor, ...settings({ enabledProviders: [id] }) })).toEqual([
        'a ~/.cursor/mcp.json: In effect',
      ]);
    expect(states({ ...cursor, ...settings({ enabledProviders: ['codex'] }) })).toEqual([disabled]);
  });

  test('load if a settings file in PI_CONFIG_FILES lists the tool, even if the project disables it', () => {
    const machine = { addedSettings: () => ['/extra/a.json', '/extra/b.json'] };
    const texts = {
      ...cursor,
      ...settings({ enabledProviders: ['codex'] }),
      'file:///extra/a.json': '{ "enabledProviders": [] }',
      'file:///extra/b.json': '{ "enabledProviders": ["cursor"] }',
    };
    expect(states(texts, { machine })).toEqual(['a ~/.cursor/mcp.json: In effect']);
  });

  test('always load before 18.1.5', () => {
    expect(states(cursor, { version: '18.1.4' })).toEqual(['a ~/.cursor/mcp.json: In effect']);
  });

  test("don't take names while they don't load", () => {
    expect(states({ ...cursor, [`${project}/.mcp.json`]: config({ a: y }) })[1]).toBe('a .mcp.json: In effect');
  });

  test('those of Claude Code load from CLAUDE_CONFIG_DIR if it is set', () => {
    const machine = { folderVariable: (name: string) => (name === 'CLAUDE_CONFIG_DIR' ? '/claude' : undefined) };
    const texts = { 'file:///claude/.claude.json': config({ a: x }), [`${home}/.claude.json`]: config({ b: y }) };
    expect(states(texts, { machine })).toEqual(['a $CLAUDE_CONFIG_DIR/.claude.json: In effect']);
  });
});

describe('the settings of Oh My Pi', () => {
  test('a disabled provider contributes nothing, project files included', () => {
    const texts = { [`${project}/.cursor/mcp.json`]: config({ a: x }), [own]: config({ b: y }) };
    expect(states({ ...texts, ...settings({ disabledProviders: ['cursor', 'native'] }) })).toEqual([
      `b .omp/mcp.json: Disabled: "native" is in "disabledProviders" ${ofSettings}`,
      `a .cursor/mcp.json: Disabled: "cursor" is in "disabledProviders" ${ofSettings}`,
    ]);
  });

  test('if project configs are disabled, only user-level servers load', () => {
    const texts = { [own]: config({ a: x }), [user]: config({ a: y }), [`${project}/.mcp.json`]: config({ b: y }) };
    const told = states({ ...texts, ...settings({ mcp: { enableProjectConfig: false } }) });
    expect(told).toEqual([
      `a .omp/mcp.json: Disabled: "mcp.enableProjectConfig" is false ${ofSettings}`,
      'a ~/.omp/agent/mcp.json: In effect',
      `b .mcp.json: Disabled: "mcp.enableProjectConfig" is false ${ofSettings}`,
    ]);
  });

  test('a server listed as a disabled extension takes no name', () => {
    const texts = { [own]: config({ a: x, b: y }), ...settings({ disabledExtensions: ['mcp:a', 'other'] }) };
    expect(states(texts)).toEqual([
      `a .omp/mcp.json: Disabled: "mcp:a" is in "disabledExtensions" ${ofSettings}`,
      'b .omp/mcp.json: In effect',
    ]);
  });

  test('YAML settings apply as soon as the parser is loaded', async () => {
    const workspace = workspaceWith({
      [own]: config({ a: x }),
      [`${home}/.omp/agent/config.yml`]: 'disabledExtensions:\n  - mcp:a\n',
    });
    await workspace.ready();
    const [server] = workspace.placeState(workspace.places.ofProject(project)).effective.servers;
    expect(server?.state).toBe('disabled');
  });

  test('lists of the project replace those of the user, and can be limited to folders', () => {
    const layers = [
      { enabledProviders: ['codex'], 'mcp.enableProjectConfig': false },
      { enabledProviders: [{ pathPrefix: '~/work', providers: ['cursor'] }, 'gemini'], mcp: {} },
    ];
    const inWork = combineSettings(layers, '/home/me/work/one', '/home/me');
    expect([...inWork.enabledProviders]).toEqual(['cursor', 'gemini']);
    expect(inWork.projectConfig).toBe(false);
    expect([...combineSettings(layers, '/home/me/worker', '/home/me').enabledProviders]).toEqual(['gemini']);
  });

  test.each([
    ['~/work', '/c:/Users/Ada/work/one', 'C:\\Users\\Ada', true],
    ['~\\work\\', '/c:/Users/Ada/work', 'C:\\Users\\Ada', true],
    ['C:\\Users\\Ada\\work', '/c:/Users/Ada/work/one', 'C:\\Users\\Ada', true],
    ['c:/', '/c:/Users/Ada/work', 'C:\\Users\\Ada', true],
    ['D:\\work', '/c:/work', 'C:\\Users\\Ada', false],
    ['~', '/home/ada/work', '/home/ada', true],
    ['~ada/work', '/home/adaada/work', '/home/ada', false],
    ['~bob/work', '/home/adabob/work', '/home/ada', false],
    ['~/work', '/home/ada/work', undefined, false],
    ['/', '/home/ada/work', '/home/ada', true],
    ['work', '/home/ada/work', '/home/ada', false],
  ])('the folder %s of a setting includes %s with the home folder %s: %s', (pathPrefix, folder, home, applies) => {
    const settings = combineSettings([{ enabledProviders: [{ pathPrefix, providers: ['codex'] }] }], folder, home);
    expect(settings.enabledProviders.has('codex')).toBe(applies);
  });

  test.each(['', '[]', 'null', '{"enabledProviders": "codex", "disabledExtensions": [1, null]}', '{'])(
    'settings that say nothing change nothing: %s',
    (text) => {
      expect(states({ [own]: config({ a: x }), [`${project}/.omp/settings.json`]: text })).toEqual([
        'a .omp/mcp.json: In effect',
      ]);
    },
  );
});

describe('files of one tool', () => {
  test('only the first file of Claude Code with servers is read at each level', () => {
    const texts = {
      [`${project}/.claude/.mcp.json`]: config({ a: x }),
      [`${project}/.claude/mcp.json`]: config({ b: y }),
    };
    expect(states(texts)).toEqual([
      'a .claude/.mcp.json: In effect',
      'b .claude/mcp.json: Overridden: Oh My Pi reads only the first Claude Code file with servers, .claude/.mcp.json',
    ]);
    const empty = { ...texts, [`${project}/.claude/.mcp.json`]: config({}) };
    expect(states(empty)).toEqual(['b .claude/mcp.json: In effect']);
  });

  test('files of OpenCode are merged key by key', () => {
    const texts = {
      [`${project}/opencode.json`]: '{"mcp": {"a": {"type": "local", "command": ["x"], "enabled": false}}}',
      [`${project}/.opencode/opencode.jsonc`]: '{"mcp": {"a": {"enabled": true}}} // ours',
    };
    expect(states(texts)).toEqual([
      'a .opencode/opencode.jsonc: In effect',
      'a opencode.json: Overridden: merged into .opencode/opencode.jsonc',
    ]);
  });

  test('the user-level file of Windsurf is only in the Codeium folder', () => {
    const texts = {
      [`${home}/.windsurf/mcp_config.json`]: config({ a: x }),
      [`${home}/.codeium/windsurf/mcp_config.json`]: config({ b: y }),
    };
    expect(states({ ...texts, ...settings({ enabledProviders: ['windsurf'] }) })).toEqual([
      'b ~/.codeium/windsurf/mcp_config.json: In effect',
    ]);
  });

  test('a null entry prevents all files of the same kind from loading', () => {
    const texts = { [own]: config({ a: x }), [user]: config({ b: null }), [`${project}/.mcp.json`]: config({ c: y }) };
    const why = "Invalid: Oh My Pi can't load ~/.omp/agent/mcp.json, and therefore this file";
    expect(states(texts)).toEqual([
      `a .omp/mcp.json: ${why}`,
      `b ~/.omp/agent/mcp.json: ${why}`,
      'c .mcp.json: In effect',
    ]);
  });

  test('a null entry in a file that Oh My Pi does not read has no effect on other files', () => {
    const local = `${project}/.claude/mcp.json`;
    const notAdmitted = { [`${home}/.claude.json`]: config({ x: null }), [local]: config({ y }) };
    expect(states(notAdmitted)[0]).toBe('y .claude/mcp.json: In effect');
    expect(states({ ...notAdmitted, ...settings({ enabledProviders: ['claude'] }) })[0]).toContain("can't load");
    const second = { [`${project}/.claude/.mcp.json`]: config({ a: x }), [local]: config({ b: null }) };
    expect(states(second)[0]).toBe('a .claude/.mcp.json: In effect');
    const first = { [`${project}/.claude/.mcp.json`]: config({ a: null }), [local]: config({ b: y }) };
    expect(states(first)[0]).toContain("can't load");
  });

  test.each([
    [own, [], 'Disabled: "enabled": false in this entry'],
    [own, ['DOCS'], 'In effect: "enabled" doesn\'t match the format; Oh My Pi reads it'],
    [`${project}/.mcp.json`, [], 'In effect: "enabled" doesn\'t match the format; Oh My Pi ignores it'],
  ])('a variable in "enabled" has its default unless it is set: %s with %j', (uri, names, state) => {
    const texts = { [uri]: config({ a: { ...x, enabled: '${DOCS:-false}' } }) };
    const [server] = states(texts, { machine: { variables: () => names } });
    expect(server?.replace(/^.*?: /, '')).toBe(state);
  });

  test.each([
    [own, 'In effect'],
    [`${project}/.mcp.json`, 'Invalid: unknown "type"'],
  ])('a variable in "type" has its default: %s', (uri, state) => {
    const texts = { [uri]: config({ a: { type: '${DOCS:-sse}', url: 'u' } }) };
    expect(states(texts)[0]?.replace(/^.*?: /, '')).toBe(state);
  });

  test('connections are compared with the defaults of variables that are not set', () => {
    const servers = { a: { command: '${X:-x}' }, b: x, c: { command: '${X:-c}' }, d: { command: 'c' } };
    const told = (variables: string[]) =>
      states({ [own]: config(servers) }, { machine: { variables: () => variables } }).map((line) =>
        line.includes('In effect'),
      );
    expect(told([])).toEqual([true, false, true, false]);
    expect(told(['X'])).toEqual([true, true, false, true]);
  });

  test("variables aren't expanded in files of Codex and OpenCode", () => {
    const texts = {
      [own]: config({ a: x }),
      [`${project}/.codex/config.toml`]: '[mcp_servers.b]\ncommand = "${X:-x}"\n',
      [`${project}/opencode.json`]: '{"mcp": {"c": {"type": "local", "command": ["${X:-x}"]}}}',
    };
    expect(states(texts).filter((line) => line.includes('In effect'))).toHaveLength(3);
  });

  test.each([
    ['agent', own, ['a', 'c']],
    ['standalone', `${project}/.mcp.json`, []],
  ])('spellings of "enabled" in a file of kind %s', (_kind, uri, off) => {
    const servers = {
      a: { command: 'a', enabled: 'FALSE' },
      b: { command: 'b', enabled: 'true' },
      c: { command: 'c', enabled: '0' },
    };
    const told = states({ [uri]: config(servers) });
    expect(told.filter((line) => line.includes('Disabled')).map((line) => line[0])).toEqual(off);
  });
});

describe('built-in tools', () => {
  const search = 'Overridden: Oh My Pi uses its built-in Exa search instead';
  const browser = 'Overridden: Oh My Pi uses its built-in browser instead, if that is available';

  test.each([
    ['EXA', x, search],
    ['a', { type: 'http', url: 'https://mcp.exa.ai/mcp?exaApiKey=k' }, search],
    ['a', { type: 'http', url: 'https://mcp.exa.ai/mcp?tools=web_search_exa,crawling' }, 'In effect'],
    ['a', { command: 'npx', args: ['mcp-remote', 'https://mcp.exa.ai/mcp'] }, search],
    ['playwright', x, browser],
    ['a', { command: 'npx', args: ['-y', '@playwright/mcp@1.2.3'] }, browser],
    ['a', { type: 'http', url: 'https://api.browser-use.com/mcp' }, browser],
    ['a', { type: 'http', url: 'https://notbrowser-use.com/mcp' }, 'In effect'],
    ['a', { type: 'http', url: 'https://a.example', args: ['mcp.exa.ai', '@playwright/mcp'] }, 'In effect'],
    ['a', { command: 'x', url: 'https://mcp.exa.ai/mcp' }, 'In effect'],
    ['a', { type: 'local', command: 'x', args: ['@playwright/mcp'] }, 'In effect'],
  ])('%s with %j', (name, server, state) => {
    // How an entry departs from the format doesn't matter here.
    const told = states({ [own]: config({ [name]: server }) }).map((text) => text.replace(/(?<=: In effect): .*/, ''));
    expect(told).toEqual([`${name} .omp/mcp.json: ${state}`]);
  });

  test('also take the place of another server with the same connection', () => {
    expect(states({ [own]: config({ exa: x, other: x }) })).toEqual([
      `exa .omp/mcp.json: ${search}`,
      'other .omp/mcp.json: Overridden: "exa" in .omp/mcp.json has the same connection',
    ]);
  });
});

describe('by version', () => {
  test.each([
    ['codex', '.codex/config.toml', '[mcp_servers.a]\ncommand = "x"\nenabled = false\n'],
    ['cursor', '.cursor/mcp.json', config({ a: { ...x, enabled: false } })],
  ])('%s: a project file comes first, and "enabled" has an effect', (_id, path, text) => {
    const files = { [`${project}/${path}`]: text, [`${home}/${path}`]: text };
    expect(states(files)[0]).toBe(`a ${path}: Disabled: "enabled": false in this entry`);
  });

  test('one that is too old is checked as the oldest known one', () => {
    const files = { [own]: config({ a: x }), [user]: '{' };
    expect(states(files, { version: '11.8' })).toEqual(states(files, { version: '18.0' }));
    expect(['11.8', '17.9.9', '18', '18.0.0', '18.3.1'].map(shownVersion)).toEqual([
      '11.8 (checked as 18.0)',
      '17.9.9 (checked as 18.0)',
      '18',
      '18.0.0',
      '18.3.1',
    ]);
  });

  test('before 18.3.1, an invalid user-level file stops everything', () => {
    const files = { [own]: config({ a: x }), [user]: '{' };
    expect(states(files, { version: '18.3.0' })).toEqual([
      "a .omp/mcp.json: Invalid: Oh My Pi can't load ~/.omp/agent/mcp.json, and therefore this file",
    ]);
    expect(states(files, { version: '18.3.1' })).toEqual(['a .omp/mcp.json: In effect']);
  });

  test.each([
    ['18.0.8', 'Overridden: "a" in opencode.json has the same connection'],
    ['18.0.9', 'In effect'],
  ])('OpenCode’s oauth is part of the connection since 18.0.9: in %s', (version, expected) => {
    const remote = { type: 'remote', url: 'https://example.com/mcp' };
    const mcp = { a: remote, b: { ...remote, oauth: { clientId: 'b' } } };
    const files = { [`${project}/opencode.json`]: JSON.stringify({ mcp }) };
    expect(states(files, { version })[1]).toBe(`b opencode.json: ${expected}`);
  });

  test.each([
    ['18.1.2', own, 'dollar-if-unset'],
    ['18.1.3', own, 'dollar'],
    [newestVersion, `${project}/.cursor/mcp.json`, 'dollar'],
    [newestVersion, `${project}/opencode.json`, 'env'],
    [newestVersion, `${project}/.codex/config.toml`, 'none'],
  ])('how variables are written, in %s: %s', (version, uri, expected) => {
    const text = uri.endsWith('.toml')
      ? '[mcp_servers.a]\ncommand = "x"\n'
      : uri.endsWith('opencode.json')
        ? '{"mcp": {"a": {"type": "local", "command": ["x"]}}}'
        : config({ a: x });
    const workspace = workspaceWith({ [uri]: text });
    const [server] = workspace.placeState(workspace.places.ofProject(project)).effective.servers;
    expect(server && serverDefinition(server.definition, text, version)?.variables).toBe(expected);
  });

  test.each([
    ['command = "./server.sh"\ncwd = "tools"', project, './server.sh', '.codex/tools'],
    ['command = "./server.sh"', project, '.codex/server.sh', undefined],
    ['command = "../server.sh"', project, '.codex/../server.sh', undefined],
    ['command = "./server.sh"\ncwd = "/srv/tools"', project, './server.sh', '/srv/tools'],
    ['command = "bin/server.sh"', project, '.codex/bin/server.sh', undefined],
    ["command = 'C:\\bin\\server.exe'", project, 'C:\\bin\\server.exe', undefined],
    ['command = "npx"', project, 'npx', undefined],
    ['command = "/usr/bin/docs"', project, '/usr/bin/docs', undefined],
    ['command = "./server.sh"\ncwd = "tools"', home, './server.sh', '/home/me/.codex/tools'],
    ['command = "./server.sh"', home, '/home/me/.codex/server.sh', undefined],
  ])('relative paths start at the folder of Codex’s file: %s in %s', (entry, folder, command, cwd) => {
    const uri = `${folder}/.codex/config.toml`;
    const text = `[mcp_servers.a]\n${entry}\n`;
    const workspace = workspaceWith({ [uri]: text });
    const [server] = workspace.placeState(workspace.places.ofProject(project)).effective.servers;
    const definition = server && serverDefinition(server.definition, text, newestVersion);
    expect(definition?.transport === 'stdio' && [definition.command, definition.cwd]).toEqual([command, cwd]);
  });

  test.each([
    ['${T:-stdio}', ['1']],
    ['local', []],
  ])('an unknown type loses the arguments: %s', (type, args) => {
    const text = config({ a: { ...x, type, args: ['1'] } });
    const workspace = workspaceWith({ [own]: text });
    const [server] = workspace.placeState(workspace.places.ofProject(project)).effective.servers;
    expect(server && serverDefinition(server.definition, text, newestVersion)).toMatchObject({ command: 'x', args });
  });

  test('values that OpenCode reads from files are unknown', () => {
    const uri = `${project}/opencode.json`;
    const text = '{"mcp": {"a": {"type": "local", "command": ["x", "{file:key.txt}"]}}}';
    const workspace = workspaceWith({ [uri]: text });
    const [server] = workspace.placeState(workspace.places.ofProject(project)).effective.servers;
    expect(server && serverDefinition(server.definition, text, newestVersion)).toBeUndefined();
  });

  test('is the configured one, or the installed one, or the newest known', () => {
    const installed = workspaceWith({}, { machine: { installedOhMyPi: () => '18.0.2-beta.1' } });
    expect(installed.places.version).toBe('18.0.2');
    expect(installed.places.setVersion('17.1')).toBe(true);
    expect(installed.places.version).toBe('17.1');
    expect(installed.places.setVersion(undefined)).toBe(true);
    expect(installed.places.version).toBe('18.0.2');
    expect(workspaceWith({}).places.version).toBe(newestVersion);
  });

  test('is compared numerically, part by part', () => {
    expect(['9.9.9', '18.1.3', '18.10', '19'].map((version) => hasBehavior(version, 'defaultForEmpty'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(['18.3.1', 'v18', 'latest', '1.2.3.4', ''].map(versionIn)).toEqual([
      '18.3.1',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('folders by environment variables', () => {
  const folders = { projectDirectory: '.omp', userDirectory: '~/.omp/agent', home: '/home/me' };
  test.each([
    [{}, '~/.omp/agent'],
    [{ PI_CONFIG_DIR: '.pi' }, '~/.pi/agent'],
    [{ PI_CODING_AGENT_DIR: '/srv/agent' }, '/srv/agent'],
    [{ OMP_PROFILE: 'work', PI_CODING_AGENT_DIR: '/srv/agent' }, '~/.omp/profiles/work/agent'],
    [{ OMP_PROFILE: '', PI_PROFILE: 'other' }, '~/.omp/agent'],
    [{ PI_PROFILE: 'other' }, '~/.omp/profiles/other/agent'],
  ])('%j: %s', (variables: Readonly<Record<string, string>>, expected) => {
    expect(movedFolders(folders, (name) => variables[name]).userDirectory).toBe(expected);
  });

  test('a folder set by the user takes precedence', () => {
    const chosen = { ...folders, userDirectory: '~/.mine' };
    expect(movedFolders(chosen, () => 'other')).toEqual(chosen);
  });
});

/** The version, the settings, and the folders of Oh My Pi, and what its servers are started with. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { beforeAll, describe, expect, test } from 'vitest';
import { movedFolders } from '../../../common/messages/config-place.ts';
import type { EffectiveServer } from '../../../server/config/oh-my-pi/effective.ts';
import { combineSettings } from '../../../server/config/oh-my-pi/settings.ts';
import { stateInWords } from '../../../server/config/oh-my-pi/state-text.ts';
import { hasBehavior, newestVersion, shownVersion, versionIn } from '../../../server/config/oh-my-pi/version.ts';
import { serverDefinition } from '../../../server/config/servers/server-definition.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { config, home, type MemoryFiles, openIn, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

const own = `${project}/.omp/mcp.json`;

function serversOf(texts: Readonly<Record<string, string>>): readonly EffectiveServer[] {
  const workspace = workspaceWith(texts);
  return workspace.placeState(workspace.places.ofProject(project)).effective.servers;
}

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
    expect(rulesOf(`${home}/.omp/agent/mcp.json`)).toEqual({});
  });
});

describe('the settings of Oh My Pi', () => {
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
    'that say nothing change nothing: %s',
    (text) => {
      const servers = serversOf({ [own]: config({ a: { command: 'x' } }), [`${project}/.omp/settings.json`]: text });
      expect(servers.map(stateInWords)).toEqual(['In effect']);
    },
  );
});

describe('the definition of a server', () => {
  const definitionOf = (uri: string, text: string, version = newestVersion) => {
    const [server] = serversOf({ [uri]: text });
    return server && serverDefinition(server.definition, text, version);
  };

  test.each([
    ['18.1.2', own, 'dollar-if-unset'],
    ['18.1.3', own, 'dollar'],
    [newestVersion, `${project}/.cursor/mcp.json`, 'dollar'],
    [newestVersion, `${project}/opencode.json`, 'env'],
    [newestVersion, `${project}/.codex/config.toml`, 'none'],
  ])('says how variables are written, in %s: %s', (version, uri, expected) => {
    const json = uri.endsWith('opencode.json')
      ? '{"mcp": {"a": {"type": "local", "command": ["x"]}}}'
      : config({ a: { command: 'x' } });
    const text = uri.endsWith('.toml') ? '[mcp_servers.a]\ncommand = "x"\n' : json;
    expect(definitionOf(uri, text, version)?.variables).toBe(expected);
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
  ])('has relative paths that start at the folder of Codex’s file: %s in %s', (entry, folder, command, cwd) => {
    const definition = definitionOf(`${folder}/.codex/config.toml`, `[mcp_servers.a]\n${entry}\n`);
    expect(definition?.transport === 'stdio' && [definition.command, definition.cwd]).toEqual([command, cwd]);
  });

  test.each([
    ['${T:-stdio}', ['1']],
    ['local', []],
  ])('has no arguments if the type is unknown: %s', (type, args) => {
    const text = config({ a: { command: 'x', type, args: ['1'] } });
    expect(definitionOf(own, text)).toMatchObject({ command: 'x', args });
    expect(serversOf({ [own]: text })[0]?.definition.connection.transport).toBe('stdio');
  });

  test('is unknown if OpenCode reads values from files', () => {
    const text = '{"mcp": {"a": {"type": "local", "command": ["x", "{file:key.txt}"]}}}';
    expect(definitionOf(`${project}/opencode.json`, text)).toBeUndefined();
  });
});

describe('the version of Oh My Pi', () => {
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
    const versions = ['9.9.9', '18.1.3', '18.10', '19'];
    expect(versions.filter((version) => hasBehavior(version, 'defaultForEmpty'))).toEqual(['18.1.3', '18.10', '19']);
  });

  test('is checked as the oldest known one if it is older', () => {
    expect(['11.8', '17.9.9', '18', '18.0.0', '18.3.1'].map(shownVersion).join(', ')).toBe(
      '11.8 (checked as 18.0), 17.9.9 (checked as 18.0), 18, 18.0.0, 18.3.1',
    );
  });

  test('has numbers only', () => {
    expect(versionIn('18.3.1')).toBe('18.3.1');
    for (const text of ['v18', 'latest', '1.2.3.4', '']) expect(versionIn(text)).toBeUndefined();
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

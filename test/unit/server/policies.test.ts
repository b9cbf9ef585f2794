/** Policies in editors: files that are read, effects of an invalid one, diagnostics, and Tool Servers. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver';
import { type Machine, machineWith } from '../../../server/config/platform.ts';
import { OpenDocument } from '../../../server/config/servers/open-document.ts';
import { diagnosticsOf } from '../../../server/protocol/diagnostics-provider.ts';
import { placesWithServers } from '../../../server/views/servers-view.ts';
import { machine } from '../../../server/workspace/machine.ts';
import { Policies } from '../../../server/workspace/policies/policies.ts';
import { policySources, vendorFolders } from '../../../server/workspace/policies/policy-files.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { config, MemoryFiles, openIn, project, workspaceWith } from './files.ts';
import { connectInProcess } from './in-process.ts';

const named = 'file:///home/me/policy.json';
const vendor = 'file:///etc/claude-code/managed-settings.json';
const added = 'file:///etc/claude-code/managed-settings.d/10-more.json';
const own = `${project}/.omp/mcp.json`;
const standalone = `${project}/.mcp.json`;

/** Creates a workspace with policies on a disk, read as the server reads them. */
function setup(texts: Readonly<Record<string, string>>, setting = '', sources: readonly (readonly string[])[] = []) {
  const machine: Partial<Machine> = { policySources: (file) => [...(file === undefined ? [] : [[file]]), ...sources] };
  const workspace = workspaceWith(texts, { machine });
  const policies = new Policies(workspace.machine, '/home/me');
  policies.setFile(setting);
  const options = new RuleOptions(workspace, undefined);
  options.configure({ textDocument: { publishDiagnostics: { relatedInformation: true } } }, undefined);
  options.setPolicy(policies.read());
  return { workspace, policies, options };
}

const diagnostics = ({ workspace, options }: ReturnType<typeof setup>, uri = own) =>
  diagnosticsOf(workspace, openIn(workspace, uri), options).map(({ code, message, relatedInformation }) => ({
    code,
    message,
    at: relatedInformation?.map(({ location: { uri: file, range } }) => `${file}:${range.start.line + 1}`),
  }));

const list = (key: string, ...names: string[]) =>
  `{\n  "${key}": [\n    ${names.map((name) => JSON.stringify({ serverName: name })).join(',\n    ')}\n  ]\n}`;

describe('policy diagnostics', () => {
  test('link to the entry in the policy file from the settings', () => {
    const texts = { [own]: config({ docs: { command: 'x' } }), [named]: list('deniedMcpServers', 'other', 'docs') };
    expect(diagnostics(setup(texts, '~/policy.json'))).toEqual([
      {
        code: 'policy-denied',
        message: '"docs" is denied by the policy in policy.json. Remove this server.',
        at: [`${named}:4`],
      },
    ]);
    expect(diagnostics(setup(texts))).toEqual([]);
  });

  test('link to the correct policy line after the config file changes', () => {
    const texts = { [own]: config({ docs: { command: 'x' } }), [named]: list('deniedMcpServers', 'docs') };
    const made = setup(texts, '/home/me/policy.json');
    const document = openIn(made.workspace, own);
    const first = diagnosticsOf(made.workspace, document, made.options)[0];
    expect(first?.relatedInformation?.[0]?.location.range.start.line).toBe(2);
    OpenDocument.factory.update(document, [{ text: `${'\n'.repeat(30)}${texts[own]}` }], 2);
    made.workspace.edited(own);
    const [shown] = diagnosticsOf(made.workspace, document, made.options);
    expect(shown?.range.start.line).toBe(30);
    expect(shown?.relatedInformation?.[0]?.location.range.start.line).toBe(2);
  });

  test('combine the policy file from the settings with the vendor policies', () => {
    const texts = {
      [own]: config({ docs: { command: 'x' }, web: { command: 'y' } }),
      [named]: list('allowedMcpServers', 'docs', 'web'),
      [vendor]: list('deniedMcpServers', 'web'),
    };
    expect(diagnostics(setup(texts, named.slice(7), [[vendor]])).map(({ message }) => message)).toEqual([
      '"web" is denied by the policy in managed-settings.json. Remove this server.',
    ]);
  });

  test('combine the files of one source', () => {
    const texts = {
      [own]: config({ a: { command: 'x' }, b: { command: 'x' }, c: { command: 'x' } }),
      [vendor]: list('allowedMcpServers', 'a'),
      [added]: list('allowedMcpServers', 'b'),
    };
    expect(diagnostics(setup(texts, '', [[vendor, added]])).filter(({ code }) => code === 'policy-not-listed')).toEqual(
      [{ code: 'policy-not-listed', message: expect.stringContaining('"c" isn\'t in'), at: [`${vendor}:2`] }],
    );
  });

  test.each([
    ['a missing file', {}, '~/policy.json', "Couldn't read policy.json."],
    ['a relative path', {}, 'policy.json', '"policy.json" in the settings isn\'t an absolute path.'],
    ['a broken file', { [named]: '{' }, '~/policy.json', 'Invalid JSON (unclosed).'],
  ])('report one warning for %s and compare no servers with it', (_title, texts, setting, message) => {
    const found = diagnostics(setup({ [own]: config({ docs: { command: 'x' } }), ...texts }, setting));
    expect(found.map(({ code, message: text }) => [code, text])).toEqual([
      ['policy-invalid', `The policy file isn't valid: ${message}`],
    ]);
  });

  test('are updated when a changed policy file is read again', () => {
    const made = setup({ [own]: config({ docs: { command: 'x' } }), [named]: '{}' }, '~/policy.json');
    expect(made.options.setPolicy(made.policies.read())).toBe(false);
    (made.workspace.machine.files as MemoryFiles).texts.set(named, list('deniedMcpServers', 'docs'));
    expect(made.options.setPolicy(made.policies.read())).toBe(true);
    expect(diagnostics(made).map(({ code }) => code)).toEqual(['policy-denied']);
  });
});

test('Tool Servers shows the verdict of each server, including servers of other tools', () => {
  const cursor = `${project}/.cursor/mcp.json`;
  const texts = {
    [own]: config({ docs: { command: 'docs-server' }, web: { type: 'http', url: 'https://web.example/mcp' } }),
    [cursor]: config({ tool: { command: 'npx', args: ['-y', 'tool'] }, bad: { url: 'https://evil.example/' } }),
    [named]: JSON.stringify({
      allowedMcpServers: [{ serverCommand: ['npx', '-y', 'tool'] }, { serverUrl: 'https://web.example' }],
      deniedMcpServers: [{ serverUrl: '*://evil.example' }],
    }),
  };
  const told = ({ workspace, options }: ReturnType<typeof setup>) =>
    placesWithServers(workspace, options)[0]?.servers.map(({ name, policy }) => [name, policy?.verdict ?? null]);
  expect(told(setup(texts, '~/policy.json'))).toEqual([
    ['docs', 'notListed'],
    ['web', 'allowed'],
    ['tool', 'allowed'],
    ['bad', 'denied'],
  ]);
  expect(told(setup(texts))?.map(([, verdict]) => verdict)).toEqual([null, null, null, null]);
});

test('Tool Servers shows if a variable prevents the comparison', () => {
  const texts = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the agent
    [own]: config({ docs: { command: 'npx', args: ['${PACKAGE}'] } }),
    [named]: JSON.stringify({ deniedMcpServers: [{ serverCommand: ['npx', 'evil'] }] }),
  };
  const { workspace, options } = setup(texts, '~/policy.json');
  expect(placesWithServers(workspace, options)[0]?.servers[0]?.policy).toEqual({
    verdict: 'notListed',
    text: 'Not comparable with the policy in policy.json because of a variable (not enforced by Switchyard)',
  });
});

test('a changed policy is read again when the next file opens, and diagnostics use its new lines', async () => {
  const files = new MemoryFiles({
    [own]: config({ docs: { command: 'x' } }),
    [standalone]: config({ web: { command: 'y' } }),
    [vendor]: list('deniedMcpServers', 'docs'),
  });
  const editor = connectInProcess({
    home: '/home/me',
    machine: { ...machineWith(files), policySources: () => [[vendor]] },
  });
  const shown = new Map<string, readonly Diagnostic[]>();
  editor.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics: found }) => void shown.set(uri, found));
  const capabilities = { textDocument: { publishDiagnostics: { relatedInformation: true } } };
  await editor.sendRequest('initialize', { processId: null, rootUri: project, capabilities });
  await editor.sendNotification('initialized', {});
  const open = (uri: string) =>
    editor.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text: files.read(uri) },
    });
  const line = (uri: string) => shown.get(uri)?.[0]?.relatedInformation?.[0]?.location.range.start.line;
  await open(own);
  await expect.poll(() => line(own)).toBe(2);
  files.texts.set(vendor, `\n\n${list('deniedMcpServers', 'web', 'docs')}`);
  await open(standalone);
  await expect.poll(() => [line(own), line(standalone)]).toEqual([5, 4]);
  editor.dispose();
});

test('the browser does not read policies', () => {
  const policies = new Policies(machineWith(new MemoryFiles({ [named]: '{' })), undefined);
  policies.setFile('/home/me/policy.json');
  expect(policies.read()).toEqual({ layers: [], faults: [] });
});

describe('policy files on disk', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = new TemporaryFolder('policies');
  });
  afterEach(() => folder.remove());

  const names = (sources: readonly (readonly string[])[]) =>
    sources.map((source) => source.map((uri) => path.relative(folder.path, fileURLToPath(uri))));

  test('include all existing files, sorted by name within managed-settings.d', async () => {
    const folders = { claude: folder.at('claude'), copilot: folder.at('copilot') };
    expect(policySources(folders)).toEqual([]);
    await mkdir(path.join(folders.claude, 'managed-settings.d'), { recursive: true });
    await mkdir(folders.copilot);
    for (const name of ['20-b.json', '10-a.json', '.30-hidden.json', '40.txt'])
      await writeFile(path.join(folders.claude, 'managed-settings.d', name), '{}');
    await writeFile(path.join(folders.copilot, 'managed-settings.json'), '{}');
    expect(names(policySources(folders))).toEqual([
      ['claude/managed-settings.d/10-a.json', 'claude/managed-settings.d/20-b.json'],
      ['copilot/managed-settings.json'],
    ]);
    await writeFile(path.join(folders.claude, 'managed-settings.json'), '{}');
    expect(names(policySources(folders))[0]?.[0]).toBe('claude/managed-settings.json');
  });

  test('include a folder in place of a file, so that it is reported', async () => {
    const folders = { claude: folder.at('claude'), copilot: folder.at('copilot') };
    await mkdir(path.join(folders.copilot, 'managed-settings.json'), { recursive: true });
    expect(names(policySources(folders))).toEqual([['copilot/managed-settings.json']]);
  });

  test('include a broken link, so that it is reported', async () => {
    const folders = { claude: folder.at('claude'), copilot: folder.at('copilot') };
    await mkdir(folders.claude);
    await mkdir(folders.copilot);
    await symlink('missing', path.join(folders.claude, 'managed-settings.d'));
    await symlink('missing.json', path.join(folders.copilot, 'managed-settings.json'));
    expect(names(policySources(folders))).toEqual([['claude/managed-settings.d'], ['copilot/managed-settings.json']]);
    const policies = new Policies({ ...machine, policySources: () => policySources(folders) }, '/home/me');
    expect(policies.read().faults.map(({ message }) => message)).toEqual([
      "Couldn't read managed-settings.d.",
      "Couldn't read managed-settings.json.",
    ]);
  });

  test('have platform-specific folders', () => {
    expect(vendorFolders('linux')).toEqual({ claude: '/etc/claude-code', copilot: '/etc/github-copilot' });
    expect(vendorFolders('darwin').claude).toBe('/Library/Application Support/ClaudeCode');
    expect(vendorFolders('win32', 'D:\\Programs').copilot).toBe('D:\\Programs\\GitHubCopilot');
  });
});

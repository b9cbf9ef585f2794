/** Servers that are moved to where an agent looks for them, and the inputs of VS Code that go along with copies and moves. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look
import { beforeAll, expect, test } from 'vitest';
import type { TextDocumentEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { AgentId } from '../../../common/messages/agents.ts';
import type { ServerChange } from '../../../common/messages/tool-servers.ts';
import { agents } from '../../../server/agents/all-agents.ts';
import { ohMyPiAgent } from '../../../server/agents/oh-my-pi.ts';
import { loadToml } from '../../../server/config/servers/source-file.ts';
import { applyServerChanges } from '../../../server/editing/changes.ts';
import { EditedFiles } from '../../../server/editing/edited-files.ts';
import { definitionsInVSCode, isAboutVSCodesVariable } from '../../../server/features/edits/define-in-vscode.ts';
import { home, openIn, project, workspaceWith } from './files.ts';

beforeAll(loadToml);

type Files = Readonly<Record<string, string>>;

/** Paths are in the project, or start with `~/`. */
const uriOf = (path: string) => (path.startsWith('~/') ? `${home}/${path.slice(2)}` : `${project}/${path}`);

/** Returns the changed files, what is said about the change, and why it is refused. */
function changed(files: Files, change: ServerChange) {
  const byUri = Object.fromEntries(Object.entries(files).map(([path, text]) => [uriOf(path), text]));
  const { places } = workspaceWith(byUri);
  const agentWith = (id: string | undefined) => agents.find((agent) => agent.id === id) ?? ohMyPiAgent;
  const { agent } = change.kind === 'relocate' || change.kind === 'add' ? change.to : change.server;
  const before = new EditedFiles((uri) => byUri[uri], agentWith(agent));
  const { edited, refused, omitted } = applyServerChanges(before, [change], () => places.ofProject(project), agentWith);
  const paths = new Set([...Object.keys(files), ...edited.changes().map(({ uri }) => uri.replace(`${project}/`, ''))]);
  const texts = [...paths].flatMap((path) => {
    const now = edited.text(uriOf(path));
    return now === files[path] ? [] : [[path, (now ?? '').replaceAll(/\s*\n\s*/g, ' ').trim()] as const];
  });
  return { files: Object.fromEntries(texts), said: [...refused.map(({ reason }) => reason), ...omitted] };
}

const relocate = (
  agent: NonNullable<Extract<ServerChange, { kind: 'relocate' }>['to']['agent']>,
  from: string,
  path: readonly string[],
  names: readonly string[],
  to: string,
): ServerChange => ({
  kind: 'relocate',
  from: { folder: project, uri: uriOf(from), path },
  names,
  to: { folder: project, uri: uriOf(to), agent },
});

const docs = '{"command": "docs", "args": ["-y"]}';

const respell = (agent: AgentId, path: string, property: string, spelling: string): ServerChange => ({
  kind: 'respell',
  server: { folder: project, uri: uriOf(path), name: 'docs', agent },
  property,
  spelling,
});

const ofCodex = '.codex/config.toml';

test.each<[string, Files, ServerChange, ReturnType<typeof changed>]>([
  [
    'a property gets the name that the agent reads, with its comments',
    { 'opencode.json': '{"mcp": {"docs": {"type": "local", "command": ["x"], "env": { // mine\n"A": "1"}}}}' },
    respell('opencode', 'opencode.json', 'env', 'environment'),
    {
      files: {
        'opencode.json': '{"mcp": {"docs": {"type": "local", "command": ["x"], "environment": { // mine "A": "1"}}}}',
      },
      said: [],
    },
  ],
  [
    'values are added to a property that exists',
    {
      'opencode.json':
        '{"mcp": {"docs": {"type": "local", "command": ["x"], "environment": {"B": "2", "C": "3"}, "env": {"A": "1", "C": "3"}}}}',
    },
    respell('opencode', 'opencode.json', 'env', 'environment'),
    {
      files: {
        'opencode.json':
          '{"mcp": {"docs": {"type": "local", "command": ["x"], "environment": {"B": "2", "C": "3", "A": "1"}}}}',
      },
      said: [],
    },
  ],
  [
    'two values of one variable are kept',
    { 'opencode.json': '{"mcp": {"docs": {"command": ["x"], "environment": {"A": "2"}, "env": {"A": "1"}}}}' },
    respell('opencode', 'opencode.json', 'env', 'environment'),
    { files: {}, said: ['"env" and "environment" have different values for "A". Keep one of them.'] },
  ],
  [
    'arguments are added to the list of the command',
    { 'opencode.json': '{"mcp": {"docs": {"type": "local", "command": ["x"], "args": ["-y", "z"]}}}' },
    respell('opencode', 'opencode.json', 'args', 'command'),
    { files: { 'opencode.json': '{"mcp": {"docs": {"type": "local", "command": ["x", "-y", "z"]}}}' }, said: [] },
  ],
  [
    'a value of TOML gets the other name',
    { [ofCodex]: '[mcp_servers.docs]\nurl = "https://a.example/mcp"\nheaders = {A = "1"} # mine\n' },
    respell('codex', ofCodex, 'headers', 'http_headers'),
    {
      files: { [ofCodex]: '[mcp_servers.docs] url = "https://a.example/mcp" http_headers = {A = "1"} # mine' },
      said: [],
    },
  ],
  [
    'tables of TOML get the other name',
    { [ofCodex]: '[mcp_servers.docs]\nurl = "https://a.example/mcp"\n[mcp_servers.docs.headers]\nA = "1"\n' },
    respell('codex', ofCodex, 'headers', 'http_headers'),
    {
      files: { [ofCodex]: '[mcp_servers.docs] url = "https://a.example/mcp" [mcp_servers.docs.http_headers] A = "1"' },
      said: [],
    },
  ],
  [
    'dotted keys of TOML, and properties that exist, stay for the user to join',
    { [ofCodex]: '[mcp_servers.docs]\nurl = "https://a.example/mcp"\nheaders.A = "1"\nheaders.B = "2"\n' },
    respell('codex', ofCodex, 'headers', 'http_headers'),
    { files: {}, said: ['"headers" can only be written as "http_headers" by hand. Nothing was changed.'] },
  ],
  [
    'properties of TOML that exist are not overwritten',
    {
      [ofCodex]: '[mcp_servers.docs]\nurl = "https://a.example/mcp"\nheaders = {A = "1"}\nhttp_headers = {B = "2"}\n',
    },
    respell('codex', ofCodex, 'headers', 'http_headers'),
    { files: {}, said: ['"headers" can only be written as "http_headers" by hand. Nothing was changed.'] },
  ],
  [
    'the property gets the right name, with its comments, if only that is wrong',
    { '.vscode/mcp.json': `{"mcpServers": { // mine\n"docs": ${docs}}}` },
    relocate('vscode', '.vscode/mcp.json', ['mcpServers'], ['docs'], '.vscode/mcp.json'),
    { files: { '.vscode/mcp.json': `{"servers": { // mine "docs": ${docs}}}` }, said: [] },
  ],
  [
    'servers of two properties of a file are in one then',
    { '.mcp.json': `{"mcpServers": {"a": ${docs}}, "servers": {"b": ${docs}}}` },
    relocate('claude-code', '.mcp.json', ['servers'], ['b'], '.mcp.json'),
    { files: { '.mcp.json': `{"mcpServers": {"a": ${docs}, "b": ${docs}}}` }, said: [] },
  ],
  [
    'tables of TOML are written under the right name',
    { '.grok/config.toml': '[mcp.servers.docs]\ncommand = "docs"\n[ui]\ndark = true\n' },
    relocate('grok', '.grok/config.toml', ['mcp', 'servers'], ['docs'], '.grok/config.toml'),
    { files: { '.grok/config.toml': '[ui] dark = true [mcp_servers.docs] command = "docs"' }, said: [] },
  ],
  [
    'the format of the other file is written',
    { '.codex/mcp.json': `{"mcpServers": {"a": ${docs}, "b": ${docs}}}` },
    relocate('codex', '.codex/mcp.json', ['mcpServers'], ['a', 'b'], '.codex/config.toml'),
    {
      files: {
        '.codex/mcp.json': '{}',
        '.codex/config.toml':
          '[mcp_servers.a] command = "docs" args = ["-y"] [mcp_servers.b] command = "docs" args = ["-y"]',
      },
      said: [],
    },
  ],
  [
    'a name that the other file has is refused',
    { '.agents/mcp.json': `{"docs": ${docs}}`, '.mcp.json': '{"mcpServers": {"docs": {"command": "other"}}}' },
    relocate('claude-code', '.agents/mcp.json', [], ['docs'], '.mcp.json'),
    { files: {}, said: ['.mcp.json already contains "docs". Rename one of them first.'] },
  ],
  [
    'a file that has changed since is refused',
    { '.agents/mcp.json': '{"mcpServers": {}}' },
    relocate('claude-code', '.agents/mcp.json', ['mcpServers'], ['docs'], '.mcp.json'),
    { files: {}, said: ['"docs" no longer exists.'] },
  ],
  [
    'a secret of the user does not get into the project',
    {
      '~/.agents/mcp.json': '{"mcpServers": {"docs": {"command": "docs", "env": {"API_KEY": "sk-0123456789abcdef"}}}}',
    },
    relocate('claude-code', '~/.agents/mcp.json', ['mcpServers'], ['docs'], '.mcp.json'),
    {
      files: {},
      said: ['"docs": "env.API_KEY" looks like a secret, which .mcp.json would share. Use a variable instead.'],
    },
  ],
  [
    'inputs of the settings go along',
    {
      '.vscode/settings.json':
        '{"mcp": {"inputs": [{"id": "key", "type": "promptString"}], "servers": {"docs": {"command": "docs", "env": {"K": "${input:key}"}}}}}',
    },
    relocate('vscode', '.vscode/settings.json', ['mcp', 'servers'], ['docs'], '.vscode/mcp.json'),
    {
      files: {
        '.vscode/settings.json': '{"mcp": {"inputs": [{"id": "key", "type": "promptString"}]}}',
        '.vscode/mcp.json':
          '{ "servers": { "docs": { "command": "docs", "env": { "K": "${input:key}" } } }, "inputs": [ { "id": "key", "type": "promptString" } ] }',
      },
      said: [],
    },
  ],
])('%s', (_title, files, change, result) => expect(changed(files, change)).toEqual(result));

const inputs = '[{"id": "key", "type": "promptString", "password": true}, {"id": "other", "type": "promptString"}]';
const vscode = (kind: 'copy' | 'move', to: string, agent: 'vscode' | 'claude-code' = 'vscode'): ServerChange => ({
  kind,
  server: { folder: project, uri: uriOf('.vscode/mcp.json'), agent: 'vscode', name: 'docs' },
  to: { folder: project, uri: uriOf(to), agent },
});
const user = '~/.config/Code/User/mcp.json';
const server = '{"command": "docs", "env": {"K": "${input:key}"}}';

test.each<[string, Files, ServerChange, ReturnType<typeof changed>]>([
  [
    'a copied server gets the inputs that it uses',
    {
      '.vscode/mcp.json': `{"servers": {"docs": ${server}}, "inputs": ${inputs}}`,
      [user]: '{"inputs": [], "servers": {}}',
    },
    vscode('copy', user),
    {
      files: {
        [user]: `{"inputs": [{ "id": "key", "type": "promptString", "password": true }], "servers": {"docs": ${server}}}`,
      },
      said: [],
    },
  ],
  [
    'a moved server takes the inputs along that no other server uses',
    { '.vscode/mcp.json': `{"servers": {"docs": ${server}}, "inputs": ${inputs}}`, [user]: '{"servers": {}}' },
    vscode('move', user),
    {
      files: {
        '.vscode/mcp.json': '{"servers": {}, "inputs": [{"id": "other", "type": "promptString"}]}',
        [user]: `{"servers": {"docs": ${server}}, "inputs": [ { "id": "key", "type": "promptString", "password": true } ]}`,
      },
      said: [],
    },
  ],
  [
    'another input with the same ID stays, and that is said',
    {
      '.vscode/mcp.json': `{"servers": {"docs": ${server}}, "inputs": ${inputs}}`,
      [user]: '{"inputs": [{"id": "key", "type": "command", "command": "x"}], "servers": {}}',
    },
    vscode('copy', user),
    {
      files: {
        [user]: `{"inputs": [{"id": "key", "type": "command", "command": "x"}], "servers": {"docs": ${server}}}`,
      },
      said: [`"docs" › \${input:key}: ${user} already has another input "key", which is used.`],
    },
  ],
  [
    'an agent without inputs gets a variable, and that is said',
    { '.vscode/mcp.json': `{"servers": {"docs": ${server}}, "inputs": ${inputs}}` },
    vscode('copy', '.mcp.json', 'claude-code'),
    {
      files: { '.mcp.json': '{ "mcpServers": { "docs": { "command": "docs", "env": { "K": "${KEY}" } } } }' },
      said: ['"docs" › env.K: The source tool prompts for this value. Set the environment variable KEY.'],
    },
  ],
])('%s', (_title, files, change, result) => expect(changed(files, change)).toEqual(result));

test('a variable that VS Code does not replace in .mcp.json is defined in its own file, with an input or as a variable', async () => {
  const text = '{"mcpServers": {"docs": {"command": "docs", "env": {"K": "Bearer ${TOKEN}"}}}}';
  const own = uriOf('.vscode/mcp.json');
  const workspace = workspaceWith({ [uriOf('.mcp.json')]: text, [own]: '{"servers": {}}' });
  const offered = async (path: string, at: string) => {
    const view = workspace.view(openIn(workspace, uriOf(path), text));
    const actions = await definitionsInVSCode(workspace, view, text.indexOf(at));
    return actions.map(({ title, edit }) => [title, JSON.stringify(edit?.documentChanges)]);
  };
  const [input, variable] = await offered('.mcp.json', '${TOKEN}');
  expect(input?.[0]).toBe('Define in .vscode/mcp.json with an input');
  const inserted = (json = '') =>
    (JSON.parse(json) as TextDocumentEdit[])
      .flatMap(({ textDocument, edits }) => [
        textDocument.uri,
        ...edits.map((edit) => ('newText' in edit ? edit.newText : '')),
      ])
      .map((part) => part.replaceAll(/\s*\n\s*/g, ' '));
  expect(inserted(input?.[1])).toEqual([
    own,
    '"docs": { "type": "stdio", "command": "docs", "env": { "K": "Bearer ${input:TOKEN}" } }',
    ', "inputs": [ { "type": "promptString", "id": "TOKEN", "description": "TOKEN", "password": true } ]',
  ]);
  expect(variable?.[0]).toBe('Define in .vscode/mcp.json with the variable');
  expect(variable?.[1]).toContain('${env:TOKEN}');
  const document = TextDocument.create(uriOf('.mcp.json'), 'json', 1, text);
  const at = { start: document.positionAt(text.indexOf('"Bearer')), end: document.positionAt(text.indexOf('}}}')) };
  const ours = { message: '', range: at, source: 'Switchyard', code: 'reader-difference' };
  const isDefinable = (finding: object, usesVSCode: boolean) =>
    isAboutVSCodesVariable(document, [{ ...ours, ...finding }], usesVSCode);
  expect([isDefinable({}, true), isDefinable({}, false), isDefinable({ code: 'unset-variable' }, true)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isDefinable({ source: undefined, code: undefined }, false)).toBe(true);
  expect(await offered('.mcp.json', '{"mcpServers"')).toEqual([]);
  expect(await offered('sub/.mcp.json', '${TOKEN}')).toEqual([]);
});

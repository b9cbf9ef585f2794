/** The next step of a diagnosis: a command line in a terminal, or an edit that can be undone. */
import { beforeEach, expect, test } from 'vitest';
import type { Diagnosis, ServerStep, StepAction } from '../../../../common/messages/diagnosis.ts';
import type { ServerChange } from '../../../../common/messages/tool-servers.ts';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { changeServers } from '../../../../src/config/servers/changing/change-servers.ts';
import type { DiagnosisPage } from '../../../../src/config/servers/pages/diagnosis-messages.ts';
import { openDiagnosisPanel } from '../../../../src/config/servers/pages/diagnosis-panel.ts';
import type { ServerStore } from '../../../../src/config/servers/store.ts';
import type { ServerTree } from '../../../../src/config/servers/tree.ts';
import type { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { chosen, env, shown, Uri, window } from '../../fake-vscode.ts';
import { FakeFiles } from './fake-files.ts';

const file = '/project/.claude/settings.local.json';
const server = { folder: 'file:///project', uri: 'file:///project/.mcp.json', name: 'docs' };
const location = { uri: server.uri, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } };
let files = new FakeFiles();
const sent: ServerChange[] = [];
const terminals: unknown[][] = [];
const opened: unknown[] = [];
const copied: string[] = [];

beforeEach(() => {
  for (const list of [sent, terminals, opened, copied]) list.length = 0;
  files = new FakeFiles();
  files.disk.set(file, '{ }');
  files.install();
  Object.assign(env, { clipboard: { writeText: async (text: string) => void copied.push(text) } });
  Object.assign(window, {
    createTerminal: (options: unknown) => ({
      show: () => undefined,
      sendText: (...text: unknown[]) => terminals.push([options, ...text]),
    }),
  });
});

interface Content {
  load(): Promise<Diagnosis>;
  view(diagnosis: Diagnosis): DiagnosisPage;
  handle(message: object, diagnosis: Diagnosis): Promise<void>;
  dispose(): void;
}

/** Opens the panel of a server whose chain has this step. */
async function open(nextStep: ServerStep): Promise<Content & { readonly diagnosis: Diagnosis }> {
  const agent = {
    id: 'claude-code',
    name: 'Claude Code',
    version: '2',
    found: null,
    reload: 'Restart Claude Code to use changes.',
  } as const;
  const links = [{ kind: 'file', state: 'broken', text: 'No.', location }] as const;
  const diagnosis: Diagnosis = {
    servers: [
      {
        name: 'docs',
        isOfProject: true,
        chains: [{ agent, reaches: 'no', headline: 'No.', remarks: [], links, nextStep }],
      },
    ],
    notAsked: [],
    unread: [],
    unused: [],
    didYouMean: null,
    omitted: 0,
  };
  const config = {
    onDidChangeServers: () => ({ dispose: () => undefined }),
    sendRequest: async (method: string, { changes }: { changes: readonly ServerChange[] }) => {
      if (method === 'switchyard/diagnose') return diagnosis;
      sent.push(...changes);
      const range = { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } };
      const textDocument = { uri: `file://${file}`, version: files.document(Uri.file(file)).version };
      return {
        edit: { documentChanges: [{ textDocument, edits: [{ range, newText: ' "x": 1' }] }] },
        refused: [],
        omitted: [],
      };
    },
  } as unknown as ConfigLanguage;
  const store = { agent: undefined, refresh: async () => undefined } as unknown as ServerStore;
  const tree = { tellAfterEdit: () => undefined } as unknown as ServerTree;
  let content: Content | undefined;
  const panels = {
    open: async (_tab: unknown, create: (panel: unknown) => Content) => {
      content = create({ isVisible: true, refresh: async () => undefined });
    },
  } as unknown as OpenPanels;
  await openDiagnosisPanel(panels, {
    ...{ folder: server.folder, name: 'project', server: 'docs', config },
    show: async (place) => void opened.push(place),
    reload: { type: 'page', kept: {} },
    change: (...given) => changeServers({ config, store, tree }, ...given),
  });
  if (content === undefined) throw new Error('not open');
  return Object.assign(content, { diagnosis: await content.load() });
}

const first = { server: 0, chain: 0 };
const act = { kind: 'act', ...first, action: 0 };
const stepWith = (...actions: readonly StepAction[]): ServerStep => ({ text: 'Do it.', run: null, actions });

test('a command line is put into a terminal of the folder, and not run', async () => {
  const { handle, diagnosis } = await open({ text: 'Run it.', run: 'claude', actions: [] });
  await handle({ kind: 'run', ...first }, diagnosis);
  await handle(act, diagnosis);
  expect(terminals).toEqual([[{ name: 'Claude Code', cwd: Uri.parse(server.folder) }, 'claude', false]]);
  expect(sent).toEqual([]);
});

test('enabling changes the file of the agent, says what it needs, and can be undone', async () => {
  const { handle, diagnosis } = await open(stepWith({ kind: 'enable', server }));
  await handle({ kind: 'run', ...first }, diagnosis);
  await handle(act, diagnosis);
  expect(sent).toEqual([{ kind: 'enable', server }]);
  expect(files.disk.get(file)).toBe('{ "x": 1 }');
  expect(shown).toEqual(['Enabled docs in Claude Code. Restart Claude Code to use changes.']);
});

test('a server is defined in the file of an agent only if the user agrees to the text', async () => {
  const to = { folder: server.folder, uri: 'file:///project/.cursor/mcp.json', agent: 'cursor' } as const;
  const { handle, diagnosis } = await open(stepWith({ kind: 'define', server, to, label: '.cursor/mcp.json' }));
  await handle(act, diagnosis);
  expect([files.disk.get(file), shown.splice(0)]).toEqual(['{ }', [`Insert this into ${file}?`]]);
  chosen.push('Insert');
  await handle(act, diagnosis);
  expect(sent.at(-1)).toEqual({ kind: 'copy', server, to });
  expect(files.disk.get(file)).toBe('{ "x": 1 }');
  expect(shown.slice(1)).toEqual(['Copied to .cursor/mcp.json. Restart Claude Code to use changes.']);
});

const relocate = {
  kind: 'relocate',
  from: { folder: server.folder, uri: 'file:///project/.agents/mcp.json', path: ['mcpServers'] },
  names: ['docs'],
  to: { folder: server.folder, uri: server.uri, agent: 'claude-code' },
} as const;

test('servers are moved to another file only if the user agrees to the text', async () => {
  const { handle, diagnosis } = await open(stepWith({ ...relocate, label: '.mcp.json' }));
  await handle(act, diagnosis);
  expect([files.disk.get(file), shown.splice(0)]).toEqual(['{ }', [`Insert this into ${file}?`]]);
  chosen.push('Insert');
  await handle(act, diagnosis);
  expect(sent.at(-1)).toEqual(relocate);
  expect(shown.slice(1)).toEqual(['Moved to .mcp.json. Restart Claude Code to use changes.']);
});

test('servers are moved within a file at once, also from the list of files that no server comes from', async () => {
  const within = { ...relocate, from: { ...relocate.from, uri: server.uri } };
  const { handle, diagnosis } = await open(stepWith());
  const unusedFile = {
    agent: 'claude-code',
    agentName: 'Claude Code',
    file: '.mcp.json',
    text: 'No.',
    location,
  } as const;
  const actions = [{ ...within, label: '"mcpServers"' }];
  const listed = { ...diagnosis, unused: [{ ...unusedFile, isOfProject: true, step: 'Do it.', actions }] };
  await handle({ kind: 'actOnFile', index: 0, action: 0 }, listed);
  await handle({ kind: 'actOnFile', index: 0, action: 1 }, listed);
  await handle({ kind: 'actOnFile', index: 1, action: 0 }, listed);
  expect(sent).toEqual([within]);
  expect(shown).toEqual(['Moved to "mcpServers".']);
});

test('a server is renamed to what the user enters, and not without', async () => {
  const { handle, diagnosis } = await open(stepWith({ kind: 'rename', server, name: 'docs-2' }));
  const asked: unknown[] = [];
  const answers = ['notes', undefined];
  Object.assign(window, {
    showInputBox: async (options: unknown) => {
      asked.push(options);
      return answers.shift();
    },
  });
  await handle(act, diagnosis);
  await handle(act, diagnosis);
  expect(asked[0]).toMatchObject({ title: 'Rename docs', value: 'docs-2' });
  expect(sent).toEqual([{ kind: 'rename', server, name: 'notes' }]);
  expect(shown).toEqual(['Renamed docs to notes. Restart Claude Code to use changes.']);
});

test('a property is written as the agent spells it', async () => {
  const change = { kind: 'respell', server, property: 'headers', spelling: 'http_headers' } as const;
  const { handle, diagnosis } = await open(stepWith(change));
  await handle(act, diagnosis);
  expect(sent).toEqual([change]);
  expect(shown).toEqual(['Moved "headers" of docs to "http_headers". Restart Claude Code to use changes.']);
});

test('names of variables are copied, and the place to correct is opened', async () => {
  const { handle, diagnosis } = await open(
    stepWith({ kind: 'copy', names: ['A', 'B'] }, { kind: 'open', location, label: '.mcp.json' }),
  );
  await handle(act, diagnosis);
  await handle({ ...act, action: 1 }, diagnosis);
  await handle({ ...act, action: 2 }, diagnosis);
  expect(copied).toEqual(['A\nB']);
  expect(opened).toEqual([location]);
});

test('a link opens its place, and what the page invents does nothing', async () => {
  const { handle, diagnosis } = await open(stepWith());
  await handle({ kind: 'openLink', server: 0, chain: 0, link: 0 }, diagnosis);
  await handle({ kind: 'openLink', server: 0, chain: 0, link: 9 }, diagnosis);
  await handle({ kind: 'openLink', server: 9, chain: 0, link: 0 }, diagnosis);
  expect(opened).toEqual([location, null]);
});

/** Diagnosis from a finding: the server is named by its document, because the view may not show it. */
import { expect, test } from 'vitest';
import type { WebviewPanel } from 'vscode';
import type { ConfigLanguage } from '../../../../src/config/client/index.ts';
import { agentCommands } from '../../../../src/config/servers/pages/agent-commands.ts';
import type { ServerStore } from '../../../../src/config/servers/store.ts';
import type { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import type { PanelTab } from '../../../../src/shared/panels/panel.ts';
import { FakePanel, workspace } from '../../fake-vscode.ts';

async function diagnosed(uri: string, folders: readonly (string | null)[]): Promise<unknown> {
  let query: unknown;
  const config = {
    onDidChangeServers: () => ({ dispose: () => undefined }),
    sendRequest: async (_: string, params: unknown) => {
      query = params;
    },
  } as unknown as ConfigLanguage;
  const panels = {
    open: async (_tab: unknown, create: (panel: object) => { load(): Promise<unknown> }) => create({}).load(),
  } as unknown as OpenPanels;
  const store = { state: 'loaded', folders, refresh: async () => undefined } as unknown as ServerStore;
  await agentCommands({
    panels,
    store,
    config,
    manifest: { version: '1' },
    show: async () => undefined,
    change: async () => false,
    pageType: 'page',
  }).diagnose(uri, 'docs');
  return query;
}

test('opens the server in the folder of its document', async () => {
  const folders = ['file:///one', 'file:///one-more'];
  expect(await diagnosed('file:///one-more/.mcp.json', folders)).toEqual({ folder: folders[1], name: 'docs' });
  expect(await diagnosed('file:///one/a/.mcp.json', folders)).toEqual({ folder: folders[0], name: 'docs' });
});

test('opens a server of the user in the first folder, or in none', async () => {
  expect(await diagnosed('file:///home/.mcp.json', ['file:///one'])).toEqual({ folder: 'file:///one', name: 'docs' });
  expect(await diagnosed('file:///home/.mcp.json', [null])).toEqual({ folder: null, name: 'docs' });
});

test.each([
  [{ kind: 'diagnosis', folder: 'file:///one', server: 'docs' }, 'diagnosis ["file:///one","docs"]'],
  [{ kind: 'agents', folder: null }, 'agents '],
  [{ kind: 'agents', folder: 'file:///gone' }, undefined],
  [{ kind: 'other', folder: null }, undefined],
  [undefined, undefined],
])('a page of the window before a reload is opened again, or closed: %j', async (kept, id) => {
  const ids: string[] = [];
  const place = new FakePanel();
  Object.assign(workspace, { workspaceFolders: [{ uri: 'file:///one' }] });
  const open = async (tab: PanelTab<never>) => {
    expect(tab.reload).toEqual({ type: 'page', kept, place });
    ids.push(tab.id);
  };
  const { restore } = agentCommands({
    panels: { open } as unknown as OpenPanels,
    store: {} as ServerStore,
    config: {} as ConfigLanguage,
    manifest: { version: '1' },
    show: async () => undefined,
    change: async () => false,
    pageType: 'page',
  });
  await restore(place as unknown as WebviewPanel, kept);
  expect([ids, place.isDisposed]).toEqual([id === undefined ? [] : [id], id === undefined]);
});

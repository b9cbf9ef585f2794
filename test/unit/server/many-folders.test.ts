/** A workspace with many folders: what is asked of the disk, and of the list of folders, grows with their number and no faster. */
import { describe, expect, test } from 'vitest';
import { childUri, innermostFolder } from '../../../server/files/uris.ts';
import { AgentsView } from '../../../server/views/agents-view.ts';
import { placesWithServers } from '../../../server/views/servers-view.ts';
import { RuleOptions } from '../../../server/workspace/rule-options.ts';
import { config, MemoryFiles, machineOf, openIn, workspaceWith } from './files.ts';

describe('the innermost of folders', () => {
  const folders = ['file:///a', 'file:///a/b/', 'file:///c%3A/work', 'vscode-vfs://github/me/repository'];

  test.each([
    ['file:///a/x/.mcp.json', 'file:///a'],
    ['file:///a/b/.mcp.json', 'file:///a/b/'],
    ['file:///a/b', 'file:///a/b/'],
    ['file:///ab/.mcp.json', undefined],
    ['file:///C:/work/x/mcp.json', 'file:///c%3A/work'],
    ['vscode-vfs://github/me/repository/mcp.json', 'vscode-vfs://github/me/repository'],
    ['vscode-vfs://gitlab/me/repository/mcp.json', undefined],
    ['untitled:Untitled-1', undefined],
  ])('%s is in %s', (uri, folder) => {
    expect(innermostFolder(uri, folders)).toBe(folder);
  });

  test('can be the root', () => {
    expect(innermostFolder('file:///a/b', ['file:///'])).toBe('file:///');
  });
});

/** Number of times that one of the folders was read in their list while the view was filled. */
async function readsOfFolders(count: number): Promise<number> {
  const folders = Array.from({ length: count }, (_, index) => `file:///code/p${index}`);
  const texts = folders.map((folder) => [`${folder}/.mcp.json`, config({ docs: { command: 'x' } })]);
  const workspace = workspaceWith(Object.fromEntries(texts));
  await workspace.agents.load();
  let reads = 0;
  workspace.places.roots = new Proxy(folders, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  reads = 0;
  const places = placesWithServers(workspace, new RuleOptions(workspace, undefined));
  expect(places.map(({ servers }) => servers.length)).toEqual(folders.map(() => 1));
  return reads;
}

test('the view goes through the list of folders as often for many folders as for few', async () => {
  const [few, many] = [await readsOfFolders(10), await readsOfFolders(40)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBe(4 * few);
});

test('a comparison asks for the kind of a file or folder, and for its real place, once', async () => {
  const asked = new Map<string, number>();
  class CountedFiles extends MemoryFiles {
    override kind(uri: string): ReturnType<MemoryFiles['kind']> {
      asked.set(uri, (asked.get(uri) ?? 0) + 1);
      return super.kind(uri);
    }

    real(uri: string): string {
      const key = `real ${uri}`;
      asked.set(key, (asked.get(key) ?? 0) + 1);
      return uri;
    }
  }
  const folder = 'file:///code/p';
  const texts = { [`${folder}/.mcp.json`]: config({ docs: { command: 'x' } }), [`${folder}/.agents/x`]: '' };
  const workspace = workspaceWith(texts, { machine: { files: new CountedFiles(texts) }, roots: [folder] });
  await workspace.agents.load();
  for (const agent of workspace.agents.all) await workspace.readyFor(agent);
  asked.clear();
  await new AgentsView({ workspace }).compare({ folder });
  expect(asked.get(childUri(folder, '.agents'))).toBe(1);
  expect(asked.get(`real ${folder}`)).toBe(1);
});

test('a folder that is created is seen at the next look', async () => {
  const files = new MemoryFiles({ 'file:///code/p/.mcp.json': config({}) });
  const workspace = workspaceWith({}, { machine: { ...machineOf({}), files }, roots: ['file:///code/p'] });
  const { look } = workspace.places.ofProject('file:///code/p');
  expect(look.isFolder('file:///code/p/.agents')).toBe(false);
  files.texts.set('file:///code/p/.agents/mcp.json', config({}));
  workspace.refreshFromDisk();
  expect(workspace.places.ofProject('file:///code/p').look.isFolder('file:///code/p/.agents')).toBe(true);
});

test('a description of agents is read again when it is changed in the editor', async () => {
  const uri = 'file:///project/.mcp-agents.json';
  const workspace = workspaceWith({ [uri]: '{"agents": 1}' });
  await workspace.agents.load();
  expect(workspace.agents.faults).toHaveLength(1);
  openIn(workspace, uri, '{}');
  expect(workspace.agents.faults).toHaveLength(0);
});

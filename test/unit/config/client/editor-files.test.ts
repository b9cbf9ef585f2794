/** Files for the language server: files that aren't listed in their folder aren't requested individually. */
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readFiles } from '../../../../src/config/client/editor-files.ts';
import { FileSystemError, FileType, Uri, workspace } from '../../fake-vscode.ts';

const files = new Map<string, string>();
let requests: string[] = [];
let root = '/project';

/** A slow file system, on which every request counts. */
const fs = {
  readDirectory: async ({ path: folder }: Uri) => {
    requests.push(`list ${folder}`);
    const inside = [...files.keys()].filter((file) => file.startsWith(folder === '/' ? '/' : `${folder}/`));
    if (inside.length === 0) throw new Error('no such folder');
    return inside.map((file) => [path.posix.relative(folder, file).split('/')[0], FileType.File]);
  },
  stat: async ({ path: file }: Uri) => {
    requests.push(`stat ${file}`);
    const text = files.get(file);
    if (text === undefined) throw FileSystemError.FileNotFound();
    return { type: FileType.File, mtime: 1, size: text.length };
  },
  readFile: async ({ path: file }: Uri) => {
    requests.push(`read ${file}`);
    return new TextEncoder().encode(files.get(file));
  },
};

beforeEach(() => {
  files.clear();
  requests = [];
  root = '/project';
  const getWorkspaceFolder = (uri: Uri) => (uri.path.startsWith(root) ? { uri: Uri.file(root) } : undefined);
  Object.assign(workspace, { fs, getWorkspaceFolder });
});

const textsOf = async (...paths: string[]) => {
  const states = await readFiles(paths.map((file) => ({ uri: `file://${file}`, text: true })));
  return states.map((state) => state?.text);
};

test('a folder with none of the requested files is listed once', async () => {
  files.set('/project/.omp/mcp.json', '{}');
  expect(await textsOf('/project/a/.mcp.json', '/project/b/.mcp.json', '/project/c/.mcp.json')).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(requests).toEqual(['list /project']);
});

test.each(['/project', '/'])('only existing files are read in %s', async (folder) => {
  root = folder;
  const file = path.posix.join(folder, '.mcp.json');
  files.set(file, '{}');
  const names = ['.mcp.json', '.omp/mcp.json', '.omp/.mcp.json'];
  expect(await textsOf(...names.map((name) => path.posix.join(folder, name)))).toEqual(['{}', undefined, undefined]);
  expect(requests).toEqual([`list ${folder}`, `stat ${file}`, `read ${file}`]);
});

test('a name that differs in case is requested, because file systems may ignore case', async () => {
  files.set('/project/.MCP.json', '{}');
  await textsOf('/project/.mcp.json', '/project/a', '/project/b');
  expect(requests).toEqual(['list /project', 'stat /project/.mcp.json']);
});

test('a single file and a file outside the workspace are requested without listing a folder', async () => {
  files.set('/project/.mcp.json', '1').set('/elsewhere/mcp.json', '2');
  expect(await textsOf('/project/.mcp.json', '/elsewhere/mcp.json')).toEqual(['1', '2']);
  expect(requests.some((request) => request.startsWith('list'))).toBe(false);
});

test('files in a folder that cannot be listed are requested individually', async () => {
  root = '/locked';
  files.set('/locked/a', '1');
  Object.assign(workspace, { fs: { ...fs, readDirectory: () => Promise.reject(new Error('not allowed')) } });
  expect(await textsOf('/locked/a', '/locked/b', '/locked/c')).toEqual(['1', undefined, undefined]);
});

test('a file that cannot be looked at is not a missing file', async () => {
  Object.assign(workspace, { fs: { ...fs, stat: () => Promise.reject(FileSystemError.NoPermissions()) } });
  expect(await readFiles([{ uri: 'file:///project/.mcp.json', text: true }])).toEqual([
    { kind: 'unknown', stamp: 'unknown', text: null },
  ]);
});

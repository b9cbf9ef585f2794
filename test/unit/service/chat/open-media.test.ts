import { beforeEach, expect, it } from 'vitest';
import { openMedia } from '../../../../src/service/chat/host/open-media.ts';
import { commands, env, shown, Uri, window, workspace } from '../../fake-vscode.ts';

/** What was opened, written, and proposed as a file name. */
let done: unknown[] = [];
let chosen: Uri | undefined;

beforeEach(() => {
  done = [];
  shown.length = 0;
  chosen = Uri.file('/saved');
  Object.assign(env, { openExternal: async (href: string) => void done.push(['external', href]) });
  Object.assign(commands, { executeCommand: async (id: string, uri: Uri) => void done.push([id, uri.path]) });
  Object.assign(workspace, {
    workspaceFolders: [{ uri: Uri.file('/p') }],
    fs: {
      writeFile: async ({ path }: Uri, bytes: Uint8Array) => void done.push([path, Buffer.from(bytes).toString()]),
    },
  });
  Object.assign(window, {
    showSaveDialog: async ({ defaultUri }: { defaultUri: Uri }) => {
      done.push(defaultUri.path);
      return chosen;
    },
  });
});

const data = (type: string, text: string) => `data:${type};base64,${Buffer.from(text).toString('base64')}`;

it.each([
  ['image', data('image/png', 'a,b;c'), '/p/image.png', 'a,b;c'],
  ['audio', data('AUDIO/MPEG', 'x'), '/p/audio.mpeg', 'x'],
  ['../x', data('application/vnd.a+json', '{}'), '/p/part.vnd', '{}'],
])('saves a part of an answer where the user chooses, and opens it: %s %s', async (name, address, file, text) => {
  await openMedia({ name, address });
  expect(done).toEqual([file, ['/saved', text], ['vscode.open', '/saved']]);
});

it('writes nothing if no file is chosen', async () => {
  chosen = undefined;
  await openMedia({ name: 'image', address: data('image/png', 'a') });
  expect(done).toEqual(['/p/image.png']);
});

it('opens a web address in the browser', async () => {
  await openMedia({ name: 'image', address: 'https://a.example/b%2Bc' });
  expect(done).toEqual([['external', 'https://a.example/b%2Bc']]);
});

it.each([undefined, 'data:image/png;base64,%', 'data:image/png,a', 'javascript:alert(1)', 'file:///etc/passwd'])(
  'opens nothing else: %s',
  async (address) => {
    await openMedia({ name: 'image', ...(address !== undefined && { address }) });
    expect([done, shown]).toEqual([[], ["This part of the response can't be opened."]]);
  },
);

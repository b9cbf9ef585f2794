import { expect, it } from 'vitest';
import type { Uri as VscodeUri } from 'vscode';
import { fromUri } from '../../../src/chat/context/collect.ts';
import { FileType, shown, Uri, workspace } from '../fake-vscode.ts';

const added = {
  textDocuments: [],
  asRelativePath: ({ path }: Uri) => path,
  fs: { stat: async () => ({ type: FileType.File, size: 6_000_000 }) },
};

it.each([
  ['large.PNG', 'large.PNG is too large to attach: 6,000,000 bytes. The limit for images is 5,000,000 bytes.'],
  [
    'large.log',
    'large.log is too large to attach: 6,000,000 characters (about 1,500,000 tokens). The limit is 1,000,000 characters.',
  ],
])('rejects a file that is too large, with the limit for its kind: %s', async (name, why) => {
  Object.assign(workspace, added);
  const attachment = await fromUri(Uri.file(name) as unknown as VscodeUri);
  expect([attachment, shown]).toEqual([undefined, [why]]);
});

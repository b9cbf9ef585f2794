/** What is known of the documents on disk. */
import { expect, test } from 'vitest';
import { DocumentStore } from '../../../server/workspace/document-store.ts';
import { MemoryFiles, project } from './files.ts';

const uri = `${project}/.mcp.json`;

test('a file that cannot be looked at counts as changed only once it can', () => {
  const files = new MemoryFiles({ [uri]: '{}' });
  const { kind, stamp, read } = files;
  Object.assign(files, { kind: () => 'unknown', stamp: () => 'unknown', read: () => undefined });
  const store = new DocumentStore(files);
  expect([store.get(uri), store.unreadable(uri), store.forgetChanged()]).toEqual([undefined, 'unknown', false]);
  Object.assign(files, { kind, stamp, read });
  expect([store.forgetChanged(), store.textOf(uri), store.unreadable(uri)]).toEqual([true, '{}', undefined]);
});

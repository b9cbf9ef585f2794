import { describe, expect, test } from 'vitest';
import type { Accounts } from '../../../../src/service/session/accounts/accounts.ts';
import { WorkflowDocuments } from '../../../../src/service/workflows/documents.ts';
import { closeDocument, contentProviders, opened } from '../../fake-vscode.ts';

describe('webhook responses', () => {
  const documents = new WorkflowDocuments({} as Accounts);
  const textOf = (uri: (typeof opened)[number]) => contentProviders.get(uri.scheme)?.provideTextDocumentContent(uri);

  test('open in separate documents and are kept until their document is closed', async () => {
    await documents.openResponse('Flow', 'first');
    await documents.openResponse('Flow', 'second');
    const [first, second] = opened;
    if (!first || !second) throw new Error('No document was opened.');
    expect(await textOf(first)).toBe('first');
    closeDocument(first);
    expect(await textOf(first)).toBe('This response is no longer available.');
    await documents.openResponse('Flow', 'third');
    expect(await textOf(second)).toBe('second');
    expect(new Set(opened.map(({ query }) => query)).size).toBe(3);
  });
});

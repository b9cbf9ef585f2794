import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../../../src/service/api/errors/errors.ts';
import type { ApiError } from '../../../../src/service/api/index.ts';
import { RunTree } from '../../../../src/service/runs/tree.ts';
import { settings, window } from '../../fake-vscode.ts';
import { TestAccounts } from '../../session.ts';
import type { Answer } from '../api/support.ts';
import { clientOf, json, text } from '../api/support.ts';

beforeEach(() => {
  settings.set('switchyard.runs.pageSize', 50);
  const { createTreeView } = window;
  Object.assign(window, {
    createTreeView: (id: string, options: object) => ({ ...createTreeView(id, options), visible: true }),
  });
});

describe('a view whose first load failed', () => {
  const tls = new TypeError('fetch failed', { cause: new Error('self-signed certificate') });
  const dns = new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND a.example') });
  it.each<[string, Answer, string, string[]]>([
    [
      '402',
      json({ error: 'Wallet is empty. Add 5 credits.' }, 402),
      'Wallet is empty. Add 5 credits.',
      ['Try Again', 'Show Log'],
    ],
    ['404', json({ error: 'Nothing here' }, 404), 'Nothing here', ['Try Again', 'Show Log']],
    ['422', json({ error: 'Page is too large' }, 422), 'Page is too large', ['Try Again', 'Show Log']],
    ['429', json({ error: 'Slow down' }, 429, { 'retry-after': '50' }), 'Slow down', ['Try Again', 'Show Log']],
    ['500', json({ error: 'Database is gone' }, 500), 'Database is gone', ['Try Again', 'Show Log']],
    ['200 with another body', text('hello', 200), 'unexpected response', ['Try Again', 'Show Log']],
    ['TLS', tls, 'self-signed certificate', ['Try Again', 'Show Log']],
    ['DNS', dns, 'getaddrinfo ENOTFOUND a.example', ['Try Again', 'Show Log']],
  ])('says why, with the next step: %s', async (_, answer, why, steps) => {
    const { client, clock } = clientOf([answer]);
    const accounts = new TestAccounts(client);
    const tree = new RunTree(accounts);
    const rows = await clock.advanceUntil(tree.getChildren());
    expect(tree.view.message).toContain(why);
    expect(rows.map((row) => tree.getTreeItem(row).label)).toEqual(steps);
    tree.dispose();
  });

  it('replaces the next steps with the rows once it is loaded', async () => {
    const page = { items: [], total: 0, succeeded: 0, failed: 0, page: 1, limit: 50 };
    const { client, clock } = clientOf([json({ error: 'Gone' }, 500), json({ error: 'Gone' }, 500), json(page)]);
    const accounts = new TestAccounts(client);
    const tree = new RunTree(accounts);
    await clock.advanceUntil(tree.getChildren());
    const redrawn: unknown[] = [];
    tree.onDidChangeTreeData((row) => redrawn.push(row));
    await clock.advanceUntil(accounts.only.runs.refresh());
    expect(redrawn).toContain(undefined);
    expect(tree.view.message).toBe('');
    tree.dispose();
  });

  it('shows the text of the service for a rejected key', async () => {
    const error: ApiError = { kind: 'unauthorized', status: 401, message: 'Key expired. Renew at a.example.' };
    const failing = async () => {
      throw new ApiFailure(error);
    };
    const accounts = new TestAccounts({ listExecutions: failing, listWorkflows: failing });
    Object.defineProperty(accounts.only, 'state', { value: { kind: 'unauthorized', name: 'a', host: 'a', error } });
    const tree = new RunTree(accounts);
    const rows = await tree.getChildren();
    expect(tree.view.message).toContain('Key expired. Renew at a.example.');
    expect(rows.map((row) => tree.getTreeItem(row).label)).toEqual(['Sign In Again', 'Show Log']);
    tree.dispose();
  });
});

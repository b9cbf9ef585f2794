/** What other code posts to the window of a page is ignored, and what a page posts is only what its host accepts. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Uri as VsCodeUri, Webview } from 'vscode';
import { runViewModel } from '../../src/service/panels/run/run-view-model.ts';
import { loadPage } from '../../src/shared/webview-page.ts';
import { Uri } from '../unit/fake-vscode.ts';
import { now, run } from '../unit/service/panels/fixtures.ts';
import { exchange, openChatPage } from './chat-page.ts';
import { openPage, type WebviewPage } from './page.ts';

const foreign = [
  ...[
    null,
    5,
    'text',
    [],
    {},
    { kind: 'constructor' },
    { kind: 'show ' },
    { view: null },
    { view: 'run' },
    { view: {} },
  ],
  ...[{ view: { kind: 'constructor' } }, { command: 'workbench.action.quit' }, 'x'.repeat(10_000_000)],
  { kind: 'records', records: [] },
];

describe('a message that is not from the host', () => {
  let opened: WebviewPage;
  afterEach(() => opened?.close());

  /** Posts the messages as other code in the page would, before and after what the host posts. @returns the errors */
  async function attack(): Promise<readonly string[]> {
    const errors: string[] = [];
    opened.page.on('pageerror', (error) => errors.push(error.message));
    for (const message of foreign) await opened.page.evaluate((data) => window.postMessage(data), message);
    await opened.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    return errors;
  }

  it.each(['panels', 'agents'] as const)('changes nothing on a page of %s', async (bundle) => {
    opened = await openPage(({ webview }) => {
      const page = { title: 'Switchyard', element: 'switchyard-panel', surface: 'editor' } as const;
      loadPage(webview as unknown as Webview, Uri.file('/') as unknown as VsCodeUri, { bundle, ...page });
    });
    expect(await attack()).toEqual([]);
    if (bundle === 'panels') {
      const view = { ...runViewModel({ run: run([]) }, 'Support triage', now), notice: '', stale: '' };
      await opened.host.webview.postMessage({ view, l10n: {} });
      await opened.page.locator('h1', { hasText: 'Support triage' }).waitFor();
      expect(await attack()).toEqual([]);
      expect(await opened.page.locator('h1').count()).toBe(1);
    } else expect(await opened.page.getByRole('progressbar').count()).toBe(1);
    expect([opened.posted, opened.foreign]).toEqual([[{ kind: 'ready' }], []]);
  });

  it('changes nothing in the chat', async () => {
    const chat = await openChatPage();
    opened = chat;
    await chat.show(exchange('Hello'));
    expect(await attack()).toEqual([]);
    expect(await chat.page.locator('chat-turn').count()).toBe(2);
    await chat.page.getByRole('textbox', { name: 'Message' }).fill('Still here');
    expect(chat.foreign).toEqual([]);
  });
});

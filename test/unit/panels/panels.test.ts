import { beforeEach, describe, expect, test } from 'vitest';
import { Uri } from 'vscode';
import type { WorkflowRunDetail } from '../../../src/api/index.ts';
import type { HostMessage, RunViewModel } from '../../../src/panels/messages.ts';
import type { PanelContext } from '../../../src/panels/panel.ts';
import { PanelManager } from '../../../src/panels/panel-manager.ts';
import { panels, settings } from '../fake-vscode.ts';
import { settle } from '../settle.ts';
import { iso, run } from './fixtures.ts';

const earlier = run([], { id: 'earlier', created_at: iso(-60) });
const shown = run([], { id: 'shown' });

/** Opens the panel of the run `shown`. Each request waits for the test, and is rejected if the answer is an error. */
async function openRun() {
  const requests: { readonly what: string; readonly answer: (value: unknown) => Promise<void> }[] = [];
  const ask = (what: string) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    requests.push({
      what,
      answer: async (value) => {
        resolve(value);
        await settle(5);
      },
    });
    return promise.then((value) => {
      if (value instanceof Error) throw value;
      return value;
    });
  };
  const page = (_query: unknown, signal?: AbortSignal) => {
    const ended = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('canceled'))));
    return Promise.race([ask('page'), ended]);
  };
  const feed = { run: (id: string) => ask(id), page };
  const workflows = { feed, store: { nameOf: (id: string) => id } };
  const connection = { state: { kind: 'connected' }, onDidChange: () => ({ dispose: () => undefined }) };
  const context = { extension: Uri.parse('file:///x'), connection, workflows };
  const manager = new PanelManager(context as unknown as PanelContext);
  const open = () => manager.openRun(shown.id);
  const opening = open();
  await requests[0]?.answer(shown);
  await opening;
  const [panel] = panels;
  if (panel === undefined) throw new Error('No panel was opened.');
  const views: RunViewModel[] = [];
  Object.assign(panel.webview, { postMessage: async ({ view }: HostMessage) => views.push(view as RunViewModel) });
  const send = async (message: object) => {
    panel.messages.fire(message);
    await settle(5);
  };
  await send({ kind: 'ready' });
  return { requests, open, views, send, last: () => views.at(-1) };
}

const pageOf = (...items: WorkflowRunDetail[]) => ({ items, total: items.length });
const idOf = (view: RunViewModel | undefined) => view?.facts.find(({ name }) => name === 'ID')?.value;

describe('the panel of a run', () => {
  beforeEach(() => {
    panels.length = 0;
    settings.set('switchyard.refresh.whileRunning', 3);
  });

  test('shows the run once its page is ready, and is revealed and reloaded if the run is opened again', async () => {
    const { requests, open, views } = await openRun();
    expect(views.map(idOf)).toEqual(['shown']);
    await open();
    expect(panels).toHaveLength(1);
    expect(requests.map(({ what }) => what)).toEqual(['shown', 'shown']);
  });

  test('keeps the run and says how old it is if a refresh fails', async () => {
    const { requests, send, last } = await openRun();
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(new Error('down'));
    expect([idOf(last()), last()?.stale]).toEqual(['shown', expect.stringMatching(/^Last updated .* down$/)]);
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(shown);
    expect(last()?.stale).toBe('');
  });

  test.each([
    ['searching for the previous run', { kind: 'action', action: 'previousRun' }, pageOf(run([], { id: 'other' }))],
    ['a refresh', { kind: 'refresh' }, shown],
  ])('ends %s when it is closed', async (_, message, answer) => {
    const { requests, send, views } = await openRun();
    await send(message);
    const sent = requests.length;
    const shownBefore = views.length;
    panels[0]?.dispose();
    await requests.at(-1)?.answer({ total: 5000, ...answer });
    expect(requests).toHaveLength(sent);
    expect(views).toHaveLength(shownBefore);
  });

  test.each([
    ['refresh', { kind: 'refresh' }],
    ['search for the next run', { kind: 'action', action: 'nextRun' }],
  ])('shows no error of a %s that was requested for the run shown before', async (_, message) => {
    const { requests, send, last } = await openRun();
    await send(message);
    const slow = requests.at(-1);
    await send({ kind: 'action', action: 'previousRun' });
    await requests.at(-1)?.answer(pageOf(shown, earlier));
    await requests.at(-1)?.answer(earlier);
    expect(idOf(last())).toBe('earlier');
    await slow?.answer(new Error('down'));
    expect([idOf(last()), last()?.stale, last()?.notice]).toEqual(['earlier', '', '']);
  });
});

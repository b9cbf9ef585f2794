import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Uri } from 'vscode';
import type { WorkflowRunDetail } from '../../../../src/service/api/index.ts';
import { loadRunPair, openComparison } from '../../../../src/service/panels/comparison-panel.ts';
import type { PanelContext } from '../../../../src/service/panels/context.ts';
import type { RunViewModel } from '../../../../src/service/panels/messages.ts';
import { openRun as openRunPanel } from '../../../../src/service/panels/run-panel.ts';
import type { RunFeed } from '../../../../src/service/session/run-feed.ts';
import type { HostMessage, ViewNotes } from '../../../../src/shared/panels/messages.ts';
import { OpenPanels } from '../../../../src/shared/panels/open-panels.ts';
import { commands, EventEmitter, panels, settings, shown as told } from '../../fake-vscode.ts';
import { sessionOf } from '../../session.ts';
import { settle } from '../../settle.ts';
import { iso, run, step } from './fixtures.ts';

const earlier = run([], { id: 'earlier', created_at: iso(-60) });
const shown = run([], { id: 'shown' });

/** Opens the panel of the run `shown`. Each request waits for the test, and is rejected if the answer is an error. */
async function openRun(workflows?: object) {
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
  const received = new EventEmitter();
  const feed = { run: (id: string) => ask(id), page, onDidReceive: received.event };
  const session = sessionOf({});
  Object.assign(session, { feed });
  const openError = vi.fn();
  const runs = { documents: { openError } };
  const openPanels = new OpenPanels(Uri.parse('file:///x'));
  const context = { session, runs, workflows } as unknown as PanelContext;
  const open = (id = shown.id) => openRunPanel(openPanels, context, id);
  const compare = () => openComparison(openPanels, context, [shown.id, earlier.id]);
  const opening = open();
  await expect.poll(() => requests).not.toHaveLength(0);
  await requests[0]?.answer(shown);
  await opening;
  const [panel] = panels;
  if (panel === undefined) throw new Error('No panel was opened.');
  const views: (RunViewModel & ViewNotes)[] = [];
  Object.assign(panel.webview, {
    postMessage: async ({ view }: HostMessage<RunViewModel>) => views.push(view),
  });
  const send = async (message: object) => {
    panel.messages.fire(message);
    await settle(5);
  };
  await send({ kind: 'ready' });
  return { requests, open, views, send, last: () => views.at(-1), session, compare, openError, received };
}

const pageOf = (...items: WorkflowRunDetail[]) => ({ items, total: items.length });
const idOf = (view: RunViewModel | undefined) => view?.facts.find(({ name }) => name === 'ID')?.value;

describe('the panel of a run', () => {
  beforeEach(() => void settings.set('switchyard.refresh.whileRunning', 3));

  test('shows the run once its page is ready, and is revealed and reloaded if the run is opened again', async () => {
    const { requests, open, views } = await openRun();
    expect(views.map(idOf)).toEqual(['shown']);
    await open();
    expect(panels).toHaveLength(1);
    expect(requests.map(({ what }) => what)).toEqual(['shown', 'shown']);
  });

  test('opens at once, shows nothing until the run is loaded, and is closed if that fails', async () => {
    const { requests, send, views, open } = await openRun();
    await send({ kind: 'refresh' });
    const opening = open('gone');
    await settle(5);
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([false, false]);
    for (const kind of ['ready', 'refresh']) panels[1]?.messages.fire({ kind });
    expect(views).toHaveLength(1);
    expect(requests.map(({ what }) => what)).toEqual(['shown', 'shown', 'gone']);
    const failure = expect(opening).rejects.toThrow('down');
    await requests.at(-1)?.answer(new Error('down'));
    await failure;
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([false, true]);
  });

  test('tells why an action of its page failed', async () => {
    const { send } = await openRun();
    const run = vi.spyOn(commands, 'executeCommand').mockRejectedValue(new Error('The disk is full.'));
    await send({ kind: 'action', action: 'copyId' });
    run.mockRestore();
    expect(told).toEqual(['The disk is full.']);
  });

  test('offers what can be done with the kept payload that started the run', async () => {
    const sent = { at: Date.now(), isProbable: true };
    const ofRun = vi.fn(async (_: string, id: string) => (id === 'shown' ? sent : undefined));
    const { requests, send, last } = await openRun({ documents: {}, payloads: async () => ({ ofRun }) });
    expect(last()?.payload).toMatch(/\d:\d\d/);
    expect(last()?.facts.at(-1)?.value).toMatch(/^probably sent from here, /);
    const run = vi.spyOn(commands, 'executeCommand');
    await send({ kind: 'action', action: 'sendAgain' });
    expect(run).toHaveBeenCalledWith('switchyard.workflows.sendPayloadAgain', { kind: 'run', id: 'shown' });
    run.mockRestore();
    expect(requests).toHaveLength(1);
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(shown);
    expect(last()?.payload).toMatch(/\d:\d\d/);
    // It reads all kept payloads.
    expect(ofRun).toHaveBeenCalledTimes(1);
  });

  test('reports nothing if it is closed while the run is loaded', async () => {
    const { requests, open } = await openRun();
    const opening = open('gone');
    await settle(5);
    panels[1]?.dispose();
    await requests.at(-1)?.answer(new Error('down'));
    await expect(opening).resolves.toBeUndefined();
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

  test('keeps the result of the latest refresh if an earlier one ends later', async () => {
    const { requests, send, last } = await openRun();
    await send({ kind: 'refresh' });
    await send({ kind: 'refresh' });
    const [, slow, fast] = requests;
    await fast?.answer({ ...shown, status: 'FAILED' });
    expect(last()?.live).toBe(false);
    await slow?.answer({ ...shown, status: 'RUNNING' });
    expect(last()?.live).toBe(false);
  });

  test('is reloaded if another request received another state of its run', async () => {
    const { requests, received } = await openRun();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    onTestFinished(() => void vi.useRealTimers());
    received.fire({ runs: [shown, { ...earlier, status: 'FAILED' }] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(1);
    received.fire({ runs: [{ ...shown, status: 'FAILED' }] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer({ ...shown, status: 'FAILED' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
  });

  test('still says how old it is while it shows a notice', async () => {
    const { requests, send, last } = await openRun();
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(new Error('down'));
    await send({ kind: 'action', action: 'nextRun' });
    await requests.at(-1)?.answer(pageOf(shown));
    expect([last()?.notice, last()?.stale]).toEqual([
      'This is the newest run of the workflow.',
      expect.stringMatching(/^Last updated .* down$/),
    ]);
  });

  test('is closed if the account changes, with all other panels, and requests nothing from the new one', async () => {
    const { requests, compare, session, views } = await openRun();
    const comparing = compare();
    await settle(5);
    await requests.at(-2)?.answer(shown);
    await requests.at(-1)?.answer(earlier);
    await comparing;
    const sent = [requests.length, views.length];
    session.dispose();
    await settle(5);
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect([requests.length, views.length]).toEqual(sent);
  });

  test('asks the chat to explain its run', async () => {
    const execute = vi.spyOn(commands, 'executeCommand');
    const { send } = await openRun();
    await send({ kind: 'action', action: 'explain' });
    expect(execute.mock.calls).toEqual([['switchyard.chat.explainRun', { kind: 'run', id: 'shown' }]]);
    execute.mockRestore();
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

describe('the comparison of two runs', () => {
  test('opens the error of a step on either side', async () => {
    const { requests, compare, openError } = await openRun();
    const comparing = compare();
    await settle(5);
    const failed = step('a', { status: 'FAILED', error: 'down' });
    await requests.at(-2)?.answer({ ...shown, steps: [step('a')] });
    await requests.at(-1)?.answer({ ...earlier, steps: [failed] });
    await comparing;
    for (const side of ['left', 'right']) panels[1]?.messages.fire({ kind: 'openError', step: 0, side });
    await settle(5);
    expect(openError.mock.calls).toEqual([['earlier', failed]]);
  });

  test('keeps the runs and says how old they are if a refresh fails', async () => {
    const { requests, compare } = await openRun();
    const comparing = compare();
    await settle(5);
    for (const [index, value] of [shown, earlier].entries()) await requests.at(index - 2)?.answer(value);
    await comparing;
    const stale: string[] = [];
    Object.assign(panels[1]?.webview ?? {}, {
      postMessage: async ({ view }: HostMessage<unknown>) => stale.push(view.stale),
    });
    const send = async (kind: string) => {
      panels[1]?.messages.fire({ kind });
      await settle(5);
    };
    await send('ready');
    await send('refresh');
    for (const index of [-2, -1]) await requests.at(index)?.answer(new Error('down'));
    expect(stale).toEqual(['', expect.stringMatching(/^Last updated .* down$/)]);
  });

  test.each([
    ['2026-11-20T13:00:00+02:00', '2026-11-20T12:00:00Z'],
    ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.500Z'],
  ])('shows the run of %s as the one before that of %s', async (before, after) => {
    const older = run([], { id: 'older', created_at: before });
    const newer = run([], { id: 'newer', created_at: after });
    const feed = { run: async (id: string) => (id === 'older' ? older : newer) } as unknown as RunFeed;
    expect((await loadRunPair(feed, 'newer', 'older')).map(({ id }) => id)).toEqual(['older', 'newer']);
  });
});

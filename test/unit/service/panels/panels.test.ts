import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Uri } from 'vscode';
import type { WorkflowRunDetail } from '../../../../src/service/api/index.ts';
import type { RunViewModel } from '../../../../src/service/panels/messages.ts';
import { pickRunPair } from '../../../../src/service/panels/run/compare-runs.ts';
import { RunPages } from '../../../../src/service/panels/run/run-panel.ts';
import { runPageText } from '../../../../src/service/panels/run/run-text.ts';
import type { PanelServices } from '../../../../src/service/panels/services.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { known, none } from '../../../../src/shared/knowledge.ts';
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
  const pages = new RunPages(new OpenPanels(Uri.parse('file:///x')));
  const context = { session, runs, workflows } as unknown as PanelServices;
  const open = (id = shown.id, before?: string) => pages.open(context, id, before);
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
  return { requests, open, views, send, last: () => views.at(-1), session, openError, received };
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
    const sent = { at: Date.now(), isProbable: true, body: '{"a":1}', status: 202, response: 'ok' };
    const ofRun = vi.fn(async (_: string, id: string) => (id === 'shown' ? known(sent) : none));
    const { requests, send, last } = await openRun({ documents: {}, payloads: async () => ({ ofRun }) });
    expect(last()?.payload).toMatchObject({
      ...{ sent: expect.stringMatching(/^Probably sent from here, /), size: '7 bytes', body: '{\n  "a": 1\n}' },
      ...{ result: 'Status 202', response: 'ok', isIncluded: false },
    });
    await send({ kind: 'includePayload', isIncluded: true });
    expect(last()?.payload?.isIncluded).toBe(true);
    const run = vi.spyOn(commands, 'executeCommand');
    await send({ kind: 'action', action: 'sendAgain' });
    expect(run).toHaveBeenCalledWith('switchyard.workflows.sendPayloadAgain', { kind: 'run', id: 'shown' });
    run.mockRestore();
    expect(requests).toHaveLength(1);
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(shown);
    expect(last()?.payload?.response).toBe('ok');
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
    received.fire({ runs: [{ ...shown, status: 'CANCELLED' }] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(requests).toHaveLength(2);
    await requests[1]?.answer({ ...shown, status: 'CANCELLED' });
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
    const { requests, open, session, views } = await openRun();
    const opening = open('earlier');
    await settle(5);
    await requests.at(-1)?.answer(earlier);
    await opening;
    const sent = [requests.length, views.length];
    session.dispose();
    await settle(5);
    expect(panels.map(({ isDisposed }) => isDisposed)).toEqual([true, true]);
    expect([requests.length, views.length]).toEqual(sent);
  });

  test('asks the chat to explain exactly the text of the page, which has the payload only if it is included', async () => {
    const sent = { at: Date.now(), body: '"secret"', response: '' };
    const { send, last } = await openRun({ payloads: async () => ({ ofRun: async () => known(sent) }) });
    const execute = vi.spyOn(commands, 'executeCommand');
    await send({ kind: 'action', action: 'explain' });
    await send({ kind: 'includePayload', isIncluded: true });
    await send({ kind: 'action', action: 'explain' });
    const texts = (execute.mock.calls as unknown as [string, { text: string }][]).map(([id, { text }]) => [id, text]);
    execute.mockRestore();
    const view = last();
    if (view?.payload == null) throw new Error('No view.');
    const without = runPageText({ ...view, payload: { ...view.payload, isIncluded: false } });
    expect(texts).toEqual([
      ['switchyard.chat.explainPage', without],
      ['switchyard.chat.explainPage', runPageText(view)],
    ]);
    expect(without).not.toContain('secret');
    expect(runPageText(view)).toContain('secret');
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

describe('a failed run', () => {
  const failed = run([step('a', { status: 'FAILED', error: 'down' })], { id: 'shown', status: 'FAILED' });
  const succeeded = run([step('a')], { id: 'earlier', created_at: iso(-60) });

  test('is shown at once, then compared with the last success, then with the runs before', async () => {
    const { requests, send, views, openError } = await openRun();
    const { length } = views;
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(failed);
    expect(views.at(-1)).toMatchObject({ headline: 'Failed in a. Searching for the last success…', changes: null });
    await requests.at(-1)?.answer(pageOf(succeeded));
    await requests.at(-1)?.answer(succeeded);
    expect(views.at(-1)).toMatchObject({
      headline: 'Failed in a with version One, which succeeded 1 min before.',
      changes: { earlier: [], steps: [{ name: 'a' }] },
    });
    await requests.at(-1)?.answer(pageOf(failed, succeeded));
    expect(views.at(-1)?.changes?.earlier).toEqual(['No other run between.']);
    expect(views.length - length).toBe(3);
    for (const of of ['timeline', 'before', 'after']) await send({ kind: 'openError', step: 0, of });
    expect(openError.mock.calls.map(([id]) => id)).toEqual(['shown', 'shown']);
    // The comparison can't change any more.
    const sent = requests.length;
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(failed);
    expect(requests.length - sent).toBe(1);
    expect(views.at(-1)?.changes?.earlier).toEqual(['No other run between.']);
  });

  test('says how many runs were searched, and what was found until the user stops the search', async () => {
    const { requests, send, last } = await openRun();
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(failed);
    expect(last()?.searched).toBeNull();
    await requests.at(-1)?.answer({ items: [succeeded].map((one) => ({ ...one, type: 'TEST' })), total: 2 });
    expect(last()).toMatchObject({ searched: 1, changes: null });
    await send({ kind: 'action', action: 'stopSearch' });
    await requests.at(-1)?.answer({ ...succeeded, type: 'TEST' });
    expect(last()).toMatchObject({ searched: null, headline: expect.stringContaining('which succeeded 1 min before') });
    expect(last()?.changes?.unknown).toContain(
      'The search for the last success ended. Successful runs that it read: 1.',
    );
  });

  test('leads to the runs before, and publishes the version before again', async () => {
    const { requests, send, session } = await openRun();
    const version = (revision: number) => ({
      id: `v${revision}`,
      display_name: `v${revision}`,
      revision,
      created_at: iso(0),
    });
    Object.assign(session.versions, { knownDetail: async (id: string) => version(Number(id.slice(1))) });
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer({ ...failed, version_id: 'v2' });
    const before = { ...succeeded, version_id: 'v1' };
    await requests.at(-1)?.answer(pageOf(before));
    await requests.at(-1)?.answer(before);
    await requests.at(-1)?.answer(pageOf(failed, before));
    const execute = vi.spyOn(commands, 'executeCommand');
    await send({ kind: 'openRun', run: 0 });
    await send({ kind: 'openRun', run: 1 });
    await send({ kind: 'action', action: 'publishBefore' });
    expect(execute.mock.calls).toEqual([
      ['switchyard.runs.openPanel', { kind: 'run', id: 'earlier' }],
      ['switchyard.versions.publish', { kind: 'version', workflow: 'w', version: 'v1' }],
    ]);
    execute.mockRestore();
  });

  test('says that the last success is not known if the search fails, and searches again', async () => {
    const { requests, send, last } = await openRun();
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(failed);
    await requests.at(-1)?.answer(new Error('down'));
    expect(last()?.headline).toBe("Failed in a. The last success isn't known.");
    expect(last()?.changes?.unknown.join()).toContain('down');
    await requests.at(-1)?.answer(pageOf(failed));
    const sent = requests.length;
    await send({ kind: 'refresh' });
    await requests.at(-1)?.answer(failed);
    expect(requests.slice(sent).map(({ what }) => what)).toEqual(['shown', 'page']);
  });
});

describe('two runs', () => {
  const later = run([], { id: 'later', created_at: iso(60), duration: 13 });

  test('are compared on the page of the later one, in the tab of the run whose payload was sent again', async () => {
    const { requests, open, last } = await openRun();
    const opening = open('later', 'shown');
    await settle(5);
    await requests.at(-1)?.answer(later);
    await requests.at(-1)?.answer(shown);
    await opening;
    expect(panels).toHaveLength(1);
    expect(requests.map(({ what }) => what)).toEqual(['shown', 'later', 'shown']);
    expect(last()?.headline).toMatch(/^Succeeded\. The run of .*: Succeeded$/);
    expect(last()?.changes?.facts.map(({ value }) => value)).toContain('10 s → 13 s');
  });

  test('are compared by what is known if the earlier one has disappeared', async () => {
    const { requests, open, last } = await openRun();
    const opening = open('later', 'gone');
    await settle(5);
    await requests.at(-1)?.answer(later);
    await requests.at(-1)?.answer(new Error('gone'));
    await opening;
    expect(panels).toHaveLength(2);
    panels[1]?.messages.fire({ kind: 'ready' });
    expect(last()).toBeDefined();
  });

  test.each([
    ['2026-11-20T13:00:00+02:00', '2026-11-20T12:00:00Z'],
    ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.500Z'],
  ])('are in the order of their times: %s is before %s', async (before, after) => {
    const runs = new Map([before, after].map((created_at, at) => [String(at), run([], { created_at })]));
    const session = { runs, feed: { run: async () => Promise.reject(new Error('known')) } };
    for (const [one, other] of [['0', '1'] as const, ['1', '0'] as const]) {
      const rows = [one, other].map((id) => ({ kind: 'run', id }));
      expect(await pickRunPair(session as unknown as ServiceSession, rows[0], rows)).toEqual(['0', '1']);
    }
  });
});

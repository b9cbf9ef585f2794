import { beforeEach, describe, expect, test } from 'vitest';
import type { Memento, TreeView } from 'vscode';
import { failureBadge } from '../../../../src/service/runs/watching/badge.ts';
import type { ServiceSession } from '../../../../src/service/session/session.ts';
import { EventEmitter, FakeMemento, settings } from '../../fake-vscode.ts';
import { at, run } from './run.ts';

const failed = (day: number, minute = 0) =>
  run(`failed ${day} ${minute}`, { status: 'FAILED', created_at: at(day, 13, minute) });

/** Creates the badge of a hidden view, with one active connection. */
function setUp() {
  const [visibility, received] = [new EventEmitter(), new EventEmitter()];
  const view = { visible: false, badge: undefined as { value: number; tooltip: string } | undefined };
  const memory = new FakeMemento() as Memento;
  Object.assign(view, { onDidChangeVisibility: visibility.event });
  const begin = (id: string) => {
    const session = { feed: { onDidReceive: received.event }, credentials: { id } } as unknown as ServiceSession;
    return failureBadge(view as unknown as TreeView<unknown>, session, memory);
  };
  let current = begin('one');
  return {
    badge: () => view.badge?.value,
    tooltip: () => view.badge?.tooltip,
    receive: (...runs: unknown[]) => received.fire({ runs, newest: true }),
    show(visible: boolean) {
      view.visible = visible;
      visibility.fire(undefined);
    },
    use(id: string) {
      current.dispose();
      current = begin(id);
    },
  };
}

beforeEach(() => void settings.set('switchyard.runs.countTests', false));

describe('the badge of the Runs view', () => {
  test('leaves out tests and says so, unless the setting counts them', () => {
    const { badge, tooltip, receive } = setUp();
    const test = { ...failed(11, 2), type: 'TEST' };
    receive(failed(10));
    receive(test, failed(11, 1), failed(10));
    expect([badge(), tooltip()]).toEqual([1, '1 run failed (without tests)']);
    settings.set('switchyard.runs.countTests', true);
    receive(test, failed(11, 1), failed(10));
    expect([badge(), tooltip()]).toEqual([2, '2 runs failed']);
  });

  test('counts failures since the view was last visible, but none before the first use', () => {
    const { badge, receive, show } = setUp();
    receive(failed(10));
    expect(badge()).toBeUndefined();
    receive(failed(11, 1), failed(11), failed(10));
    expect(badge()).toBe(2);
    show(true);
    expect(badge()).toBeUndefined();
    show(false);
    expect(badge()).toBeUndefined();
    receive(failed(12), failed(11), failed(10));
    expect(badge()).toBe(1);
  });

  test('counts failures after a time in the future, for example of a clock that was ahead', () => {
    const { badge, receive } = setUp();
    receive(failed(20), failed(10));
    receive(failed(10));
    receive(failed(11), failed(10));
    expect(badge()).toBe(1);
  });

  test('counts none again after a response without runs', () => {
    const { badge, receive } = setUp();
    receive(failed(10));
    receive();
    receive(failed(10));
    expect(badge()).toBeUndefined();
  });

  test('remembers separately for each connection what the user has seen', () => {
    const { badge, receive, use } = setUp();
    receive(failed(20));
    use('two');
    receive(failed(15));
    expect(badge()).toBeUndefined();
    receive(failed(16), failed(15));
    expect(badge()).toBe(1);
    use('one');
    receive(failed(20));
    expect(badge()).toBeUndefined();
  });
});

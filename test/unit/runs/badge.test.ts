import { describe, expect, test } from 'vitest';
import type { Memento, TreeView } from 'vscode';
import type { Connection } from '../../../src/account/index.ts';
import { failureBadge } from '../../../src/runs/watching/badge.ts';
import type { RunFeed } from '../../../src/workflows/index.ts';
import { EventEmitter, FakeMemento } from '../fake-vscode.ts';
import { at, run } from './run.ts';

const failed = (day: number, minute = 0) =>
  run(`failed ${day} ${minute}`, { status: 'FAILED', created_at: at(day, 13, minute) });

/** Creates the badge of a hidden view, with one active connection. */
function setUp() {
  const [visibility, received, replaced] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
  const view = { visible: false, badge: undefined as { value: number } | undefined };
  const list = { active: { id: 'one' } };
  failureBadge(
    Object.assign(view, { onDidChangeVisibility: visibility.event }) as unknown as TreeView<unknown>,
    { onDidReceive: received.event } as unknown as RunFeed,
    new FakeMemento() as Memento,
    { list, onDidReplace: replaced.event } as unknown as Connection,
  );
  return {
    badge: () => view.badge?.value,
    receive: (...runs: unknown[]) => received.fire({ runs, newest: true }),
    show(visible: boolean) {
      view.visible = visible;
      visibility.fire(undefined);
    },
    use(id: string) {
      list.active = { id };
      replaced.fire(undefined);
    },
  };
}

describe('the badge of the Runs view', () => {
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

// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AutoScroll } from '../../../../src/service/chat/webview/messages/auto-scroll.ts';

let resized: () => void = () => {};
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe() {}
    disconnect() {}
  },
);

/** A list 100 pixels high with a content height set by the test, because there is no layout here. */
class List {
  readonly element = document.createElement('div');
  height = 100;
  top = 0;

  constructor() {
    Object.defineProperties(this.element, {
      clientHeight: { get: () => 100 },
      scrollHeight: { get: () => this.height },
      scrollTop: {
        get: () => this.top,
        set: (top: number) => (this.top = Math.max(0, Math.min(top, this.height - 100))),
      },
    });
  }

  grow(to: number): void {
    this.height = to;
    resized();
  }

  /** Dispatches the event that the browser sends one frame after the list was scrolled, by the user or by code. */
  scrolled(): void {
    this.element.dispatchEvent(new Event('scroll'));
  }

  userScrollsTo(top: number): void {
    this.element.scrollTop = top;
    this.scrolled();
  }
}

let list: List;
let stuck: boolean[];
let stick: AutoScroll;

beforeEach(() => {
  list = new List();
  stuck = [];
  stick = new AutoScroll(list.element, document.createElement('div'), () => stuck.push(stick.atEnd));
});

describe('auto scroll', () => {
  it('follows a list that grows at its end', () => {
    list.grow(500);
    list.scrolled();
    expect(list.top).toBe(400);
    expect(stuck).toEqual([]);
  });

  it('keeps following if the list grows again before the scroll event', () => {
    list.grow(500);
    list.height = 1500;
    list.scrolled();
    resized();
    expect(list.top).toBe(1400);
    expect(stuck).toEqual([]);
  });

  it('stops following when the user scrolls away from the end', () => {
    list.grow(500);
    list.userScrollsTo(100);
    list.grow(900);
    expect(list.top).toBe(100);
    expect(stuck).toEqual([false]);
  });

  it('keeps following within 64 pixels of the end', () => {
    list.grow(500);
    list.userScrollsTo(0);
    list.userScrollsTo(336);
    list.grow(900);
    expect(list.top).toBe(800);
  });

  it('stops following at the first small step up, as of a trackpad', () => {
    list.grow(500);
    for (let top = 392; top > 300; top -= 8) {
      list.userScrollsTo(top);
      list.grow(list.height + 20);
      expect(list.top).toBe(top);
    }
  });

  it('keeps following a list that becomes shorter', () => {
    list.grow(500);
    list.height = 450;
    list.userScrollsTo(350);
    list.grow(900);
    expect(list.top).toBe(800);
  });

  it('follows again when the user scrolls back or jumps to the end', () => {
    list.grow(500);
    list.userScrollsTo(0);
    list.userScrollsTo(400);
    list.userScrollsTo(0);
    stick.toEnd();
    expect(list.top).toBe(400);
    expect(stuck).toEqual([false, true, false, true]);
  });
});

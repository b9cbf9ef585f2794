// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatRecord, ConnectionView, ToHost, ToPanel } from '../../../src/chat/messages.ts';
import { settle } from '../settle.ts';

const posted: ToHost[] = [];
vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: ToHost) => posted.push(message) }));
await import('../../../src/chat/webview/panel.ts');
const { loadRenderer } = await import('../../../src/chat/webview/answer-text.ts');
await loadRenderer();

const connected: ConnectionView = { kind: 'connected', text: '' };
const model: ChatRecord = { kind: 'model', model: 'acme/one' };
const prompt: ChatRecord = { kind: 'prompt', id: 'p', text: 'hi', at: 1 };
const answer: ChatRecord = { kind: 'answer', id: 'x', model: 'acme/one', at: 2 };

/** Dispatches the browser's event for a message that enters or leaves the viewport. */
function see(turn: Element, seen: boolean): void {
  turn.dispatchEvent(Object.assign(new Event('contentvisibilityautostatechange'), { skipped: !seen }));
}

async function tell(message: ToPanel): Promise<void> {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
  await settle();
  // There is no layout here, so all messages are in the viewport.
  for (const turn of document.querySelectorAll('chat-turn')) see(turn, true);
  await settle();
}

const state = { connection: connected, composer: { context: [] }, budget: 0 };
const shown = { kind: 'show', chat: 'c', state, notice: undefined, removed: undefined, l10n: {} } as const;
const show = (records: ChatRecord[], connection = connected, draft = '') =>
  tell({ ...shown, records, state: { ...state, connection }, draft });
const add = (...records: ChatRecord[]) => tell({ kind: 'records', records });

function find<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`There is no ${selector} in ${document.body.innerHTML}`);
  return found;
}

async function type(text: string): Promise<void> {
  const field = find<HTMLTextAreaElement>('textarea');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settle();
}

function press(key: string, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  find('textarea').dispatchEvent(event);
  return event;
}

beforeEach(() => {
  document.body.innerHTML = '<switchyard-chat></switchyard-chat>';
});
afterEach(() => {
  document.body.replaceChildren();
  posted.length = 0;
});

describe('the panel', () => {
  it('requests its content when it opens, and shows nothing before', () => {
    expect(posted).toEqual([{ kind: 'ready' }]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('offers sign-in, then a model, then a first prompt', async () => {
    await show([], { kind: 'signedOut', text: '' });
    find('.welcome vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'signIn' });
    await tell({ kind: 'state', state: { connection: connected } });
    find('.welcome vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'chooseChatModel' });
    await add(model);
    find('.sample').click();
    expect(posted.at(-1)).toMatchObject({ kind: 'draft', text: find<HTMLTextAreaElement>('textarea').value });
    expect(find<HTMLTextAreaElement>('textarea').value).not.toBe('');
  });

  it('streams a response, and announces only its status to screen readers', async () => {
    await show([model]);
    await add(prompt, answer);
    expect(find('[role=status]').textContent).toContain('responding');
    expect(find('.answer-waiting').textContent).toContain('Waiting');
    await add({ kind: 'text', id: 'x', text: '**Hel' });
    await add({ kind: 'text', id: 'x', text: 'lo**\n' });
    expect(find('.answer-text').innerHTML).toBe('<div class="part"><p><strong>Hello</strong></p></div>');
    expect(document.querySelector('[aria-live], [role=log]')).toBeNull();
    await add({ kind: 'end', id: 'x', ending: { how: 'complete', reason: 'stop' }, at: 3 });
    expect(find('[role=status]').textContent).toContain('complete');
    expect([...document.querySelectorAll('[role=article]')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'You',
      'acme/one',
    ]);
  });

  it('shows HTML in names, prompts and errors as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    await show([
      { kind: 'model', model: evil },
      { kind: 'prompt', id: 'p', text: evil, at: 1 },
      { kind: 'answer', id: 'x', model: evil, at: 2 },
      { kind: 'end', id: 'x', ending: { how: 'failed', problem: { cause: 'server', text: evil } }, at: 3 },
    ]);
    expect(document.querySelector('img')).toBeNull();
    for (const place of ['.model-name', '.prompt-text', '.answer-model', '.problem-text'])
      expect(find(place).textContent).toBe(evil);
  });

  it.each<[string, ToHost]>([
    ['unauthorized', { kind: 'run', action: 'signIn' }],
    ['signedOut', { kind: 'run', action: 'signIn' }],
    ['balance', { kind: 'run', action: 'manageConnection' }],
    ['notFound', { kind: 'turn', action: 'retryWith', id: 'x' }],
    ['invalidBody', { kind: 'turn', action: 'retryWith', id: 'x' }],
    ['unexpected', { kind: 'run', action: 'showLog' }],
  ])('offers a remedy for "%s"', async (cause, message) => {
    await show([
      model,
      prompt,
      answer,
      { kind: 'end', id: 'x', ending: { how: 'failed', problem: { cause, text: 'why' } }, at: 3 },
    ]);
    find('[data-action=remedy]').click();
    expect(posted.at(-1)).toEqual(message);
    find('.problem-actions [data-action=retry]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'retry', id: 'x' });
  });

  it('marks stopped and incomplete responses', async () => {
    const part: ChatRecord = { kind: 'text', id: 'x', text: 'part' };
    await show([model, prompt, answer, part, { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 3 }]);
    expect(find('chat-turn[data-turn=answer]').textContent).toContain('You stopped this response.');
    expect(find('.answer-text').textContent).toBe('part');
    const lost = { how: 'failed', problem: { cause: 'network', text: 'lost' } } as const;
    await show([model, prompt, answer, part, { kind: 'end', id: 'x', ending: lost, at: 3 }]);
    expect(find('.problem').textContent).toContain('incomplete');
    expect(find('.answer-text').textContent).toBe('part');
  });

  it('shows a connection error in a banner if no message shows it', async () => {
    await show([model, prompt, answer, { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 }], {
      kind: 'unreachable',
      text: 'host cannot be reached',
    });
    expect(find('.banner').textContent).toContain('host cannot be reached');
    find('.banner vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'retryConnection' });
  });

  it('opens a link only through the host', async () => {
    await show([model, prompt, answer, { kind: 'text', id: 'x', text: '[a](https://a.example/)' }]);
    const outside = vi.fn();
    document.addEventListener('click', outside);
    find('.answer-text a').click();
    document.removeEventListener('click', outside);
    expect(posted.at(-1)).toEqual({ kind: 'openLink', href: 'https://a.example/' });
    expect(outside).not.toHaveBeenCalled();
  });

  it('copies code and messages through the host', async () => {
    const code: ChatRecord = { kind: 'text', id: 'x', text: '```js\nrun();\n```\n' };
    await show([model, prompt, answer, code, { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 }]);
    for (const action of ['copy', 'insert', 'newFile', 'apply'] as const) {
      find(`[data-code=${action}]`).click();
      expect(posted.at(-1)).toEqual({ kind: 'code', action, text: 'run();\n', language: 'js' });
    }
    find('chat-turn[data-turn=answer] [data-action=copy]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'copy', id: 'x' });
  });
});

describe('the list of turns', () => {
  const end: ChatRecord = { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 };
  const text: ChatRecord = { kind: 'text', id: 'x', text: 'one' };

  it('shows one version of a turn, with buttons for the others', async () => {
    const other: ChatRecord = { kind: 'answer', id: 'y', model: 'acme/two', at: 4, after: 'p' };
    await show([model, prompt, answer, text, end, other, { ...text, id: 'y' }, { ...end, id: 'y' }]);
    expect(document.querySelectorAll('chat-turn')).toHaveLength(2);
    expect(find('.versions').getAttribute('aria-label')).toBe('Version 2 of 2');
    expect(find<HTMLButtonElement>('.versions .codicon-chevron-right').disabled).toBe(true);
    find('.versions .codicon-chevron-left').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'choose', id: 'x' });
    await add({ kind: 'choose', id: 'x' });
    expect(find('.answer-model').textContent).toBe('acme/one');
  });

  it.each(['edit', 'remove'] as const)(
    'offers to %s a prompt, except while a response is streaming',
    async (action) => {
      await show([model, prompt, answer]);
      expect(document.querySelector(`[data-action=${action}]`)).toBeNull();
      await add(end);
      find(`chat-turn[data-turn=prompt] [data-action=${action}]`).click();
      expect(posted.at(-1)).toEqual({ kind: 'turn', action, id: 'p' });
    },
  );

  it('keeps an offscreen message as plain text, and renders it when it becomes visible', async () => {
    const more = { ...prompt, id: 'q', text: 'more' };
    await show([model, prompt, answer, text, end, more]);
    const turn = find('chat-turn[data-id=x]');
    const shown = find('.answer-text').innerHTML;
    see(turn, false);
    await settle();
    expect(turn.querySelector('.answer-text.plain')?.innerHTML).toBe(text.text);
    expect(turn.querySelector('button')).toBeNull();
    see(turn, true);
    await settle();
    expect(find('.answer-text').innerHTML).toBe(shown);
    expect(turn.querySelector('[data-action=copy]')).not.toBeNull();
  });

  it('shows the end of a long chat first, then the earlier turns in order', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => `p${at}`);
    await show([model, ...ids.map((id): ChatRecord => ({ ...prompt, id }))]);
    const shown = () => [...document.querySelectorAll('chat-turn')].map((turn) => turn.getAttribute('data-id'));
    expect(shown().at(-1)).toBe('p199');
    expect(shown().length).toBeLessThan(100);
    await vi.waitFor(() => expect(shown()).toEqual(ids));
  });

  it('keeps rendering a response that streams while it is offscreen', async () => {
    await show([model, prompt, answer, text]);
    see(find('chat-turn[data-id=x]'), false);
    await settle();
    await add({ kind: 'text', id: 'x', text: ' *two*\n' });
    expect(find('.answer-text').innerHTML).toContain('<em>two</em>');
  });

  it.each(['timeout', 'network', 'interrupted', 'service'])('offers to continue after the error %s', async (cause) => {
    const problem = { cause, text: 'The response timed out: no data for 60 s.' };
    await show([model, prompt, answer, text, { kind: 'end', id: 'x', ending: { how: 'failed', problem }, at: 3 }]);
    expect(find('chat-problem').textContent).toContain(problem.text);
    find('chat-problem [data-action=continue]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'continue', id: 'x' });
  });

  it('shows a continued response as one message', async () => {
    await show([model, prompt, answer, text, { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 3 }]);
    find('[data-action=continue]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'continue', id: 'x' });
    await add({ kind: 'resume', id: 'x' }, { kind: 'text', id: 'x', text: ' *two*\n' }, end);
    expect(find('.answer-text').innerHTML).toBe('<div class="part"><p>one <em>two</em></p></div>');
  });

  it('counts down to a retry, regardless of system clock changes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
    try {
      const problem = { cause: 'rateLimited', text: 'slow down' };
      await show([model, prompt, answer, { kind: 'end', id: 'x', ending: { how: 'failed', problem }, at: 3 }]);
      await add({ kind: 'wait', id: 'x', until: Date.now() + 20_000 });
      expect(find('.countdown').textContent).toContain('in 20 s');
      vi.setSystemTime(Date.now() - 3_600_000);
      vi.advanceTimersByTime(5000);
      await settle();
      expect(find('.countdown').textContent).toContain('in 15 s');
      find('[data-action=cancelWait]').click();
      expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'cancelWait', id: 'x' });
      await add({ kind: 'wait', id: 'x' });
      expect(document.querySelector('.countdown')).toBeNull();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows the cost of a response and the chat, and marks estimated and unknown amounts', async () => {
    const usage = { input: 1000, output: 200, estimated: false, cost: 0.25, currency: 'EUR' };
    await show([model, prompt, answer, text, { kind: 'usage', id: 'x', usage }, end]);
    expect(find('.turn-cost').textContent).toBe('1,200 tokens · €0.25');
    expect(find('.turn-cost').title).toMatch(/^Tokens: 1,\d{3} in, \d+ out /);
    expect(find('.chat-cost').title).toMatch(/^Tokens in this chat: 1,\d{3} in, \d+ out$/);
    await add(
      { kind: 'answer', id: 'y', model: 'acme/one', at: 4, after: 'p' },
      { kind: 'usage', id: 'y', usage: { input: 1, output: 2, estimated: true } },
      { ...end, id: 'y' },
    );
    expect(find('.turn-cost').textContent?.replace(/\s+/g, ' ')).toBe('≈ 3 tokens · cost unknown estimated');
    expect(find('.chat-cost').textContent).toBe('≈ 1,203 tokens · €0.25 + unknown');
    expect(document.querySelector('.banner.budget')).toBeNull();
    await tell({ kind: 'state', state: { budget: 0.2 } });
    expect(find('.banner.budget').textContent).toContain('€0.25');
    find('.banner.budget [aria-label="Dismiss message"]').click();
    await settle();
    expect(document.querySelector('.banner.budget')).toBeNull();
  });

  it('offers to restore a deleted message', async () => {
    await show([model, prompt, answer, text, end]);
    await add({ kind: 'remove', id: 'x' });
    expect(find('[role=status]').textContent).toBe('Message deleted.');
    find('.banner.undo vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'restore', id: 'x' });
    await tell({ ...shown, removed: 'x', records: [model, prompt] });
    find('.banner.undo vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'restore', id: 'x' });
    await show([model, prompt, answer, text, end, { kind: 'remove', id: 'x' }]);
    await add({ kind: 'remove', id: 'x' });
    find('.banner.undo [aria-label="Dismiss message"]').click();
    await settle();
    expect(posted.at(-1)).toEqual({ kind: 'dismiss', notice: 'undo' });
    expect(document.querySelector('.banner.undo')).toBeNull();
    await add({ kind: 'restore', id: 'x' });
    expect(document.querySelector('.banner.undo')).toBeNull();
    expect(document.querySelectorAll('chat-turn')).toHaveLength(2);
  });

  it('does not report a failed response without text as deleted when it is requested again', async () => {
    const failed: ChatRecord = {
      kind: 'end',
      id: 'x',
      ending: { how: 'failed', problem: { cause: 'server', text: 'why' } },
      at: 3,
    };
    await show([model, prompt, answer, failed]);
    await add({ kind: 'remove', id: 'x' });
    expect(document.querySelector('.banner.undo')).toBeNull();
    expect(find('[role=status]').textContent).toBe('');
    await show([model, prompt, answer, failed, { ...prompt, id: 'q' }]);
    await add({ kind: 'remove', id: 'x' });
    expect(document.querySelector('.banner.undo')).not.toBeNull();
  });

  it('repeats an announcement to screen readers', async () => {
    const announced = () =>
      [...find('[role=status]').childNodes].find((node) => node.textContent === 'Message deleted.');
    await show([model, prompt, answer, text, end, { ...prompt, id: 'q' }]);
    await add({ kind: 'remove', id: 'q' });
    const before = announced();
    await add({ kind: 'remove', id: 'p' });
    expect(announced()).toBeDefined();
    expect(announced()).not.toBe(before);
  });

  it('supports arrow keys, with one turn in the tab order', async () => {
    await show([model, prompt, answer, text, end]);
    const [first, second] = document.querySelectorAll<HTMLElement>('chat-turn');
    expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
    await tell({ kind: 'focus', where: 'last' });
    expect(document.activeElement).toBe(second);
    second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
    expect(document.activeElement).toBe(first);
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    expect(document.activeElement).toBe(find('textarea'));
  });

  it('shows a notice from the host with its action', async () => {
    await show([model]);
    await tell({ kind: 'notice', notice: { text: '<b>elsewhere', action: 'reloadChat', label: 'Show' } });
    expect(find('.banner.notice').textContent).toContain('<b>elsewhere');
    find('.banner.notice vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'reloadChat' });
    find('.banner.notice [aria-label="Dismiss message"]').click();
    expect(posted.at(-1)).toEqual({ kind: 'dismiss', notice: 'notice' });
    await tell({ kind: 'notice', notice: { text: 'Message not sent.' } });
    await tell({ kind: 'notice', notice: undefined });
    expect(document.querySelector('.banner.notice')).toBeNull();
  });
});

describe('the settings of a chat', () => {
  async function fill(values: Record<string, string>): Promise<void> {
    find('[data-action=settings]').click();
    await settle();
    for (const [name, value] of Object.entries(values))
      find<HTMLInputElement>(`.settings [name=${name}]`).value = value;
    find('.settings').dispatchEvent(new Event('change', { bubbles: true }));
    await settle();
  }

  beforeEach(() => show([model, { kind: 'settings', settings: { temperature: 1 } }]));

  it('are saved if valid, without empty fields', async () => {
    await fill({ system: 'Be brief.', temperature: '0,5', maxTokens: '' });
    expect(posted.at(-1)).toEqual({ kind: 'settings', chat: 'c', settings: { system: 'Be brief.', temperature: 0.5 } });
  });

  it('belong to the chat for which they were typed, even if another one is shown before the field is left', async () => {
    await fill({ temperature: '1' });
    const field = find<HTMLTextAreaElement>('.settings [name=system]');
    field.value = 'Be brief.';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await tell({ ...shown, chat: 'other', records: [model] });
    expect(posted.filter(({ kind }) => kind === 'settings').slice(1)).toEqual([
      { kind: 'settings', chat: 'c', settings: { system: 'Be brief.', temperature: 1 } },
    ]);
    expect(find<HTMLTextAreaElement>('.settings [name=system]').value).toBe('');
    expect(find<HTMLInputElement>('.settings [name=temperature]').value).toBe('');
  });

  it.each([
    ['temperature', 'warm'],
    ['maxTokens', '0'],
    ['maxTokens', '1.5'],
    ['system', 'x'.repeat(100_001)],
  ])('are not saved if %s is %.10s', async (name, value) => {
    await fill({ [name]: value });
    expect(posted.some(({ kind }) => kind === 'settings')).toBe(false);
    expect(find('.settings [role=alert]').textContent).not.toBe('');
  });
});

describe('dropped or pasted content', () => {
  beforeEach(() => show([model]));

  function drop(kind: 'drop' | 'paste', data: DataTransfer): Event {
    const event = new Event(kind, { bubbles: true, cancelable: true });
    Object.defineProperty(event, kind === 'drop' ? 'dataTransfer' : 'clipboardData', { value: data });
    find('textarea').dispatchEvent(event);
    return event;
  }

  it('is attached if it is a file, by URI or with its content', async () => {
    const addresses = new DataTransfer();
    addresses.setData('text/uri-list', '# files\r\nfile:///a/b.ts\r\nfile:///a/c.ts');
    expect(drop('drop', addresses).defaultPrevented).toBe(true);
    expect(posted.at(-1)).toEqual({ kind: 'attachUris', uris: ['file:///a/b.ts', 'file:///a/c.ts'] });
    const files = new DataTransfer();
    files.items.add(new File(['hello'], 'a.txt'));
    drop('paste', files);
    await vi.waitFor(() => expect(posted.at(-1)).toEqual({ kind: 'attachText', name: 'a.txt', text: 'hello' }));
  });

  it('is attached if it is an image from the clipboard', async () => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'image.png', { type: 'image/png' }));
    drop('paste', files);
    await vi.waitFor(() => expect(posted.at(-1)).toEqual({ kind: 'attachImage', name: 'image.png', data: 'iVBORw==' }));
  });

  it('is left to the text field if it is text or a link', () => {
    const text = new DataTransfer();
    text.setData('text/plain', 'hello');
    text.setData('text/uri-list', 'https://a.example/');
    expect(drop('paste', text).defaultPrevented).toBe(false);
    expect(posted.map(({ kind }) => kind)).not.toContain('attachUris');
  });

  it('is left to the text field if it is formatted text with an image of itself', () => {
    const cells = new DataTransfer();
    cells.setData('text/plain', 'a\tb');
    cells.setData('text/html', '<table><tr><td>a<td>b</table>');
    cells.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'image.png', { type: 'image/png' }));
    expect(drop('paste', cells).defaultPrevented).toBe(false);
    const image = new DataTransfer();
    image.setData('text/html', '<img src="https://a.example/a.png">');
    image.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'image.png', { type: 'image/png' }));
    expect(drop('paste', image).defaultPrevented).toBe(true);
  });

  it('is rejected if it is an image that is too large, with the limit for images', async () => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(5_000_001)], 'large.png', { type: 'image/png' }));
    drop('paste', files);
    await vi.waitFor(() =>
      expect(document.querySelector('.banner.notice')?.textContent).toContain(
        'large.png is too large to attach: 5,000,001 bytes. The limit for images is 5,000,000 bytes.',
      ),
    );
    expect(posted.map(({ kind }) => kind)).not.toContain('attachImage');
  });

  it('is rejected with a reason if it cannot be read, as a folder', async () => {
    const files = new DataTransfer();
    const unreadable = Object.assign(new File([], 'src'), { arrayBuffer: () => Promise.reject(new Error('no file')) });
    files.items.add(unreadable);
    drop('drop', files);
    await vi.waitFor(() =>
      expect(document.querySelector('.banner.notice')?.textContent).toContain("Couldn't read src."),
    );
  });

  it('is outlined until the pointer leaves the page, also over a part of the panel', () => {
    const drag = (kind: string, relatedTarget: Element | null) => {
      const event = new Event(kind, { bubbles: true, cancelable: true });
      Object.assign(event, { dataTransfer: { types: ['Files'] }, relatedTarget });
      find('textarea').dispatchEvent(event);
      return find('switchyard-chat').classList.contains('dropping');
    };
    expect(drag('dragover', null)).toBe(true);
    expect(drag('dragleave', find('.composer-box'))).toBe(true);
    expect(drag('dragleave', null)).toBe(false);
  });

  it('is rejected with a reason if it is not a text file', async () => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([0x89, 0x50, 0, 0])], 'a.exe'));
    drop('drop', files);
    await vi.waitFor(() =>
      expect(document.querySelector('.banner.notice')?.textContent).toContain("a.exe isn't a text file"),
    );
  });
});

describe('the composer', () => {
  beforeEach(() => show([model]));

  it('sends with Enter, and keeps its text until the host accepts it', async () => {
    await type('hello');
    expect(posted.at(-1)).toEqual({ kind: 'draft', text: 'hello' });
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(posted.at(-1)).toEqual({ kind: 'send', text: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello');
    await tell({ kind: 'draft', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
  });

  it('preserves text typed after sending', async () => {
    await type('hello and more');
    await tell({ kind: 'draft', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello and more');
  });

  it.each([
    ['Shift+Enter', { shiftKey: true }],
    ['Enter in an input method', { isComposing: true }],
    ['Enter in an input method, reported as key code 229', { keyCode: 229 }],
  ])('does not send with %s', async (_what, more) => {
    await type('hello');
    expect(press('Enter', more).defaultPrevented).toBe(false);
    expect(posted.at(-1)?.kind).toBe('draft');
  });

  it('does not send an empty message', () => {
    press('Enter');
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
  });

  it('shows queued messages in order, with actions to edit and remove each one', async () => {
    await add(prompt, answer);
    await type('next');
    press('Enter');
    expect(posted.at(-1)).toEqual({ kind: 'send', text: 'next' });
    await add({ kind: 'queue', id: 'q1', text: 'next' }, { kind: 'queue', id: 'q2', text: 'and then' });
    await type('more');
    press('Enter');
    expect(posted.at(-1)).toEqual({ kind: 'send', text: 'more' });
    const waiting = () => [...document.querySelectorAll('.queued .prompt-text')].map((one) => one.textContent);
    expect(waiting()).toEqual(['next', 'and then']);
    expect(document.querySelector('[data-action=sendQueued]')).toBeNull();
    const states = () =>
      [...document.querySelectorAll('.queued-head > span:not(.codicon)')].map((one) => one.textContent);
    expect(states()).toEqual(['Will be sent after this response', 'Queued']);
    await add({ kind: 'hold' }, { kind: 'queue', id: 'q3', text: 'for the new account' });
    expect(states()).toEqual(['Not sent yet', 'Not sent yet', 'Will be sent after this response']);
    await add({ kind: 'unqueue', id: 'q3' });
    find('.queued:last-child [data-action=edit]').click();
    expect(posted.at(-1)).toEqual({ kind: 'queued', action: 'edit', id: 'q2' });
    find('.queued:last-child [data-action=remove]').click();
    expect(posted.at(-1)).toEqual({ kind: 'queued', action: 'remove', id: 'q2' });
    await add({ kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 3 });
    expect(document.querySelectorAll('[data-action=sendQueued]')).toHaveLength(1);
    find('[data-action=sendQueued]').click();
    expect(posted.at(-1)).toEqual({ kind: 'sendQueued' });
    await add({ kind: 'unqueue', id: 'q1' });
    expect(waiting()).toEqual(['and then']);
  });

  it('edits the last prompt with Up only if the field is empty', async () => {
    press('ArrowUp');
    await add(prompt, answer, { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 });
    await type('something');
    press('ArrowUp');
    expect(posted.map(({ kind }) => kind)).not.toContain('turn');
    await type('');
    expect(press('ArrowUp').defaultPrevented).toBe(true);
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'edit', id: 'p' });
    await tell({ kind: 'state', state: { composer: { editing: 'p', context: [] } } });
    expect(find('chat-turn[data-turn=prompt]').hasAttribute('edited')).toBe(true);
    press('Escape');
    expect(posted.at(-1)).toEqual({ kind: 'cancelEdit' });
  });

  it('shows attachments with their size, and removes them', async () => {
    const chip = { id: 'c', kind: 'file', label: '<b>a.ts', tokens: 1234 } as const;
    await tell({ kind: 'state', state: { composer: { context: [chip] } } });
    expect(find('li.chip').textContent?.replace(/\s+/g, ' ')).toContain('<b>a.ts ≈ 1,234 tokens');
    find('.chip-remove').click();
    expect(posted.at(-1)).toEqual({ kind: 'detach', id: 'c' });
  });

  it('stops a response with Escape or the Stop button only while it is streaming', async () => {
    press('Escape');
    expect(posted.map(({ kind }) => kind)).not.toContain('stop');
    await add(prompt, answer);
    press('Escape');
    find('[data-action=stop]').click();
    expect(posted.slice(-2)).toEqual([{ kind: 'stop' }, { kind: 'stop' }]);
  });

  it('keeps what is typed while the host opens a chat without another draft', async () => {
    await show([model]);
    await type('typed meanwhile');
    await tell({ ...shown, records: [model] });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('typed meanwhile');
  });

  it('shows the draft stored by the host', async () => {
    await show([model], connected, 'from before');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('from before');
  });
});

describe('the keyboard focus', () => {
  const text: ChatRecord = { kind: 'text', id: 'x', text: 'one' };
  const end: ChatRecord = { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 };
  const again: ChatRecord[] = [
    { ...answer, id: 'y', after: 'p' },
    { ...text, id: 'y' },
    { ...end, id: 'y' },
  ];

  it.each<[string, ChatRecord[], ChatRecord]>([
    ['stop', [prompt, answer, text], end],
    ['retry', [prompt, answer, text, end], { ...answer, id: 'y', after: 'p' }],
    ['remove', [prompt, answer, text, end], { kind: 'remove', id: 'p' }],
  ])('returns to the composer when the button that had it goes away: %s', async (action, before, after) => {
    await show([model, ...before]);
    find(`[data-action=${action}]`).focus();
    await add(after);
    expect(document.activeElement).toBe(find('textarea'));
  });

  it('returns to the composer when Send is disabled because the field is empty', async () => {
    await show([model], connected, 'hello');
    find('.codicon-send').focus();
    await tell({ kind: 'draft', text: '', was: 'hello' });
    expect(document.activeElement).toBe(find('textarea'));
  });

  it('stays where the user put it, and outside a page without focus', async () => {
    await show([model, prompt, answer, text, end]);
    find('[data-action=retry]').focus();
    find('chat-turn[data-turn=prompt] [data-action=copy]').focus();
    await add({ ...answer, id: 'y', after: 'p' });
    expect(document.activeElement).toBe(find('chat-turn[data-turn=prompt] [data-action=copy]'));
    const focus = vi.spyOn(find('textarea'), 'focus');
    const hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    find('[data-action=stop]').focus();
    await add({ ...end, id: 'y' });
    expect(focus).not.toHaveBeenCalled();
    hasFocus.mockRestore();
  });

  it('stays on the button that chooses a version, or moves to the other one at the end', async () => {
    await show([model, prompt, answer, text, end, ...again, { ...answer, id: 'z', after: 'p' }, { ...end, id: 'z' }]);
    find('.codicon-chevron-left').focus();
    await add({ kind: 'choose', id: 'y' });
    expect(document.activeElement).toBe(find('chat-turn[data-id=y] .codicon-chevron-left'));
    await add({ kind: 'choose', id: 'x' });
    expect(document.activeElement).toBe(find('chat-turn[data-id=x] .codicon-chevron-right'));
  });

  it('is not needed to stop a response with Escape', async () => {
    await show([model, prompt, answer]);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(posted.at(-1)).toEqual({ kind: 'stop' });
  });
});

describe('completion in the composer', () => {
  const options = () => [...document.querySelectorAll('[role=option] .completion-label')].map((one) => one.textContent);
  const active = () => {
    const id = find('textarea').getAttribute('aria-activedescendant');
    return id === null ? undefined : document.getElementById(id)?.querySelector('.completion-label')?.textContent;
  };
  const typed = async (text: string) => {
    const field = find<HTMLTextAreaElement>('textarea');
    field.value = text;
    field.setSelectionRange(text.length, text.length);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await settle();
  };
  beforeEach(() => show([model]));

  it('moves with the arrow keys and accepts with Enter, without sending', async () => {
    await typed('#');
    expect(options()).toEqual(['#file', '#selection', '#problems', '#run', '#workflow']);
    expect(active()).toBe('#file');
    press('ArrowUp');
    await settle();
    expect(active()).toBe('#workflow');
    press('ArrowUp');
    press('Enter');
    await settle();
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('#run:');
    expect(posted.at(-1)).toEqual({ kind: 'findMentions', of: 'run', query: '', request: 1 });
    await tell({
      kind: 'mentions',
      request: 1,
      mentions: { items: [{ key: 'r1', label: '<b>Nightly</b>', description: 'failed', icon: 'error' }] },
    });
    expect(options()).toEqual(['<b>Nightly</b>']);
    expect(press('Tab').defaultPrevented).toBe(true);
    await settle();
    expect(posted).toContainEqual({ kind: 'attachMention', of: 'run', key: 'r1' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
    expect(document.querySelector('[role=listbox]')).toBeNull();
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
  });

  it('ignores results for an earlier query', async () => {
    await typed('#file:a');
    await typed('#file:ab');
    await tell({ kind: 'mentions', request: 1, mentions: { items: [{ key: 'x', label: 'old', description: '' }] } });
    expect(options()).toEqual([]);
  });

  it('accepts the first option when it arrives if Enter or Tab was pressed before, but none of an earlier query', async () => {
    await typed('#file:a');
    const items = [{ key: 'x', label: 'alpha.ts', description: '' }];
    await tell({ kind: 'mentions', request: 1, mentions: { items } });
    await typed('#file:abc');
    expect(options()).toEqual(['alpha.ts']);
    for (const key of ['Enter', 'Tab']) expect(press(key).defaultPrevented).toBe(true);
    expect(posted.map(({ kind }) => kind)).not.toContain('attachMention');
    await tell({ kind: 'mentions', request: 2, mentions: { items: [{ key: 'y', label: 'abc.ts', description: '' }] } });
    expect(posted).toContainEqual({ kind: 'attachMention', of: 'file', key: 'y' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
  });

  it('does not send the message with Enter while the first options are loading', async () => {
    await typed('#file:a');
    expect(press('Enter').defaultPrevented).toBe(true);
    await tell({ kind: 'mentions', request: 1, mentions: { items: [] } });
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
    press('Enter');
    expect(posted.at(-1)).toEqual({ kind: 'send', text: '#file:a' });
  });

  it('accepts nothing if the text changes after Enter', async () => {
    await typed('#file:a');
    press('Enter');
    await typed('#file:ab');
    const items = [{ key: 'x', label: 'abc.ts', description: '' }];
    await tell({ kind: 'mentions', request: 2, mentions: { items } });
    expect(options()).toEqual(['abc.ts']);
    expect(posted.map(({ kind }) => kind)).not.toContain('attachMention');
  });

  it('shows why suggestions are missing, also below others', async () => {
    await typed('#file:a');
    const items = [{ key: 'x', label: 'alpha.ts', description: '' }];
    await tell({ kind: 'mentions', request: 1, mentions: { items, note: 'Only open files are listed.' } });
    expect(options()).toEqual(['alpha.ts']);
    expect(find('.completion-empty').textContent).toBe('Only open files are listed.');
  });

  it('closes with Escape without stopping a response, and stays closed for that word', async () => {
    await add(prompt, answer);
    await typed('#f');
    press('Escape');
    await typed('#fi');
    expect(document.querySelector('[role=listbox]')).toBeNull();
    expect(posted.map(({ kind }) => kind)).not.toContain('stop');
    await typed('#fi and #');
    expect(options()).toHaveLength(5);
  });

  it('runs a command and removes it from the message', async () => {
    await typed('/mod');
    expect(options()).toEqual(['/model']);
    press('Enter');
    expect(posted.at(-2)).toEqual({ kind: 'run', action: 'chooseChatModel' });
    expect(posted.at(-1)).toEqual({ kind: 'draft', text: '' });
  });

  it('does not prevent sending text that starts with an unknown command', async () => {
    await typed('/usr/bin is missing');
    press('Enter');
    expect(posted.at(-1)).toEqual({ kind: 'send', text: '/usr/bin is missing' });
  });
});

describe('a response', () => {
  const end: ChatRecord = { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 };
  const answered = (text: string) => show([model, prompt, answer, { kind: 'text', id: 'x', text }, end]);

  it('shows tasks as boxes with an accessible state', async () => {
    await answered('- [x] done\n- [ ] open\n\n1. [X] one\n\n   more\n2. plain [ ] text');
    const states = [...document.querySelectorAll('.task')].map((box) => box.getAttribute('aria-label'));
    expect(states).toEqual(['Completed', 'Not completed', 'Completed']);
    expect([...document.querySelectorAll('.answer-text ul li')].map((item) => item.textContent)).toEqual([
      'done',
      'open',
    ]);
    expect(find('.answer-text').textContent).toContain('plain [ ] text');
  });

  it('shows footnotes as text, even if they contain an address', async () => {
    await answered('See[^1] and[^note].\n\n[^1]: https://example.com\n[^note]: Some words\n  and more\n');
    const text = find('.answer-text').textContent ?? '';
    expect(text).toContain('See[^1] and[^note].');
    expect(text).toContain('[^1]: https://example.com');
    expect(text).toContain('[^note]: Some words\nand more');
    expect(document.querySelector('.answer-text a')).toBeNull();
  });

  it('folds long code blocks, and expands them', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    await answered(`\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n\`\`\`\nshort\n\`\`\``);
    expect(document.querySelectorAll('.code-fold')).toHaveLength(1);
    const box = find('.code');
    expect(box.classList.contains('folded')).toBe(true);
    expect(find('.code-fold').textContent).toBe('Show All 40 Lines');
    find('.code-fold').click();
    expect(box.classList.contains('folded')).toBe(false);
    expect(find('.code-fold').getAttribute('aria-expanded')).toBe('true');
    find('[data-code=copy]').click();
    expect(posted.at(-1)).toMatchObject({ kind: 'code', action: 'copy', text: `${lines.join('\n')}\n` });
  });

  it('offers Apply but not Insert for a diff', async () => {
    await answered('```diff\n-a\n+b\n```');
    expect(document.querySelector('[data-code=insert]')).toBeNull();
    find('[data-code=apply]').click();
    expect(posted.at(-1)).toEqual({ kind: 'code', action: 'apply', text: '-a\n+b\n', language: 'diff' });
  });

  it('opens a link with the main or the middle button, not with the right one', async () => {
    await answered('[a](https://a.example/)');
    const opened = () => posted.filter(({ kind }) => kind === 'openLink').length;
    const press = (type: string, button: number) =>
      find('.answer-text a').dispatchEvent(new MouseEvent(type, { button, bubbles: true, cancelable: true }));
    press('auxclick', 2);
    expect(opened()).toBe(0);
    press('auxclick', 1);
    press('click', 0);
    expect(opened()).toBe(2);
  });

  it('is described by its text, as is the prompt', async () => {
    await answered('One');
    const described = [...document.querySelectorAll('chat-turn')].map((turn) =>
      document.getElementById(turn.getAttribute('aria-describedby') ?? ''),
    );
    expect(described.map((one) => one?.textContent)).toEqual(['hi', 'One']);
  });

  it('opens as markdown', async () => {
    await answered('# Title');
    find('[data-action=openMarkdown]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'openMarkdown', id: 'x' });
  });

  it('is quoted in the composer after the existing text', async () => {
    await answered('One passage\nof two lines.');
    await type('Before');
    const text = find('.answer-text p').firstChild;
    document.getSelection()?.setBaseAndExtent(text as Node, 4, text as Node, (text as Text).length);
    document.dispatchEvent(new Event('selectionchange'));
    await settle();
    await tell({ kind: 'focus', where: 'quote' });
    const field = find<HTMLTextAreaElement>('textarea');
    expect(field.value).toBe('Before\n\n> passage\n> of two lines.\n\n');
    expect(posted).toContainEqual({ kind: 'draft', text: field.value });
  });

  it('is not quoted after another chat was opened', async () => {
    await answered('One passage');
    const text = find('.answer-text p').firstChild as Text;
    document.getSelection()?.setBaseAndExtent(text, 0, text, text.length);
    document.dispatchEvent(new Event('selectionchange'));
    await settle();
    expect(document.querySelectorAll('.jump .codicon-quote')).toHaveLength(1);
    await show([model, prompt]);
    expect(document.querySelectorAll('.jump .codicon-quote')).toHaveLength(0);
  });

  it('moves the focus between its code blocks', async () => {
    await answered('```\none\n```\n\ntext\n\n```\ntwo\n```');
    const focused = () => document.activeElement?.textContent;
    await tell({ kind: 'focus', where: 'nextCode' });
    await vi.waitFor(() => expect(focused()).toBe('one\n'));
    await tell({ kind: 'focus', where: 'nextCode' });
    await vi.waitFor(() => expect(focused()).toBe('two\n'));
    await tell({ kind: 'focus', where: 'previousCode' });
    await vi.waitFor(() => expect(focused()).toBe('one\n'));
  });
});

describe('the find bar', () => {
  const chat = Array.from({ length: 100 }, (_, at): ChatRecord[] => [
    { kind: 'prompt', id: `p${at}`, text: `Question ${at} about Needles`, at },
    { kind: 'answer', id: `a${at}`, model: 'acme/one', at },
    { kind: 'text', id: `a${at}`, text: at === 3 ? 'A **nee**dle and [a needle](https://example.com/needle)' : 'No.' },
    { kind: 'end', id: `a${at}`, ending: { how: 'complete' }, at },
  ]).flat();
  const count = () => find('.find-count').textContent;
  const search = async (text: string, result: string) => {
    const field = find<HTMLInputElement>('.find-bar input');
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await vi.waitFor(() => expect(count()).toBe(result));
  };
  const key = async (name: string, more: KeyboardEventInit = {}) => {
    find('.find-bar input').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more }));
    await settle();
  };

  it('finds visible text, also in messages that are not rendered yet', async () => {
    await show([model, ...chat]);
    await tell({ kind: 'focus', where: 'find' });
    await search('a needle', '2 of 2');
    await vi.waitFor(() => expect(document.querySelector('chat-turn[data-id=a3] strong')).not.toBeNull());
    await key('Enter');
    expect(count()).toBe('1 of 2');
    await key('Enter', { shiftKey: true });
    expect(count()).toBe('2 of 2');
    await search('NEEDLES', '100 of 100');
    await search('.*', 'No results');
  });

  it('searches a response again when it ends', async () => {
    await show([model, prompt, answer]);
    await tell({ kind: 'focus', where: 'find' });
    await search('needle', 'No results');
    await add({ kind: 'text', id: 'x', text: 'A needle' });
    await add({ kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 });
    await vi.waitFor(() => expect(count()).toBe('1 of 1'));
  });

  it.each(['input', '.codicon-arrow-up'])('closes with Escape without stopping a response: %s', async (part) => {
    await show([model, prompt, answer]);
    await tell({ kind: 'focus', where: 'find' });
    find(`.find-bar ${part}`).dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await settle();
    expect(document.querySelector('chat-find')).toBeNull();
    expect(posted.map(({ kind }) => kind)).not.toContain('stop');
  });
});

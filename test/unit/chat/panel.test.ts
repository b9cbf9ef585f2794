// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatRecord, ConnectionView, ToHost, ToPanel } from '../../../src/chat/messages.ts';

const posted: ToHost[] = [];
vi.stubGlobal('acquireVsCodeApi', () => ({ postMessage: (message: ToHost) => posted.push(message) }));
await import('../../../src/chat/webview/panel.ts');
const { loadRenderer } = await import('../../../src/chat/webview/answer-text.ts');
await loadRenderer();

const connected: ConnectionView = { kind: 'connected', text: '' };
const model: ChatRecord = { kind: 'model', model: 'acme/one' };
const prompt: ChatRecord = { kind: 'prompt', id: 'p', text: 'hi', at: 1 };
const answer: ChatRecord = { kind: 'answer', id: 'x', model: 'acme/one', at: 2 };

async function tell(message: ToPanel): Promise<void> {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
  // Each element updates in a turn of its own, parents first.
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

const show = (records: ChatRecord[], connection = connected, draft = '') =>
  tell({ kind: 'show', records, connection, draft, l10n: {} });
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
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
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
  it('asks for everything when it appears, and shows nothing before', () => {
    expect(posted).toEqual([{ kind: 'ready' }]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('leads to a sign-in, then to a model, then to a first prompt', async () => {
    await show([], { kind: 'signedOut', text: '' });
    find('[data-sign-in]').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'signIn' });
    await tell({ kind: 'connection', connection: connected });
    find('.welcome vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'chooseModel' });
    await add(model);
    find('.sample').click();
    expect(posted.at(-1)).toMatchObject({ kind: 'draft', text: find<HTMLTextAreaElement>('textarea').value });
    expect(find<HTMLTextAreaElement>('textarea').value).not.toBe('');
  });

  it('streams an answer and says so without reading it aloud', async () => {
    await show([model]);
    await add(prompt, answer);
    expect(find('[role=status]').textContent).toContain('answering');
    expect(find('.answer-waiting').textContent).toContain('Waiting');
    await add({ kind: 'text', id: 'x', text: '**Hel' });
    await add({ kind: 'text', id: 'x', text: 'lo**\n' });
    expect(find('.answer-text').innerHTML).toBe('<p><strong>Hello</strong></p>');
    expect(document.querySelector('[aria-live], [role=log]')).toBeNull();
    await add({ kind: 'end', id: 'x', ending: { how: 'complete', reason: 'stop' }, at: 3 });
    expect(find('[role=status]').textContent).toContain('complete');
    expect([...document.querySelectorAll('[role=article]')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'You',
      'acme/one',
    ]);
  });

  it('shows names, prompts and errors as text, whatever they hold', async () => {
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

  it.each([
    ['unauthorized', 'signIn'],
    ['signedOut', 'signIn'],
    ['notFound', 'chooseModel'],
    ['unexpected', 'showLog'],
  ])('offers a way out of "%s"', async (cause, action) => {
    await show([
      model,
      prompt,
      answer,
      { kind: 'end', id: 'x', ending: { how: 'failed', problem: { cause, text: 'why' } }, at: 3 },
    ]);
    find('.problem-actions vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action });
    find('.problem-actions [data-retry]').click();
    expect(posted.at(-1)).toEqual({ kind: 'retry', id: 'x' });
  });

  it('marks what is not whole', async () => {
    const part: ChatRecord = { kind: 'text', id: 'x', text: 'part' };
    await show([model, prompt, answer, part, { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 3 }]);
    expect(find('chat-turn[data-turn=answer]').textContent).toContain('You stopped this answer.');
    expect(find('.answer-text').textContent).toBe('part');
    const lost = { how: 'failed', problem: { cause: 'network', text: 'lost' } } as const;
    await show([model, prompt, answer, part, { kind: 'end', id: 'x', ending: lost, at: 3 }]);
    expect(find('.problem').textContent).toContain('not complete');
    expect(find('.answer-text').textContent).toBe('part');
  });

  it('says what is wrong with the connection where no message says it', async () => {
    await show([model, prompt, answer, { kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 }], {
      kind: 'unreachable',
      text: 'host cannot be reached',
    });
    expect(find('.banner').textContent).toContain('host cannot be reached');
    find('.banner vscode-button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'retryConnection' });
  });

  it('opens a link through the host alone', async () => {
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
    find('[data-copy-code]').click();
    expect(posted.at(-1)).toEqual({ kind: 'copyText', text: 'run();\n' });
    find('chat-turn[data-turn=answer] [data-copy-turn]').click();
    expect(posted.at(-1)).toEqual({ kind: 'copyTurn', id: 'x' });
  });
});

describe('the composer', () => {
  beforeEach(() => show([model]));

  it('sends with Enter, and keeps its text until the host has taken it', async () => {
    await type('hello');
    expect(posted.at(-1)).toEqual({ kind: 'draft', text: 'hello' });
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(posted.at(-1)).toEqual({ kind: 'send', text: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello');
    await tell({ kind: 'draft', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
  });

  it('does not lose what was typed since', async () => {
    await type('hello and more');
    await tell({ kind: 'draft', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello and more');
  });

  it.each([
    ['Shift+Enter', { shiftKey: true }],
    ['Enter of an input method', { isComposing: true }],
    ['Enter of an input method, as older engines say it', { keyCode: 229 }],
  ])('does not send with %s', async (_what, more) => {
    await type('hello');
    expect(press('Enter', more).defaultPrevented).toBe(false);
    expect(posted.at(-1)?.kind).toBe('draft');
  });

  it('sends nothing empty, and nothing while an answer comes', async () => {
    press('Enter');
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
    await add(prompt, answer);
    await type('next');
    press('Enter');
    expect(posted.map(({ kind }) => kind)).not.toContain('send');
  });

  it('stops with Escape and with its button, only while an answer comes', async () => {
    press('Escape');
    expect(posted.map(({ kind }) => kind)).not.toContain('stop');
    await add(prompt, answer);
    press('Escape');
    find('[data-stop]').click();
    expect(posted.slice(-2)).toEqual([{ kind: 'stop' }, { kind: 'stop' }]);
  });

  it('shows the draft that the host kept', async () => {
    await show([model], connected, 'from before');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('from before');
  });
});

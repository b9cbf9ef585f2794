// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AboutChat, ChatRecord } from '../../../../src/service/chat/messages.ts';
import { settle } from '../../settle.ts';
import { add, answer, connected, find, model, posted, prompt, show, shown, tell } from './page-under-test.ts';

describe('the page of the chat', () => {
  it('requests its content when it opens, and shows nothing before', () => {
    expect(posted).toEqual([{ kind: 'ready' }]);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('offers sign-in, then a model, then a first prompt', async () => {
    await show([], { kind: 'signedOut', text: '' });
    find('.welcome button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'switchyard.signIn' });
    await tell({ kind: 'state', state: { connection: connected } });
    find('.welcome button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'switchyard.chat.chooseModel' });
    await add(model);
    find('.sample').click();
    expect(posted.at(-1)).toMatchObject({ kind: 'composed', text: find<HTMLTextAreaElement>('textarea').value });
    expect(find<HTMLTextAreaElement>('textarea').value).not.toBe('');
  });

  it('streams a response, and announces only its status to screen readers', async () => {
    await show([model]);
    await add(prompt, answer);
    expect(find('[role=status]').textContent).toContain('responding');
    expect(find('.answer-waiting').textContent).toContain('Waiting');
    await add({ kind: 'text', id: 'x', text: '**Hel' });
    await add({ kind: 'text', id: 'x', text: 'lo**\n' });
    expect(find('.answer-text').innerHTML).toBe('<div class="part"><p dir="auto"><strong>Hello</strong></p></div>');
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

  it.each<[string, AboutChat]>([
    ['unauthorized', { kind: 'run', action: 'switchyard.signIn' }],
    ['signedOut', { kind: 'run', action: 'switchyard.signIn' }],
    ['balance', { kind: 'run', action: 'switchyard.manageConnection' }],
    ['notFound', { kind: 'turn', action: 'retryWith', id: 'x' }],
    ['invalidBody', { kind: 'turn', action: 'retryWith', id: 'x' }],
    ['unexpected', { kind: 'run', action: 'switchyard.showLog' }],
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
    find('.banner button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'switchyard.retryConnection' });
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
    expect(posted.at(-1)).toEqual({ kind: 'settings', settings: { system: 'Be brief.', temperature: 0.5 } });
  });

  it('belong to the chat for which they were typed, even if another one is shown before the field is left', async () => {
    await fill({ temperature: '1' });
    const field = find<HTMLTextAreaElement>('.settings [name=system]');
    field.value = 'Be brief.';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await tell({ ...shown, chat: 'other', records: [model] });
    expect(posted.filter(({ kind }) => kind === 'settings').slice(1)).toEqual([
      { kind: 'settings', settings: { system: 'Be brief.', temperature: 1 } },
    ]);
    expect(find<HTMLTextAreaElement>('.settings [name=system]').value).toBe('');
    expect(find<HTMLInputElement>('.settings [name=temperature]').value).toBe('');
  });

  it.each([
    ['temperature', 'warm'],
    ['maxTokens', 'many'],
    ['maxTokens', '1.5'],
    ['system', 'x'.repeat(100_001)],
  ])('are not saved if %s is %.10s', async (name, value) => {
    await fill({ [name]: value });
    expect(posted.some(({ kind }) => kind === 'settings')).toBe(false);
    expect(find('.settings [role=alert]').textContent).not.toBe('');
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
    await tell({ kind: 'composed', text: '', was: 'hello' });
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
    await expect.poll(() => count()).toBe(result);
  };
  const key = async (name: string, more: KeyboardEventInit = {}) => {
    find('.find-bar input').dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more }));
    await settle();
  };

  it('finds visible text, also in messages that are not rendered yet', async () => {
    await show([model, ...chat]);
    await tell({ kind: 'focus', where: 'find' });
    await search('a needle', '2 of 2');
    await expect.poll(() => document.querySelector('chat-turn[data-id=a3] strong')).not.toBeNull();
    await key('Enter');
    expect(count()).toBe('1 of 2');
    await key('Enter');
    expect(count()).toBe('2 of 2');
    // The current match stays.
    await search('needle', '6 of 102');
    await key('Enter', { shiftKey: true });
    expect(count()).toBe('5 of 102');
    await search('NEEDLES', '100 of 100');
    await search('.*', 'No results');
  });

  it('searches a response again when it ends', async () => {
    await show([model, prompt, answer]);
    await tell({ kind: 'focus', where: 'find' });
    await search('needle', 'No results');
    await add({ kind: 'text', id: 'x', text: 'A needle' });
    await add({ kind: 'end', id: 'x', ending: { how: 'complete' }, at: 3 });
    await expect.poll(() => count()).toBe('1 of 1');
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

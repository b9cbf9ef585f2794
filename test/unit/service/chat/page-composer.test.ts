// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../settle.ts';
import {
  add,
  answer,
  connected,
  find,
  model,
  named,
  posted,
  press,
  prompt,
  show,
  shown,
  tell,
  type,
} from './page-under-test.ts';

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
    await expect.poll(() => posted.at(-1)).toEqual({ kind: 'attachText', name: 'a.txt', text: 'hello' });
  });

  it('is attached if it is an image from the clipboard', async () => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'image.png', { type: 'image/png' }));
    drop('paste', files);
    await expect.poll(() => posted.at(-1)).toEqual({ kind: 'attachImage', name: 'image.png', data: 'iVBORw==' });
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
    await expect
      .poll(() => document.querySelector('.banner.notice')?.textContent)
      .toContain('large.png is too large to attach: 5,000,001 bytes. The limit for images is 5,000,000 bytes.');
    expect(posted.map(({ kind }) => kind)).not.toContain('attachImage');
  });

  it('is rejected with a reason if it cannot be read, as a folder', async () => {
    const files = new DataTransfer();
    const unreadable = Object.assign(new File([], 'src'), { arrayBuffer: () => Promise.reject(new Error('no file')) });
    files.items.add(unreadable);
    drop('drop', files);
    await expect.poll(() => document.querySelector('.banner.notice')?.textContent).toContain("Couldn't read src.");
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
    await expect.poll(() => document.querySelector('.banner.notice')?.textContent).toContain("a.exe isn't a text file");
  });
});

describe('the composer', () => {
  beforeEach(() => show([model]));

  it('sends with Enter, and keeps its text until the host accepts it', async () => {
    await type('hello');
    expect(posted.at(-1)).toEqual({ kind: 'composed', text: 'hello' });
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(posted.at(-1)).toEqual({ kind: 'send', text: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello');
    await tell({ kind: 'composed', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('');
  });

  it('sends a text once, however often Enter is pressed, until the host has accepted or rejected it', async () => {
    await type('hello');
    const sent = () => posted.filter(({ kind }) => kind === 'send').length;
    for (let repeated = 0; repeated < 3; repeated++) press('Enter');
    expect(sent()).toBe(1);
    await tell({ kind: 'composed', text: 'hello', was: 'hello' });
    press('Enter');
    expect(sent()).toBe(2);
    await tell({ kind: 'composed', text: '', was: 'hello' });
    await type('hello');
    press('Enter');
    expect(sent()).toBe(3);
  });

  it('preserves text typed after sending', async () => {
    await type('hello and more');
    await tell({ kind: 'composed', text: '', was: 'hello' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('hello and more');
  });

  it.each([
    ['Shift+Enter', { shiftKey: true }],
    ['Enter in an input method', { isComposing: true }],
    ['Enter in an input method, reported as key code 229', { keyCode: 229 }],
  ])('does not send with %s', async (_what, more) => {
    await type('hello');
    expect(press('Enter', more).defaultPrevented).toBe(false);
    expect(posted.at(-1)?.kind).toBe('composed');
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

  it('shows an empty chat as soon as a new chat is requested, and keeps each key for it', async () => {
    await add(prompt, answer);
    await type('queued');
    press('Enter');
    posted.length = 0;
    named.length = 0;
    press('n', { ctrlKey: true });
    await type('Hi');
    press('Enter');
    expect(posted).toEqual([{ kind: 'newChat' }, { kind: 'composed', text: 'Hi' }, { kind: 'send', text: 'Hi' }]);
    const [newChat = ''] = named;
    expect(named).toEqual([newChat, newChat, newChat]);
    expect(newChat).not.toBe('c');
    expect(document.querySelector('chat-turn')).toBeNull();
    // Sent by the host before it handled the request.
    await add({ kind: 'queue', id: 'q1', text: 'queued' });
    await show([model, prompt, answer], connected, 'a text of the previous chat');
    await tell({ kind: 'composed', text: '', was: 'Hi' });
    expect([document.querySelector('chat-turn'), find<HTMLTextAreaElement>('textarea').value]).toEqual([null, 'Hi']);
    await tell({ ...shown, chat: newChat, records: [model, { ...prompt, text: 'Hi' }], composed: 'H' });
    expect(find('chat-turn').textContent).toContain('Hi');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('Hi');
    await tell({ kind: 'composed', text: '', was: 'Hi' });
    await type('Hi!');
    expect([posted.at(-1), named.at(-1)]).toEqual([{ kind: 'composed', text: 'Hi!' }, newChat]);
  });

  it('moves text that was not sent to the new chat, and shows another chat that was opened since', async () => {
    await add(prompt, answer);
    await type('unsent');
    press('т', { ctrlKey: true, code: 'KeyN' });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('unsent');
    await tell({ ...shown, chat: named.at(-1) ?? '', records: [model], composed: 'unsent', keepText: true });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('unsent');
    press('n', { ctrlKey: true });
    expect(posted.filter(({ kind }) => kind === 'newChat')).toHaveLength(1);
    await show([model, prompt, answer]);
    press('b', { ctrlKey: true, code: 'KeyN' });
    press('n', { ctrlKey: true, shiftKey: true });
    press('n', { ctrlKey: true });
    expect(posted.filter(({ kind }) => kind === 'newChat')).toHaveLength(2);
    const newChat = named.at(-1) ?? '';
    await tell({ ...shown, chat: 'd', records: [model], composed: 'another text', newChat });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('another text');
    await type('another text!');
    expect(named.at(-1)).toBe('d');
  });

  it('saves modified settings to their chat when a new chat is requested', async () => {
    await add(prompt, answer);
    find('[data-action=settings]').click();
    await settle();
    const field = find<HTMLTextAreaElement>('#system');
    field.value = 'Be brief.';
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    press('n', { ctrlKey: true });
    await settle();
    const at = posted.findIndex(({ kind }) => kind === 'settings');
    expect([posted[at], named[at]]).toEqual([{ kind: 'settings', settings: { system: 'Be brief.' } }, 'c']);
    await tell({ ...shown, records: [], chat: named[posted.findIndex(({ kind }) => kind === 'newChat')] ?? '' });
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

  it('keeps what is typed while the host opens a chat without another text', async () => {
    await show([model]);
    await type('typed meanwhile');
    await tell({ ...shown, records: [model], keepText: true });
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('typed meanwhile');
  });

  it('shows what the host has stored', async () => {
    await show([model], connected, 'from before');
    expect(find<HTMLTextAreaElement>('textarea').value).toBe('from before');
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
    expect(posted.at(-2)).toEqual({ kind: 'run', action: 'switchyard.chat.chooseModel' });
    expect(posted.at(-1)).toEqual({ kind: 'composed', text: '' });
  });

  it('does not prevent sending text that starts with an unknown command', async () => {
    await typed('/usr/bin is missing');
    press('Enter');
    expect(posted.at(-1)).toEqual({ kind: 'send', text: '/usr/bin is missing' });
  });
});

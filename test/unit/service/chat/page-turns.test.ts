// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { ChatRecord } from '../../../../src/service/chat/messages.ts';
import { settle } from '../../settle.ts';
import { add, answer, find, model, posted, prompt, see, show, shown, tell, type } from './page-under-test.ts';

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

  it('says how long a response has been silent, and offers to stop it', async () => {
    await show([model, prompt, answer]);
    expect(document.querySelector('chat-silence .note')).toBeNull();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 65_500);
    find<HTMLElement & { requestUpdate(): void }>('chat-silence').requestUpdate();
    await settle();
    expect(find('chat-silence').textContent).toContain('No data for 1 min 5 s');
    find('[data-action=stopSilent]').click();
    expect(posted.at(-1)).toEqual({ kind: 'stop' });
    await add(text);
    expect(document.querySelector('chat-silence .note')).toBeNull();
    await add(end);
    expect(document.querySelector('chat-silence')).toBeNull();
    clock.mockRestore();
  });

  it('tells about images of an answer, without loading them', async () => {
    const image: ChatRecord = { kind: 'media', id: 'x', name: 'image', address: 'https://img.example/boat.png' };
    await show([model, prompt, answer, image, { kind: 'media', id: 'x', name: 'citation' }, end]);
    const notes = [...document.querySelectorAll('chat-turn[data-id=x] .note')].map(({ textContent }) =>
      textContent?.replace(/\s+/g, ' ').trim(),
    );
    expect(notes).toEqual([
      'The model responded with an image. img.example Open Image',
      'The model sent another part: citation',
    ]);
    expect(document.querySelector('img')).toBeNull();
    find('[data-action=openMedia]').click();
    expect(posted.at(-1)).toEqual({ kind: 'openMedia', id: 'x', index: 0 });
  });

  it('shows the answers of two models side by side until one is chosen', async () => {
    await show([model, prompt, answer, text, end]);
    find('[data-action=askAlso]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'askAlso', id: 'x' });
    const other: ChatRecord = { kind: 'answer', id: 'y', model: 'acme/two', at: 4, after: 'p', beside: 'x' };
    await add(other, { kind: 'text', id: 'y', text: 'two', at: 854 });
    const models = () => [...document.querySelectorAll('.pair .answer-model')].map(({ textContent }) => textContent);
    expect(models()).toEqual(['acme/one', 'acme/two']);
    expect(find('.pair').getAttribute('aria-label')).toBe('Responses of two models');
    expect(find('[data-id=y] .turn-began').textContent).toBe('First text after 850 ms');
    expect(document.querySelector('.pair [data-action=retry], .pair .versions')).toBeNull();
    await add({ ...end, id: 'y' });
    find('[data-id=y] [data-action=continueWith]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'continueWith', id: 'y' });
    await add({ kind: 'choose', id: 'y' });
    expect(document.querySelector('.pair')).toBeNull();
    expect(find('.answer-model').textContent).toBe('acme/two');
    expect(find('.versions').getAttribute('aria-label')).toBe('Version 2 of 2');
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
    await expect.poll(() => shown()).toEqual(ids);
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

  it.each([
    [{ how: 'stopped' }, [text], 'You stopped this response.'],
    [{ how: 'complete', reason: 'length' }, [text], 'The response reached its length limit.'],
    [{ how: 'complete', reason: 'content_filter' }, [text], 'The service withheld the rest of this response.'],
    [{ how: 'complete', reason: 'stop' }, [], 'The model returned no text.'],
    [{ how: 'complete', reason: 'stop' }, [text], undefined],
  ] as const)('says how a response ended: %j', async (ending, texts, note) => {
    await show([model, prompt, answer, ...texts, { kind: 'end', id: 'x', ending, at: 3 }]);
    expect(document.querySelector('chat-turn[data-id=x] .note span:not(.codicon)')?.textContent).toBe(note);
  });

  it('shows a continued response as one message', async () => {
    await show([model, prompt, answer, text, { kind: 'end', id: 'x', ending: { how: 'stopped' }, at: 3 }]);
    find('[data-action=continue]').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'continue', id: 'x' });
    await add({ kind: 'resume', id: 'x' }, { kind: 'text', id: 'x', text: ' *two*\n' }, end);
    expect(find('.answer-text').innerHTML).toBe('<div class="part"><p dir="auto">one <em>two</em></p></div>');
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
    expect(document.querySelector('.chat-cost')).toBeNull();
    await add(
      { kind: 'answer', id: 'y', model: 'acme/one', at: 4, after: 'p' },
      { kind: 'usage', id: 'y', usage: { input: 1, output: 2, estimated: true } },
      { ...end, id: 'y' },
    );
    expect(find('.turn-cost').textContent?.replace(/\s+/g, ' ')).toBe('≈ 3 tokens · cost unknown estimated');
    expect(find('.chat-cost').textContent).toBe('≈ 1,203 tokens · €0.25 + unknown');
    expect(find('.chat-cost').title).toMatch(/^Tokens in this chat: 1,\d{3} in, \d+ out$/);
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
    find('.banner.undo button').click();
    expect(posted.at(-1)).toEqual({ kind: 'turn', action: 'restore', id: 'x' });
    await tell({ ...shown, removed: 'x', records: [model, prompt] });
    find('.banner.undo button').click();
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
    find('.banner.notice button').click();
    expect(posted.at(-1)).toEqual({ kind: 'run', action: 'reloadChat' });
    find('.banner.notice [aria-label="Dismiss message"]').click();
    expect(posted.at(-1)).toEqual({ kind: 'dismiss', notice: 'notice' });
    await tell({ kind: 'notice', notice: { text: 'Message not sent.' } });
    await tell({ kind: 'notice', notice: undefined });
    expect(document.querySelector('.banner.notice')).toBeNull();
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
    // No definition of a footnote: the only link is the address itself, as it reads.
    const links = [...document.querySelectorAll('.answer-text a')];
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['https://example.com', 'https://example.com/'],
    ]);
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

  it('shows for a moment that a code block was copied', async () => {
    await answered('```\na\n```');
    vi.useFakeTimers();
    const icons = () => find('[data-code=copy]').className.match(/codicon-\S+/g);
    const copy = icons();
    find('[data-code=copy]').click();
    expect(icons()).toEqual(['codicon-check']);
    vi.advanceTimersByTime(10_000);
    expect(icons()).toEqual(copy);
    vi.useRealTimers();
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
    expect(posted).toContainEqual({ kind: 'composed', text: field.value });
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
    await expect.poll(() => focused()).toBe('one\n');
    await tell({ kind: 'focus', where: 'nextCode' });
    await expect.poll(() => focused()).toBe('two\n');
    await tell({ kind: 'focus', where: 'previousCode' });
    await expect.poll(() => focused()).toBe('one\n');
  });
});

/** What a reader does with an answer: fold, find, and quote; and code in the colors of the theme. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, exchange, openChatPage } from './chat-page.ts';
import { contrastOf, themes } from './page.ts';

const ANSWER = [
  '- [x] read the **configuration**',
  '- [ ] apply it[^1]',
  '',
  '[^1]: https://example.com/footnote',
  '',
  '```ts',
  ...Array.from({ length: 45 }, (_, at) => `export const line${at} = ${at};`),
  '```',
].join('\n');

const CODE = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is shown
  ts: "// Asks once, then again\nexport async function ask(name: string): Promise<number> {\n  const answer = await fetch(`https://host.example/${name}`);\n  if (!answer.ok) throw new Error('refused');\n  return 42;\n}",
  python:
    '@cached\ndef total(items: list[int]) -> int:\n    """Adds them."""\n    return sum(items) + 0x10  # and more',
  json: '{ "name": "switchyard", "count": 3, "on": true, "none": null }',
  diff: '- before\n+ after\n  same',
  bash: 'for file in *.ts; do\n  echo "$file" | wc -l # lines\ndone',
  html: '<p class="a" onclick="alert(1)">Text</p> <!-- no more -->\n<style>p { color: red; }</style>',
  mermaid: 'graph TD; A-->B;',
};
const codeOf = (code: object) =>
  Object.entries(code)
    .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``)
    .join('\n\n');

describe('answers in the chat', () => {
  let chat: ChatPage;
  beforeAll(async () => {
    chat = await openChatPage();
  });
  afterAll(() => chat?.close());

  const panel = () => chat.page.locator('switchyard-chat');
  const answer = () => chat.page.locator('chat-turn[data-turn="answer"]').first();
  const message = () => chat.page.getByRole('textbox', { name: 'Message' });

  it('load the highlighter only when there is code, and have readable colors in every theme', async () => {
    const loaded: string[] = [];
    chat.page.on('request', (request) => loaded.push(request.url()));
    const highlighter = () => loaded.filter((url) => /chunks\/highlight-\w+\.js/.test(url)).length;
    await chat.show(exchange('No code, `only a word`.\n\n```\nand none with a name\n```'));
    await answer().locator('.code').waitFor();
    expect(highlighter()).toBe(0);
    await chat.show(exchange(codeOf(CODE)));
    await chat.page.locator('.language-html .code-string').first().waitFor();
    expect(highlighter()).toBe(1);
    expect(await chat.page.locator('.language-mermaid span').count()).toBe(0);
    expect(await chat.page.locator('.language-ts').textContent()).toBe(`${CODE.ts}\n`);
    await chat.isAccessible(panel(), themes);
  });

  it('have a readable Apply button on a diff in every theme', async () => {
    await chat.show(exchange(codeOf({ diff: CODE.diff })));
    const apply = answer().getByRole('button', { name: 'Apply' });
    const ratios: number[] = [];
    const measure = async () => void ratios.push(await contrastOf(apply));
    await chat.isAccessible(answer(), themes, measure);
    expect(ratios).toHaveLength(themes.length);
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  });

  it('fold long code, and show tasks and footnotes', async () => {
    await chat.show(exchange(ANSWER));
    await answer().locator('.code.folded').waitFor();
    await answer().getByRole('img', { name: 'Not completed' }).waitFor();
    await answer().getByText('[^1]: https://example.com/footnote').waitFor();
    await chat.isAccessible(panel(), themes);
    await answer().getByRole('button', { name: 'Show All 45 Lines' }).click();
    await answer().getByRole('button', { name: 'Show Less' }).click();
    await answer().locator('.code.folded').waitFor();
  });

  it('are searched with the find bar, which unfolds a match and scrolls to it', async () => {
    await chat.show(exchange(ANSWER));
    await answer().locator('.code.folded').waitFor();
    await chat.host.webview.postMessage({ kind: 'focus', where: 'find' });
    const find = chat.page.getByLabel('Find in chat');
    await find.fill('line44');
    await chat.page.locator('.find-count', { hasText: '1 of 1' }).waitFor();
    await answer().locator('.code.folded').waitFor({ state: 'detached' });
    const isInSight = () =>
      chat.page.evaluate(() => {
        const [match] = CSS.highlights.get('chat-find-current') ?? [];
        const box = match instanceof Range ? match.getBoundingClientRect() : undefined;
        return box !== undefined && box.top > 0 && box.bottom < innerHeight;
      });
    await expect.poll(isInSight).toBe(true);
    await chat.isAccessible(panel());
    await find.press('Escape');
    await find.waitFor({ state: 'detached' });
  });

  it('are quoted in the reply from the selection', async () => {
    await chat.show(exchange(ANSWER));
    await answer().locator('strong', { hasText: 'configuration' }).dblclick();
    await chat.page.getByRole('button', { name: 'Quote Selection' }).click();
    await expect.poll(() => message().inputValue()).toBe('> configuration\n\n');
    await message().fill('');
  });

  it('have a tab order with a visible focus', async () => {
    await chat.show(exchange(ANSWER));
    await answer().focus();
    await chat.page.keyboard.press('ArrowUp');
    const prompt = chat.page.locator('chat-turn[data-turn="prompt"]');
    await expect.poll(() => prompt.evaluate((turn) => turn === document.activeElement)).toBe(true);
    expect(await prompt.evaluate((turn) => getComputedStyle(turn).outlineStyle)).not.toBe('none');
    await chat.isAccessible(panel());
  });
});

/** Syntax highlighting in the real panel, in each kind of theme. */
import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { seriousFaults } from '../axe.ts';
import { openWorld, shot, type World } from '../session.ts';

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

describe('code in the chat', () => {
  let world: World;
  let chat: FrameLocator;
  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' },
    });
  });
  after(() => world?.end());

  it('has readable colors in every theme, loaded only when there is code', async () => {
    const { page } = world.ui;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    const highlighter = () => loaded.some((url) => /chunks\/highlight-\w+\.js/.test(url));
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    const ask = async (text: string) => {
      const body = { choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }] };
      world.service.faults.add({ effect: { kind: 'body', body }, path: '/v1/chat/completions' });
      await chat.getByRole('textbox', { name: 'Message' }).fill('Show me');
      await chat.getByRole('textbox', { name: 'Message' }).press('Enter');
      await chat.locator('chat-turn[last] .turn-tools').waitFor();
    };
    await ask('No code, `only a word`.\n\n```\nand none with a name\n```');
    await chat.locator('.code').waitFor();
    assert.equal(highlighter(), false);
    await ask(
      Object.entries(CODE)
        .map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``)
        .join('\n\n'),
    );
    await chat.locator('.language-html .code-string').first().waitFor();
    assert.equal(highlighter(), true);
    assert.equal(await chat.locator('.language-mermaid span').count(), 0);
    assert.equal(await chat.locator('.language-ts').textContent(), `${CODE.ts}\n`);
    await chat.locator('.language-ts .code-comment').scrollIntoViewIfNeeded();
    await world.inThemes(['dark', 'light', 'contrast', 'contrast-light'], async (theme) => {
      await shot(page, `chat-code-${theme}`);
      assert.deepEqual(await seriousFaults(chat.locator('switchyard-chat')), [], theme);
    });
  });
});

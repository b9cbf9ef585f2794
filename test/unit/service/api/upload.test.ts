import { openAsBlob, truncateSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createClient } from '../../../../src/service/api/index.ts';
import { collectGarbage } from '../../../collect-garbage.ts';
import { type LocalServer, listen } from '../../../local-server.ts';
import { TemporaryFolder } from '../../../temporary-folder.ts';
import { isLongRun } from '../../random-runs.ts';
import { errorOf } from './support.ts';

const SIZE = (isLongRun ? 200 : 96) * 1024 * 1024;
let server: LocalServer;
afterEach(() => server.close());

async function clientTo(answer: RequestListener) {
  server = await listen(answer);
  return createClient({ baseUrl: server.url, apiKey: 'sy_key' });
}

it('an upload streams a large file and keeps only the chunks in transit in memory', async () => {
  let [received, measured] = [0, 0];
  const client = await clientTo((request, response) => {
    request.on('data', (piece: Buffer) => {
      received += piece.length;
      if (received < measured + SIZE / 8) return;
      measured = received;
      collectGarbage();
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    });
    request.on('end', () => response.end('{"text": "said"}'));
  });
  const folder = new TemporaryFolder('upload');
  const recording = folder.write('talk.wav', 'RIFF');
  truncateSync(recording, SIZE);
  const file = await openAsBlob(recording);
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  expect(await client.transcribe({ model: 'a/b', file })).toEqual({ text: 'said' });
  folder.remove();
  expect(received).toBeGreaterThan(SIZE);
  // Both ends of the connection are in this process.
  expect(most).toBeLessThan(50 * 1024 * 1024);
});

it('an upload rejects a redirect with an error', async () => {
  const asked: (string | undefined)[] = [];
  const client = await clientTo((request, response) => {
    asked.push(request.url);
    request.resume();
    request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
  });
  expect(await errorOf(client.transcribe({ model: 'a/b', file: new Blob(['sound']) }))).toEqual({
    kind: 'badResponse',
    message: "The service redirects this upload. It wasn't sent there. Check the base URL.",
  });
  expect(asked).toEqual(['/v1/audio/transcriptions']);
});

import { openAsBlob, truncateSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createClient } from '../../../src/api/index.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { errorOf } from './support.ts';

const SIZE = 300 * 1024 * 1024;
const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function clientTo(server: ReturnType<typeof createServer>) {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'sy_key' });
}

it('an upload streams a large file and keeps only the chunks in transit in memory', async () => {
  let received = 0;
  const client = await clientTo(
    createServer((request, response) => {
      request.on('data', (piece: Buffer) => {
        received += piece.length;
        most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      });
      request.on('end', () => response.end('{"text": "said"}'));
    }),
  );
  const folder = new TemporaryFolder('upload');
  const recording = folder.write('talk.wav', 'RIFF');
  truncateSync(recording, SIZE);
  const file = await openAsBlob(recording);
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  expect(await client.transcribe({ model: 'a/b', file })).toEqual({ text: 'said' });
  folder.remove();
  expect(received).toBeGreaterThan(SIZE);
  // Both ends of the connection are in this process.
  expect(most).toBeLessThan(SIZE / 2);
});

it('an upload rejects a redirect with an error', async () => {
  const asked: (string | undefined)[] = [];
  const client = await clientTo(
    createServer((request, response) => {
      asked.push(request.url);
      request.resume();
      request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
    }),
  );
  expect(await errorOf(client.transcribe({ model: 'a/b', file: new Blob(['sound']) }))).toEqual({
    kind: 'badResponse',
    message: "The service redirects this upload. It wasn't sent there. Check the base URL.",
  });
  expect(asked).toEqual(['/v1/audio/transcriptions']);
});

import { expect, test } from 'vitest';
import { isLoopback, isThisMachine } from '../../common/hosts.ts';
import { readUpTo } from '../../common/read-up-to.ts';

const hostOf = (host: string) => new URL(`http://${host}/`).hostname;

test.each(['localhost', '127.0.0.1', '[::1]'])('%s is this machine, without a proxy', (host) => {
  expect([isLoopback(hostOf(host)), isThisMachine(hostOf(host))]).toEqual([true, true]);
});

test.each([
  ...['127.0.0.2', '127.1.2.3', '0.0.0.0', 'a.localhost', 'localhost.', '[::]', '[::ffff:127.0.0.1]'],
  ...['[::127.0.0.1]', '0x7f.2', '2130706434'],
])('%s is this machine, but a proxy may get the request', (host) => {
  expect([isLoopback(hostOf(host)), isThisMachine(hostOf(host))]).toEqual([false, true]);
});

test.each(['127.example.com', 'localhost.example.com', '[::ffff:8.8.8.8]', '[2001:db8::1]', '10.0.0.1'])(
  '%s is another machine',
  (host) => expect([isLoopback(hostOf(host)), isThisMachine(hostOf(host))]).toEqual([false, false]),
);

test.each([
  [6, 'abcdef', true],
  [5, 'abcde', false],
  [0, '', false],
])('a body of two chunks is read up to %i bytes', async (most, text, isWhole) => {
  let isCanceled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of ['abc', 'def']) controller.enqueue(new TextEncoder().encode(chunk));
      if (isWhole) controller.close();
    },
    cancel() {
      isCanceled = true;
    },
  });
  const read = await readUpTo(body, most);
  expect([new TextDecoder().decode(read.bytes), read.isWhole, isCanceled]).toEqual([text, isWhole, !isWhole]);
});

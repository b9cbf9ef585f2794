/** The wire: frames cut anywhere, requests, notifications, cancelling, and what goes wrong. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HoverParams } from 'vscode-languageserver';
import { FrameReader, FramingError, frame } from '../../../server/framing.ts';
import { Client, RpcError } from '../../../server/rpc.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('frames', () => {
  test('come out as they went in, wherever the stream is cut', () => {
    const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), { maxLength: 5 }),
        chunkSizes,
        (messages, sizes) => {
          const stream = Buffer.concat(messages.map(frame));
          const reader = new FrameReader();
          const bodies: string[] = [];
          for (let at = 0, turn = 0; at < stream.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            bodies.push(...reader.push(stream.subarray(at, at + size)));
            at += size;
          }
          expect(bodies).toEqual(messages.map((message) => Buffer.from(JSON.stringify(message)).toString()));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    ['other headers before', 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}'],
    ['other headers behind', 'Content-Length: 2\r\nContent-Type: x\r\n\r\n{}'],
    ['any case and no space', 'content-length:2\r\n\r\n{}'],
  ])('%s', (_name, stream) => {
    expect(new FrameReader().push(bytes(stream))).toEqual(['{}']);
  });

  test('a long body in small chunks', () => {
    const stream = frame({ text: 'x'.repeat(20_000_000) });
    const reader = new FrameReader();
    const bodies: string[] = [];
    for (let at = 0; at < stream.length; at += 65_536) bodies.push(...reader.push(stream.subarray(at, at + 65_536)));
    expect(bodies.map((body) => body.length)).toEqual([stream.length - 'Content-Length: 20000011\r\n\r\n'.length]);
  });

  test.each([
    ['no length', 'Content-Type: x\r\n\r\n{}'],
    ['a length that is none', 'Content-Length: two\r\n\r\n{}'],
    ['a header without end', 'x'.repeat(5000)],
  ])('%s cannot be read on', (_name, stream) => {
    expect(() => new FrameReader().push(bytes(stream))).toThrow(FramingError);
  });
});

/** A client whose wire is an array, and whose time passes when it is told to. */
function wired() {
  const sent: Record<string, unknown>[] = [];
  const logged: string[] = [];
  const due: (() => void)[] = [];
  const client = new Client({
    send: (message) => sent.push(message as Record<string, unknown>),
    soon: (run) => due.push(run),
    log: (text) => logged.push(text),
  });
  /** Lets everything happen that is due, answers in promises included. */
  const settle = async () => {
    for (let run = due.shift(); run !== undefined; run = due.shift()) run();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { client, sent, logged, settle };
}

const hover = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'textDocument/hover',
  params: { textDocument: { uri: String(id) }, position: { line: 0, character: 0 } },
});
const answerWithUri = ({ textDocument }: HoverParams) => ({ contents: textDocument.uri });

describe('requests from the editor', () => {
  test('are answered in their order', async () => {
    const { client, sent, settle } = wired();
    client.onRequest('textDocument/hover', answerWithUri);
    for (const id of [1, 2, 3]) client.receive(hover(id));
    expect(sent).toEqual([]);
    await settle();
    expect(sent).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: { contents: String(id) } })));
  });

  test('see what was told before them', async () => {
    const { client, sent, settle } = wired();
    let told = 'nothing';
    client.onNotification('textDocument/didClose', ({ textDocument }) => {
      told = textDocument.uri;
    });
    client.onRequest('textDocument/hover', () => ({ contents: told }));
    client.receive({ jsonrpc: '2.0', method: 'textDocument/didClose', params: { textDocument: { uri: 'a' } } });
    client.receive(hover(1));
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, result: { contents: 'a' } }]);
  });

  test('that wait can be called off', async () => {
    const { client, sent, settle } = wired();
    client.onRequest('textDocument/hover', answerWithUri);
    for (const id of [1, 2, 3]) client.receive(hover(id));
    client.receive({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 2 } });
    client.receive({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 99 } });
    client.receive({ jsonrpc: '2.0', method: '$/cancelRequest' });
    await settle();
    expect(sent.map(({ id, error }) => [id, (error as { code?: number } | undefined)?.code])).toEqual([
      [2, -32800],
      [1, undefined],
      [3, undefined],
    ]);
  });

  test('whose answers are read later hold what comes after them, and are read once', async () => {
    const { client, sent, settle } = wired();
    const loads: (() => void)[] = [];
    let told = 'nothing';
    client.onNotification('textDocument/didClose', ({ textDocument }) => {
      told = textDocument.uri;
    });
    client.readLater(
      () =>
        new Promise((resolve) => {
          loads.push(() => {
            client.onRequest('textDocument/hover', () => ({ contents: told }));
            resolve();
          });
        }),
    );
    client.receive(hover(1));
    client.receive({ jsonrpc: '2.0', method: 'textDocument/didClose', params: { textDocument: { uri: 'a' } } });
    client.receive(hover(2));
    await settle();
    expect(sent).toEqual([]);
    for (const load of loads) load();
    await settle();
    await settle();
    client.receive({ jsonrpc: '2.0', id: 3, method: 'nonsense' });
    await settle();
    expect(loads).toHaveLength(1);
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 1, result: { contents: 'nothing' } },
      { jsonrpc: '2.0', id: 2, result: { contents: 'a' } },
      { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'nonsense is not known here.' } },
    ]);
  });

  test('are refused when their answers cannot be read', async () => {
    const { client, sent, logged, settle } = wired();
    client.readLater(() => Promise.reject(new Error('no such file')));
    client.receive(hover(1));
    await settle();
    await settle();
    expect(sent).toMatchObject([{ id: 1, error: { code: -32601 } }]);
    expect(logged).toHaveLength(1);
  });

  test('of an unknown method are refused, unknown notifications passed over', async () => {
    const { client, sent, logged, settle } = wired();
    client.receive({ jsonrpc: '2.0', id: 'a', method: 'nonsense' });
    client.receive({ jsonrpc: '2.0', method: 'nonsense' });
    client.receive({ jsonrpc: '2.0', method: '$/setTrace', params: { value: 'off' } });
    await settle();
    expect(sent).toEqual([
      { jsonrpc: '2.0', id: 'a', error: { code: -32601, message: 'nonsense is not known here.' } },
    ]);
    expect(logged).toEqual([]);
  });

  test('that fail are answered and logged without a word of the file', async () => {
    const { client, sent, logged, settle } = wired();
    client.onRequest('textDocument/hover', () => {
      throw new TypeError('the secret of the file');
    });
    client.onNotification('exit', () => {
      throw new TypeError('the secret of the file');
    });
    client.receive(hover(1));
    client.receive({ jsonrpc: '2.0', method: 'exit' });
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'textDocument/hover failed.' } }]);
    expect(logged.toSorted()).toEqual([
      expect.stringMatching(/^exit failed: TypeError at/),
      expect.stringMatching(/^textDocument\/hover failed: TypeError at/),
    ]);
    expect(logged.join()).not.toContain('secret');
  });

  test('a refusal keeps its code', async () => {
    const { client, sent, settle } = wired();
    client.onRequest('textDocument/hover', () => {
      throw new RpcError(-32002, 'not yet');
    });
    client.receive(hover(1));
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32002, message: 'not yet' } }]);
  });

  test.each([
    ['{"jsonrpc"', -32700],
    ['[]', -32600],
    ['1', -32600],
    ['null', -32600],
  ])('%s is no message', async (text, code) => {
    const { client, sent, settle } = wired();
    client.receiveText(text);
    await settle();
    expect(sent).toEqual([{ jsonrpc: '2.0', id: null, error: { code, message: expect.any(String) } }]);
  });
});

describe('requests to the editor', () => {
  const ask = (client: Client) => client.request('workspace/configuration', { items: [{ section: 'x' }] });

  test('get their answer, whatever comes in between', async () => {
    const { client, sent, settle } = wired();
    const [one, other] = [ask(client), ask(client)];
    const ids = sent.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    client.receive({ jsonrpc: '2.0', id: 'stranger', result: 0 });
    client.receive({ jsonrpc: '2.0', id: ids[1], result: ['second'] });
    client.receive({ jsonrpc: '2.0', id: ids[0], result: ['first'] });
    await settle();
    expect(await Promise.all([one, other])).toEqual([['first'], ['second']]);
  });

  test('can be refused', async () => {
    const { client, sent, settle } = wired();
    const refused = expect(ask(client)).rejects.toMatchObject({ code: -32601, message: 'no' });
    client.receive({ jsonrpc: '2.0', id: sent[0]?.id, error: { code: -32601, message: 'no' } });
    await settle();
    await refused;
  });
});

import { describe, expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { RequestHistory, type SentRequest } from '../../../../src/service/requests/history.ts';
import { FakeMemento } from '../../fake-vscode.ts';

const sent: SentRequest = { text: 'GET /keys', what: 'GET /keys', status: 200, at: 1_700_000_000_000, connection: 'x' };
const historyOf = (stored: unknown) => new RequestHistory({ get: () => stored } as unknown as Memento);

describe('request history', () => {
  it.each([
    ['text', undefined],
    ['what', 1],
    ['status', undefined],
    ['at', undefined],
    ['at', 1e300],
    ['at', '2025-11-20'],
    ['connection', null],
  ])('ignores a stored entry whose %s is %j', (name, value) => {
    expect(historyOf([{ ...sent, [name]: value }, sent]).all).toEqual([sent]);
  });

  it.each([
    ['X-Api-Key: abc', 'X-Api-Key:'],
    ['Set-Cookie: abc', 'Set-Cookie:'],
    ['Authentication: hunter2', 'Authentication:'],
    [
      'X-Secret-Value: open sesame\r\nX-Access-Tokens: a\r\n\r\nauthor: Ada',
      'X-Secret-Value:\r\nX-Access-Tokens:\r\n\r\nauthor: Ada',
    ],
    ['\npassword: hunter2', '\npassword:'],
    ['\n  apiKey : abc', '\n  apiKey :'],
    ['\nsecret_value: a8f3c91e77b2', '\nsecret_value:'],
    ['\nmax_tokens: 100\nkeyboard: us\nauthor: Ada', '\nmax_tokens: 100\nkeyboard: us\nauthor: Ada'],
  ])('stores %j as %j', async (lines, stored) => {
    const history = new RequestHistory(new FakeMemento() as Memento);
    await history.add({ ...sent, text: `POST /x\n${lines}` }, 'the key');
    expect(history.all.map(({ text }) => text)).toEqual([`POST /x\n${stored}`]);
  });

  it('stores no request with the key, and the same request once', async () => {
    const history = new RequestHistory(new FakeMemento() as Memento);
    for (const text of ['GET /keys?leaked=the-key', 'GET /keys', 'GET /keys'])
      await history.add({ ...sent, text }, 'the-key');
    expect(history.all.map(({ text }) => text)).toEqual(['GET /keys']);
  });

  it('has the newest fifty requests', async () => {
    const history = new RequestHistory(new FakeMemento() as Memento);
    for (let index = 0; index < 60; index++) await history.add({ ...sent, text: `GET /x${index}` }, 'the key');
    expect(history.all).toHaveLength(50);
    expect(history.all[0]?.text).toBe('GET /x59');
  });

  it('is empty if the stored value is not a list', () => {
    expect(historyOf({ ...sent }).all).toEqual([]);
  });
});

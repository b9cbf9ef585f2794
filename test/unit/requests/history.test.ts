import { describe, expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { RequestHistory, type SentRequest } from '../../../src/requests/history.ts';

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

  it('is empty if the stored value is not a list', () => {
    expect(historyOf({ ...sent }).all).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { costInWords, costOfUse } from '../../../../src/service/media/cost.ts';
import type { ModelStore } from '../../../../src/service/session/models/model-store.ts';
import { known } from '../../../../src/shared/knowledge.ts';

test.each([
  ['characters', { characters: 15 }, { requests: 2, characters: 200_000 }, 3],
  ['images', { image: 0.04 }, { requests: 2, images: 3 }, 0.12],
  ['minutes and requests', { minute: 0.006, request: 0.01 }, { requests: 1, minutes: 10 }, 0.07],
  ['requests only', { request: 0.01 }, { requests: 4, characters: 100 }, 0.04],
  ['an unknown length without a price', { minute: 0, request: 0.01 }, { requests: 1, minutes: undefined }, 0.01],
  ['an unknown length without a price per request', { minute: 0, request: 0 }, { requests: 1, minutes: undefined }, 0],
  ['a free model with free requests', { input: 0, output: 0, request: 0 }, { requests: 1, minutes: 10 }, 0],
  ['a free model', { input: 0, output: 0 }, { requests: 1, characters: 5 }, 0],
])('calculates cost: %s', (_, price, use, amount) =>
  expect(costOfUse(use, { price: known(price) })?.amount).toBeCloseTo(amount, 10),
);

test.each([
  ['a model without a price', {}, { requests: 1, images: 1 }],
  ['a token price without a token count', { input: 15 }, { requests: 1, characters: 100 }],
  ['a token price in addition to a request price', { input: 15, request: 0.01 }, { requests: 1, characters: 100 }],
  ['free requests without another price', { request: 0 }, { requests: 1, characters: 100 }],
  ['a price per audio token', { input: 0, output: 0, request: 0, other: 0.006 }, { requests: 1, minutes: 10 }],
  ['an unknown length', { minute: 0.006, request: 0 }, { requests: 1, minutes: undefined }],
  [
    'an unknown length of a model without token prices',
    { minute: 0.006, input: 0, output: 0 },
    { requests: 1, minutes: undefined },
  ],
])('returns no cost for %s', (_, price, use) => expect(costOfUse(use, { price: known(price) })).toBeUndefined());

test.each([
  [{ image: 0.04 }, 'cost 0.04 (currency unknown) at list price'],
  [{ image: 1 }, 'cost 1 (currency unknown) at list price'],
  [{ image: 0.04, currency: 'USD' }, 'cost $0.04 at list price'],
  [{ image: 0.0001 / 3, currency: 'USD' }, 'cost $0.0000333 at list price'],
  [{ image: 12.5, currency: 'USD' }, 'cost $12.50 at list price'],
  [{ image: 0.04, currency: 'tokens' }, 'cost 0.04 tokens at list price'],
  [{}, 'cost unknown'],
])('describes the cost of an image with the price %j as "%s"', (price, text) => {
  const models = { get: () => ({ price: known(price) }) } as unknown as ModelStore;
  expect(costInWords({ requests: 1, images: 1 }, 'painter', { models })).toBe(text);
});

import { describe, expect, it } from 'vitest';
import { arrange, type ModelFilter, type Sort } from '../../../../src/service/models/view-preferences.ts';
import { estimateTokens } from '../../../../src/service/session/models/answer-usage.ts';
import { modelOf } from '../../../../src/service/session/models/catalog.ts';

const model = (id: string, raw: Record<string, unknown> = {}) =>
  modelOf({ id, name: id.split('/').at(-1) ?? id, raw: { type: 'chat', ...raw } });
const list = [
  model('zeta/dear', { pricing: { input: '0.00001', output: '0.00002' }, context_length: 1000 }),
  model('zeta/cheap', { pricing: { input: '0.000001' } }),
  model('beta/mid', { pricing: { input: '0.000005', output: '0.000005' } }),
  model('acme/unknown', { context_length: 9000 }),
  model('acme/free', { pricing: { input: '0', output: '0' } }),
  model('acme/painter', { type: 'image' }),
];
const shown = (filter: ModelFilter, sort: Sort) =>
  [...arrange(list, filter, sort)].map(([provider, models]) => [provider, ...models.map(({ name }) => name)].join(' '));

describe('the Models view', () => {
  it('sorts models by provider and name', () => {
    expect(shown({}, 'name')).toEqual(['acme free painter unknown', 'beta mid', 'zeta cheap dear']);
  });

  it('sorts models and providers by price, with unknown prices last', () => {
    expect(shown({}, 'price')).toEqual(['acme free painter unknown', 'zeta cheap dear', 'beta mid']);
  });

  it('sorts models and providers by context length, longest first', () => {
    expect(shown({ text: 'zeta' }, 'context')).toEqual(['zeta dear cheap']);
    expect(shown({}, 'context')).toEqual(['acme unknown free painter', 'zeta dear cheap', 'beta mid']);
  });

  it('filters models by kind and by text, ignoring case', () => {
    expect(shown({ kind: 'image' }, 'name')).toEqual(['acme painter']);
    expect(shown({ text: 'ZETA/' }, 'name')).toEqual(['zeta cheap dear']);
    expect(shown({ text: 'zeta', kind: 'image' }, 'name')).toEqual([]);
  });
});

describe('a token estimate', () => {
  it('is a quarter of the byte length, rounded up', () => {
    expect([
      estimateTokens(''),
      estimateTokens('hi'),
      estimateTokens('a'.repeat(400)),
      estimateTokens('日本語'),
    ]).toEqual([0, 1, 100, 3]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ModelRecord } from '../../../src/api/index.ts';
import { modelRows } from '../../../src/models/rows.ts';

const model = (id: string, name = id, raw: Record<string, unknown> = {}): ModelRecord => ({ id, name, raw });
const list = [
  model('zeta/z', 'Zed'),
  model('acme/two', 'Two'),
  model('acme/one', 'One', { pricing: { prompt: '0.000001', completion: '0.000002' } }),
];

describe('the rows of the model picker', () => {
  it('stand by provider and name, the current model first', () => {
    expect(modelRows(list, undefined).map((row) => row.id)).toEqual(['acme/one', 'acme/two', 'zeta/z']);
    const rows = modelRows(list, 'zeta/z');
    expect(rows.map((row) => row.id)).toEqual(['zeta/z', 'acme/one', 'acme/two']);
    expect(rows.map((row) => row.current)).toEqual([true, false, false]);
  });

  it('show name, id, provider and price', () => {
    expect(modelRows(list, undefined)[0]).toMatchObject({
      name: 'One',
      description: 'acme/one',
      provider: 'acme',
      price: { input: 1, output: 2 },
      listed: true,
    });
    expect(modelRows(list, undefined)[1]?.price).toBeUndefined();
  });

  it('say the id once when the service has no name for it', () => {
    expect(modelRows([model('acme/one')], undefined)[0]).toMatchObject({ name: 'acme/one', description: '' });
  });

  it('have the current model also when the list does not', () => {
    expect(modelRows(list, 'own/model')[0]).toMatchObject({ id: 'own/model', current: true, listed: false });
    expect(modelRows([], 'own/model')).toHaveLength(1);
  });

  it('offer what is typed when it names a model that is not listed', () => {
    expect(modelRows(list, undefined, ' own/model:free ')[0]).toMatchObject({ id: 'own/model:free', listed: false });
    expect(modelRows(list, 'own/model', 'own/model').filter((row) => row.id === 'own/model')).toHaveLength(1);
    expect(modelRows(list, undefined, 'acme/one')).toHaveLength(3);
  });

  it.each(['one', 'a b/c', '/x', 'a/', 'a/b c', `a/${'b'.repeat(300)}`])('offer no %j', (typed) => {
    expect(modelRows(list, undefined, typed)).toHaveLength(3);
  });

  it('list a model once, and none that could not be asked', () => {
    expect(modelRows([...list, model('acme/one', 'Again'), model('no provider'), model('')], undefined)).toHaveLength(
      3,
    );
  });

  it('show hostile names as one honest line', () => {
    const [row] = modelRows([model('acme/x', 'Good\u202Eelif\u0000\nname')], undefined);
    expect(row?.name).toBe('Goodelif name');
    expect(modelRows([model('acme/x', 'long '.repeat(50))], undefined)[0]?.name).toHaveLength(80);
  });
});

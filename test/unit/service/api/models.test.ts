import { describe, expect, it, vi } from 'vitest';
import { clientOf, errorOf, json } from './support.ts';

describe('models', () => {
  const record = { id: 'openai/gpt', name: 'GPT', pricing: { prompt: '0.000001', completion: '-1' } };
  const model = { id: 'openai/gpt', name: 'GPT', raw: record };

  it.each<[string, unknown, unknown[]]>([
    ['a bare list [spec H36]', [record], [model]],
    ['data [spec H36]', { object: 'list', data: [record] }, [model]],
    ['models', { models: [record] }, [model]],
    ['a list inside data', { data: [record], models: 'x' }, [model]],
    ['a list of names', ['a/b', ''], [{ id: 'a/b', name: 'a/b', raw: { id: 'a/b' } }]],
    ['records with only a name', [{ name: 'a/b' }], [{ id: 'a/b', name: 'a/b', raw: { name: 'a/b' } }]],
    [
      'records with model_name',
      [{ model_name: 'a/b', model_info: {} }],
      [{ id: 'a/b', name: 'a/b', raw: { model_name: 'a/b', model_info: {} } }],
    ],
    ['duplicates', [record, record], [model]],
    ['a list with invalid entries', [null, 7, {}, record], [model]],
    ['an empty list', [], []],
    ['an empty list beside the models', { data: [], models: [record] }, [model]],
    ['only empty lists', { data: [], models: [] }, []],
    ['items', { items: [record] }, [model]],
    ['result', { success: true, result: [record] }, [model]],
    ['a list inside result', { result: { data: [record] } }, [model]],
    ['records by ID at the top', { 'openai/gpt': { name: 'GPT', pricing: record.pricing } }, [model]],
    [
      'records with another ID beside',
      { list: [{ id: '7', model: 'a/b', name: 'B' }] },
      [{ id: 'a/b', name: 'B', raw: { id: '7', model: 'a/b', name: 'B' } }],
    ],
    ['records by ID', { data: { 'openai/gpt': { name: 'GPT', pricing: record.pricing } } }, [model]],
  ])('are read from %s', async (_, body, expected) => {
    const { client } = clientOf([json(body)]);
    expect(await client.models()).toEqual(expected);
  });

  it('without a model ID are reported [spec H7 H36]', async () => {
    const onUnreadable = vi.fn();
    const entries = [record, { name: 'GPT 5' }, null, 'gpt-4', { id: `a/${'b'.repeat(200)}` }, record];
    const { client } = clientOf([json({ data: entries }), json([record])]);
    expect(await client.models({ onUnreadable })).toEqual([model]);
    expect(onUnreadable.mock.calls).toEqual([[{ count: 4, why: '[1]: must have an ID such as provider/model_name' }]]);
    await client.models({ onUnreadable });
    expect(onUnreadable).toHaveBeenCalledTimes(1);
  });

  it('fail the call if none has a model ID', async () => {
    const { client } = clientOf([json({ data: [{ id: 'gpt-4' }] })]);
    const error = await errorOf(client.models({ onUnreadable: () => undefined }));
    expect(error).toMatchObject({ kind: 'badResponse' });
    expect(error.message).toContain('provider/model_name. The response begins with: {"data":[{"id":"gpt-4"}]}');
  });

  it('preserve prices and all other fields [spec H9 H36]', async () => {
    const { client } = clientOf([json({ data: [record] })]);
    expect((await client.models())[0]?.raw).toEqual(record);
  });

  it.each([[null], ['x'], [{}], [{ data: 'x' }], [[{ price: 1 }, null]]])('reject %j as a list', async (body) => {
    const { client } = clientOf([json(body)]);
    expect(await errorOf(client.models())).toMatchObject({ kind: 'badResponse' });
  });

  it('report an error under status 200', async () => {
    const { client } = clientOf([json({ error: { message: 'Catalogue is down' } })]);
    expect(await errorOf(client.models())).toMatchObject({ kind: 'server', message: 'Catalogue is down' });
  });
});

import { describe, expect, it } from 'vitest';
import { type EntryOptions, pickerEntries } from '../../../../src/service/models/picker-entries.ts';
import { type Model, modelOf } from '../../../../src/service/session/models/catalog.ts';

const model = (id: string, name = id, raw: Record<string, unknown> = {}): Model => modelOf({ id, name, raw });
const list = [
  model('zeta/z', 'Zed'),
  model('acme/two', 'Two'),
  model('acme/one', 'One', { pricing: { prompt: '0.000001', completion: '0.000002' } }),
  model('acme/whisper', 'Whisper', { type: 'transcription' }),
];
const ids = (options?: EntryOptions, models = list) => pickerEntries(models, options).map((row) => row.model.id);
const groups = (options: EntryOptions) => pickerEntries(list, options).map((row) => `${row.group} ${row.model.id}`);

describe('the rows of the model picker', () => {
  it('are sorted by provider and name', () => {
    expect(ids()).toEqual(['acme/one', 'acme/two', 'acme/whisper', 'zeta/z']);
  });

  it('start with the current model, then recent models and favorites, each once', () => {
    const options = {
      current: 'acme/two',
      recent: ['zeta/z', 'acme/two', 'own/gone'],
      favorites: ['acme/one', 'zeta/z'],
    };
    expect(groups(options)).toEqual([
      'current acme/two',
      'recent zeta/z',
      'recent own/gone',
      'favorite acme/one',
      'provider acme/whisper',
    ]);
    expect(pickerEntries(list, options).map((row) => row.favorite)).toEqual([false, true, false, true, false]);
    expect(pickerEntries(list, options).map((row) => row.listed)).toEqual([true, true, false, true, true]);
  });

  it('start with the model of the selected row, even if it is the current one', () => {
    expect(groups({ selected: 'zeta/z', current: 'zeta/z', recent: ['acme/two'] }).slice(0, 2)).toEqual([
      'selected zeta/z',
      'recent acme/two',
    ]);
    expect(ids({ selected: 'zeta/z', modality: 'transcription' })).toEqual(['acme/whisper']);
  });

  it('are filtered by modality, except for the current model', () => {
    expect(ids({ modality: 'transcription' })).toEqual(['acme/whisper']);
    expect(ids({ modality: 'transcription', recent: ['zeta/z'], favorites: ['acme/one'] })).toEqual(['acme/whisper']);
  });

  it('are those of which nothing is known if no model is known to have the modality', () => {
    expect(ids({ modality: 'image', current: 'zeta/z' })).toEqual(['zeta/z', 'acme/one', 'acme/two']);
  });

  it('include the current model even if it is not in the list', () => {
    expect(pickerEntries([], { current: 'own/model' })).toMatchObject([{ group: 'current', listed: false }]);
    expect(pickerEntries([], { current: 'nonsense' })).toEqual([]);
  });
});

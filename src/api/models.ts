/** Reads the model list. The spec describes only the pricing of a model, docs/response-shapes.md lists the shapes. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../common/guards.ts';
import type { Cleaner } from './clean.ts';
import { unknownShape } from './error-body.ts';
import { badResponse } from './errors.ts';
import { firstText } from './json.ts';

export interface ModelRecord {
  /** `provider/model_name`. */
  id: string;
  /** Display name; the ID if the service sends none. */
  name: string;
  /** The record as received: prices, modalities, and any other fields. */
  raw: Record<string, unknown>;
}

/**
 * Returns the models of a list, `{data: [...]}`, or another list of docs/response-shapes.md, of records or names. Skips duplicate IDs and entries without an ID or name. Throws if the list is missing or has no valid entry.
 */
export function readModels(value: unknown, cleaner: Cleaner): ModelRecord[] {
  const list = listIn(value);
  if (list === undefined) throw unknownShape(value, cleaner, l10n.t('The response contains no list of models.'));
  const models = new Map<string, ModelRecord>();
  for (const entry of list) {
    const model = readModel(entry);
    if (model !== undefined && !models.has(model.id)) models.set(model.id, model);
  }
  if (models.size === 0 && list.length > 0) throw badResponse(l10n.t('No model in the list has an ID or a name.'));
  return [...models.values()];
}

const modelId = /^[^/\s]+\/\S+$/;
const idFields = ['id', 'model', 'model_id', 'model_name', 'slug', 'name'];
const listFields = ['data', 'models', 'items', 'result', 'results', 'list'];

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  // `{"a/b": {…}}`
  if (entries.length > 0 && entries.every(([id, one]) => modelId.test(id) && isRecord(one)))
    return entries.map(([id, one]) => ({ ...(one as object), id }));
  const lists = listFields.map((name) => value[name]);
  return listIn(lists.find((one) => Array.isArray(one) || isRecord(one)));
}

function readModel(entry: unknown): ModelRecord | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : { id: entry, name: entry, raw: { id: entry } };
  if (!isRecord(entry)) return undefined;
  const ids = idFields.flatMap((field) => firstText(entry, field) ?? []);
  // A model is named `provider/model_name` (spec http-api.md, "Model naming"), whatever other IDs its record has.
  const id = ids.find((text) => modelId.test(text)) ?? ids[0];
  if (id === undefined) return undefined;
  return { id, name: firstText(entry, 'name', 'display_name') ?? id, raw: entry };
}

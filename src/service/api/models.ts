/** Reads the model list. The spec describes only the pricing of a model, docs/response-shapes.md lists the shapes. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../../common/guards.ts';
import type { Cleaner } from './clean.ts';
import { unknownShape } from './errors/error-body.ts';
import { firstText } from './json.ts';
import { isModelId } from './model-id.ts';
import type { CallOptions } from './transport/options.ts';

export interface ModelRecord {
  /** `provider/model_name`. */
  id: string;
  /** Display name; the ID if the service sends none. */
  name: string;
  /** The record as received: prices, modalities, and any other fields. */
  raw: Record<string, unknown>;
}

/**
 * Returns the models of a list, `{data: [...]}`, or another list of docs/response-shapes.md, of records or names. Skips
 * duplicate IDs, and reports entries without a model ID. Throws if the list is missing or has no valid entry.
 */
export function readModels(value: unknown, cleaner: Cleaner, onUnreadable: CallOptions['onUnreadable']): ModelRecord[] {
  const list = listIn(value);
  if (list === undefined) throw unknownShape(value, cleaner, l10n.t('The response contains no list of models.'));
  const models = new Map<string, ModelRecord>();
  const unreadable: number[] = [];
  for (const [index, entry] of list.entries()) {
    const model = readModel(entry);
    if (model === undefined) unreadable.push(index);
    else if (!models.has(model.id)) models.set(model.id, model);
  }
  const [first] = unreadable;
  if (first === undefined) return [...models.values()];
  if (models.size === 0)
    throw unknownShape(value, cleaner, l10n.t('No model in the list is named provider/model_name.'));
  onUnreadable?.({ count: unreadable.length, why: `[${first}]: must have an ID such as provider/model_name` });
  return [...models.values()];
}

const idFields = ['id', 'model', 'model_id', 'model_name', 'slug', 'name'];
const listFields = ['data', 'models', 'items', 'result', 'results', 'list'];

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  // `{"a/b": {…}}`
  if (entries.length > 0 && entries.every(([id, one]) => isModelId(id) && isRecord(one)))
    return entries.map(([id, one]) => ({ ...(one as object), id }));
  const lists = listFields.map((name) => listIn(value[name])).filter((list) => list !== undefined);
  // An empty list may stand beside the one with the models.
  return lists.find((list) => list.length > 0) ?? lists[0];
}

function readModel(entry: unknown): ModelRecord | undefined {
  if (typeof entry === 'string') return isModelId(entry) ? { id: entry, name: entry, raw: { id: entry } } : undefined;
  if (!isRecord(entry)) return undefined;
  // Records may have other IDs beside it.
  const id = idFields.flatMap((field) => firstText(entry, field) ?? []).find(isModelId);
  if (id === undefined) return undefined;
  return { id, name: firstText(entry, 'name', 'display_name') ?? id, raw: entry };
}

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

function listIn(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return undefined;
  const found = [value.data, value.models, value.items, value.result, value.results].find(
    (one) => Array.isArray(one) || isRecord(one),
  );
  if (found === undefined || Array.isArray(found)) return found;
  // `{data: {"a/b": {…}}}`, or another list inside.
  const entries = Object.entries(found);
  const isById = entries.length > 0 && entries.every(([id, one]) => id.includes('/') && isRecord(one));
  return isById ? entries.map(([id, one]) => ({ id, ...(one as object) })) : listIn(found);
}

function readModel(entry: unknown): ModelRecord | undefined {
  if (typeof entry === 'string') return entry === '' ? undefined : { id: entry, name: entry, raw: { id: entry } };
  if (!isRecord(entry)) return undefined;
  const id = firstText(entry, 'id', 'model_name', 'name');
  if (id === undefined) return undefined;
  return { id, name: firstText(entry, 'name', 'display_name') ?? id, raw: entry };
}

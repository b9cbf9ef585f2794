/** What the model picker lists; pure, so that it is tested without an editor. */
import type { ModelRecord } from '../api/index.ts';
import { oneLine } from '../shared/format.ts';
import { isModelId, providerOf } from './model-id.ts';
import { type TokenPrice, tokenPrice } from './price.ts';

export interface ModelRow {
  readonly id: string;
  readonly name: string;
  /** The id, where the name is something else. */
  readonly description: string;
  readonly provider: string;
  readonly price: TokenPrice | undefined;
  /** It answers now. */
  readonly current: boolean;
  /** The list of the service has it. */
  readonly listed: boolean;
}

/**
 * The rows for what is typed: the current model first, then the list by provider and name. A typed `provider/model_name`
 * that is not listed is offered too, because a key may use models that the list does not show.
 */
export function modelRows(models: readonly ModelRecord[], current: string | undefined, typed = ''): ModelRow[] {
  const listed = [...new Map(models.map((model) => [model.id, model])).values()].filter((model) => isModelId(model.id));
  const ids = new Set(listed.map((model) => model.id));
  const rows = listed
    .map((model) => row(model, current, true))
    .sort((a, b) => a.provider.localeCompare(b.provider) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id));
  const wanted = typed.trim();
  const others = [current, wanted].filter((id) => id !== undefined && isModelId(id) && !ids.has(id));
  const unlisted = [...new Set(others)].map((id) => row({ id: id ?? '', name: id ?? '', raw: {} }, current, false));
  const all = [...unlisted, ...rows];
  return [...all.filter((one) => one.current), ...all.filter((one) => !one.current)];
}

function row(model: ModelRecord, current: string | undefined, listed: boolean): ModelRow {
  const name = oneLine(model.name, 80);
  return {
    id: model.id,
    name,
    description: name === model.id ? '' : oneLine(model.id),
    provider: oneLine(providerOf(model.id), 60),
    price: tokenPrice(model.raw),
    current: model.id === current,
    listed,
  };
}

/**
 * Normalizes model records, whose shape differs between services (spec http-api.md shows no field beyond "pricing").
 * Pure. Missing information is unknown, never 0 or no.
 */

import type { Knowledge } from '../../../shared/knowledge.ts';
import type { ModelRecord } from '../../api/index.ts';
import { type Abilities, abilitiesOf } from './abilities.ts';
import { type Fields, fieldsOf, firstCount, named } from './fields.ts';
import { type Price, priceOf } from './price.ts';

export interface Model extends Abilities {
  readonly id: string;
  /** Display name from the service; untrusted text. */
  readonly name: string;
  /** The part of the ID before the first slash. */
  readonly provider: string;
  readonly description: string | undefined;
  readonly price: Knowledge<Price>;
  /** Maximum tokens of prompt and response together. */
  readonly context: number | undefined;
  /** Maximum tokens of a response. */
  readonly maxOutputTokens: number | undefined;
  /** Original record of the service. */
  readonly raw: Fields;
}

/** Never throws. */
export function modelOf({ id, name, raw }: ModelRecord): Model {
  const info = fieldsOf(raw.model_info);
  const top = fieldsOf(raw.top_provider);
  const limit = fieldsOf(raw.limit);
  const architecture = fieldsOf(raw.architecture);
  return {
    id,
    name,
    provider: id.split('/', 1)[0] ?? '',
    description: named(raw.description),
    price: priceOf(raw),
    ...abilitiesOf(id, raw),
    context: firstCount(
      raw.context_length,
      raw.context_window,
      raw.max_context_length,
      raw.context_size,
      raw.max_model_len,
      raw.contextWindow,
      top.context_length,
      architecture.context_length,
      limit.context,
      raw.max_input_tokens,
      info.max_input_tokens,
      info.context_length,
      info.context_window,
    ),
    maxOutputTokens: firstCount(
      top.max_completion_tokens,
      raw.max_completion_tokens,
      raw.max_output_tokens,
      raw.max_output_length,
      limit.output,
      info.max_output_tokens,
    ),
    raw,
  };
}

/** Returns a model that isn't in the list, so that only its ID is known. */
export function unlisted(id: string): Model {
  return modelOf({ id, name: id, raw: {} });
}

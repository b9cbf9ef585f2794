/** Problems of one entry, kept while the entry moves through the text. */
import type { Span } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';

/** A problem, as far as it moves. */
interface Placed extends Span {
  readonly related?: readonly (Span & { readonly uri?: string })[];
}

export interface Found<P extends Placed> {
  /** Where the entry began when they were found. */
  readonly at: number;
  readonly problems: readonly P[];
}

export const nothingFound: Found<never> = { at: 0, problems: [] };

/** The problems with their places as the entry stands now. */
export function foundNow<P extends Placed>({ at, problems }: Found<P>, { key: { offset } }: ServerEntry): readonly P[] {
  const delta = offset - at;
  if (delta === 0) return problems;
  const moved = <S extends Span>(span: S): S => ({ ...span, offset: span.offset + delta });
  return problems.map((problem) => ({
    ...moved(problem),
    ...(problem.related !== undefined && {
      related: problem.related.map((place) => (place.uri === undefined ? moved(place) : place)),
    }),
  }));
}

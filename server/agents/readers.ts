import type { ServerEntry } from '../config/servers/server-entry.ts';
import type { Span, StringNode } from '../config/text/json.ts';

/** A fact in which agents differ. */
export interface Difference {
  readonly at: Span;
  readonly message: string;
  /** Another name would end it. */
  readonly isName?: true;
}

/** The agents that matter to the users of a file. */
export interface Readers {
  differences(entry: Pick<ServerEntry, 'value'> & { readonly key: StringNode }): readonly Difference[];
}

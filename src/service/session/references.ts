/**
 * References to records in what can only carry JSON: arguments of commands in hovers, panels, chats, and notifications.
 * Other extensions can pass anything, so each is validated where it's read.
 */
import { type Parsed, parsed, text, union } from '../../shared/text/parse.ts';

const reference = union('kind', {
  run: { id: text },
  /** `step` is an ID. */
  step: { run: text, step: text },
  workflow: { id: text },
  /** `version` is an ID. */
  version: { workflow: text, version: text },
  /** The active version of a workflow. */
  active: { workflow: text, version: text },
});
export type Reference = Parsed<typeof reference>;

/** Returns the reference in the argument of a command; undefined if it's something else. */
export function referenceOf(argument: unknown): Reference | undefined {
  return parsed(reference, argument);
}

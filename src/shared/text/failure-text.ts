/** What is said of any failure: to the user, and in the log. */

/** A failure that can say more than its message, such as an error of the service. */
export interface Described {
  /** The cause and the next step, for the user. */
  readonly text: string;
  /** All that is known, on one line, for the log. */
  readonly facts: string;
}

/** Returns the text for the user about any thrown value. */
export function describeFailure(thrown: unknown): string {
  return isDescribed(thrown) ? thrown.text : messageOf(thrown);
}

/** Returns all facts about any thrown value on one line, for the log. */
export function failureFacts(thrown: unknown): string {
  return isDescribed(thrown) ? thrown.facts : messageOf(thrown);
}

/** Adds a period to a text if needed, so that another sentence can follow. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function isDescribed(thrown: unknown): thrown is Described {
  return thrown instanceof Error && 'text' in thrown && 'facts' in thrown;
}

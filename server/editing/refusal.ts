/** Why a change is refused, as a sentence for users. Thrown before anything has been changed. */
export class Refusal extends Error {}

/** Quotes a name for a message. */
export const quoted = (name: string): string => JSON.stringify(name);

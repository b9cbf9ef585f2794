/** Why a change is not made, as a sentence for people. Nothing has been changed when it is thrown. */
export class Refusal extends Error {}

/** A name as a message quotes it. */
export const quoted = (name: string): string => JSON.stringify(name);

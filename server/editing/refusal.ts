/** Why a change is refused, as a sentence for users. Thrown before anything has been changed. */
export class Refusal extends Error {}

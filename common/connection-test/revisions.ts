/** Revisions of the protocol. A server that speaks only 2026-07-28 or newer has no `initialize`. */

/** The revision that Oh My Pi speaks, in all versions up to 18.8. */
export const agentRevision = '2025-11-25';
/** The first revision without `initialize`. */
export const statelessRevision = '2026-07-28';

/** True if the agent can use a server of these revisions: `initialize` negotiates all earlier ones. */
export const isUsable = (revisions: readonly string[]): boolean =>
  revisions.some((revision) => revision < statelessRevision);

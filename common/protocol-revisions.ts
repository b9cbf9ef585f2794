/** Revisions of the Model Context Protocol. */

/** The revision that Oh My Pi speaks, in all versions up to 18.8. */
export const ohMyPiRevision = '2025-11-25';
/** The first revision without `initialize`. */
export const statelessRevision = '2026-07-28';

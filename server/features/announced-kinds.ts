/** Names that are sent to the editor when it connects, before any feature is requested. */

export const quickFix = 'quickfix';
export const fixAllKind = 'source.fixAll.switchyard';
export const codeActionKinds: readonly string[] = [quickFix, fixAllKind];

/** Semantic tokens refer to their type by its index in this list. */
export const tokenTypes = ['variable', 'operator'] as const;

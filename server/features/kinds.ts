/** Names that an editor is told when it connects, before any feature is asked for. */

export const quickFix = 'quickfix';
export const fixAllKind = 'source.fixAll.switchyard';
export const codeActionKinds: readonly string[] = [quickFix, fixAllKind];

/** Semantic tokens are numbered by their place in this list. */
export const tokenTypes = ['variable', 'operator'] as const;

/** What is known of a value that may not be loaded, may have failed, or may not be understood. "None" is a fact, too. */
import * as l10n from '@vscode/l10n';

export type Knowledge<T> =
  | { readonly kind: 'known'; readonly value: T }
  | { readonly kind: 'none' }
  /** `why` is a sentence for the user; undefined if nothing has asked yet. */
  | { readonly kind: 'unknown'; readonly why: string | undefined };

export const none = { kind: 'none' } as const;

export function known<T>(value: T): Knowledge<T> {
  return { kind: 'known', value };
}

export function notKnown(why?: string): Knowledge<never> {
  return { kind: 'unknown', why };
}

/** Returns the value if it's known. Only for places that say nothing about any other value. */
export function knownValue<T>(knowledge: Knowledge<T>): T | undefined {
  return knowledge.kind === 'known' ? knowledge.value : undefined;
}

/** Returns the text of a fact: that of the value, "none", or "unknown" and why. */
export function knowledgeText<T>(knowledge: Knowledge<T>, textOf: (value: T) => string): string {
  switch (knowledge.kind) {
    case 'known':
      return textOf(knowledge.value);
    case 'none':
      return l10n.t('none');
    case 'unknown':
      return knowledge.why === undefined ? l10n.t('unknown') : l10n.t('unknown. {0}', knowledge.why);
    default:
      return knowledge satisfies never;
  }
}

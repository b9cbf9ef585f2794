/** Pages in narrow side bars: in English, and in a language with longer words. */
import type { Locator } from 'playwright-core';
import { expect, vi } from 'vitest';
import { readText } from '../../scripts/lib/repository.ts';
import { l10n } from '../unit/fake-vscode.ts';
import { isLongRun } from '../unit/random-runs.ts';
import { cutOffTexts, notLocalized, pseudo } from './pseudo.ts';

interface Narrow {
  /** In CSS pixels. */
  readonly width: number;
  /** Returns one of our texts in the language of the page. */
  readonly t: (english: string) => string;
  /** Asserts that no text is cut off or not localized. */
  readonly isWhole: (part: Locator, what: string) => Promise<void>;
}

const texts: Record<string, string> = JSON.parse(readText('l10n/bundle.l10n.json'));
const english: Narrow = { width: 220, t: (text) => text, isWhole: async () => undefined };

/** Makes the host use the pseudo language. */
function usePseudo(): Narrow {
  const original = l10n.t;
  vi.spyOn(l10n, 't').mockImplementation((text, ...values) => original(pseudo(text), ...values));
  l10n.bundle = Object.fromEntries(Object.keys(texts).map((text) => [text, pseudo(text)]));
  return {
    width: 290,
    t: pseudo,
    isWhole: async (part, what) => {
      const faults = { cutOff: await cutOffTexts(part), notLocalized: await notLocalized(part) };
      expect(faults, what).toEqual({ cutOff: [], notLocalized: [] });
    },
  };
}

/** On a commit, only the language in which less fits. */
export const narrow: readonly (readonly [language: string, use: () => Narrow])[] = [
  ['a language with longer words at 290 px', usePseudo],
  ...(isLongRun ? [['English at 220 px', () => english] as const] : []),
];

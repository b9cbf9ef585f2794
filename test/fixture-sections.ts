/** Sections of a fixture: `## title`, and its lines. The text before the first one says how to read them. */
import { readText } from '../scripts/lib/repository.ts';

export interface FixtureSection {
  readonly title: string;
  /** Without those at its end that are empty. */
  readonly lines: readonly string[];
}

/** @param file path below `test/fixtures` */
export function sectionsOf(file: string): readonly FixtureSection[] {
  const [, ...parts] = readText(`test/fixtures/${file}`).split(/^## /m);
  return parts.map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    return { title, lines };
  });
}

/** What fixtures write for characters that an editor hides. */
export const signs: Readonly<Record<string, string>> = { '⏎': '\n', '␍': '\r', '⇥': '\t', '␛': '\x1b' };

/** Returns the text of a fixture for a text. */
export const withSigns = (text: string, used = signs): string =>
  Object.entries(used).reduce((result, [sign, meaning]) => result.replaceAll(meaning, sign), text);

/** Returns the text for which a text of a fixture stands. */
export const withoutSigns = (text: string, used = signs): string =>
  Object.entries(used).reduce((result, [sign, meaning]) => result.replaceAll(sign, meaning), text);

/** Checks of user-visible text against the style of this project: plain, American, sentence case. */

/** Forbidden phrases and British spellings, each with the replacement. */
const forbidden: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bnobody\b|\bsomebody\b|\bwhoever\b/i, 'name who'],
  [/\bthere is none\b|\bwhere there is none\b/i, 'say what is missing'],
  [/\bwhat came of\b|\bas it comes\b|\bas the rule comes\b|\bas the model likes\b/i, 'default'],
  [/\bis given up\b|\bgive up on\b/i, 'times out, is canceled'],
  [/\bcalled off\b|\bcall off\b/i, 'canceled'],
  [/\bof its own\b|\bof their own\b/i, 'own, separate'],
  [/\bstands? in (?:the )?["“]|\bstands here\b|\bstands beside\b|\bstands in its place\b/i, 'is in'],
  [/\bno favou?rite any more\b|\bany more\b/i, 'no longer'],
  [/\btakes no\b|\btook no\b/i, "doesn't accept"],
  [/\bword by word\b/i, 'exactly'],
  [/\bput right\b|\bmended?\b/i, 'fix'],
  [/\bto take over\b/i, 'import, convert'],
  [/\bis no (?:JSON|list|object|audio|image|number|text|file|model|key)\b/i, "isn't (valid) …"],
  [/\ba server has no\b|\bthe top level has no\b/i, 'Unknown property'],
  [/\bhalf of the runs\b|\btakes? at most\b/i, 'median, 95th percentile'],
  [/\bone after the other\b/i, 'in order'],
  [
    /\bfavour|\bcolour|\bbehaviour|\bcancelled\b|\bcancelling\b|\blabelled\b|\bdialogue\b|\bcentre\b|\banalyse|\borganis|\brecognis|\bsummaris|\bcustomis|\binitialis|\bnormalis|\blicence\b|\bcatalogue\b/i,
    'American spelling',
  ],
];

/** Returns the wording problems of a text. */
export function wordingFaults(text: string): readonly string[] {
  const plain = text.replace(/`[^`]*`|"[^"]*"|\{\d+\}/g, '""');
  return forbidden.flatMap(([pattern, instead]) => {
    const found = pattern.exec(plain)?.[0];
    return found === undefined ? [] : [`“${found}”: ${instead}`];
  });
}

/** True for a text in title case: words that aren't names begin with a capital letter. */
export function looksLikeTitleCase(text: string, names: ReadonlySet<string>): boolean {
  const words = text
    .replace(/`[^`]*`|"[^"]*"|\{\d+\}|\([^)]*\)/g, ' ')
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter((word) => word.length > 3);
  const capitals = words.slice(1).filter((word) => /^\p{Lu}\p{Ll}/u.test(word) && !names.has(word));
  return words.length > 1 && capitals.length === words.length - 1 && capitals.length > 0;
}

/** True for a text in mixed case, neither title nor sentence case: some words are capitalized and some aren't. */
export function mixesCases(text: string, names: ReadonlySet<string>): boolean {
  const words = text
    .replace(/`[^`]*`|"[^"]*"|\*[^*]+\*|\{\d+\}|\$\([a-z-]+\)|\([^)]*\)/g, '_')
    .split(/[.:;!?·_]/)
    .flatMap((sentence) =>
      sentence
        .trim()
        .split(/[^\p{L}\p{N}'’-]+/u)
        .slice(1),
    )
    .filter((word) => word.length > 3 && !/^(?:from|into|with)$/.test(word));
  return (
    words.some((word) => /^\p{Lu}\p{Ll}+$/u.test(word) && !names.has(word)) &&
    words.some((word) => /^\p{Ll}/u.test(word))
  );
}

/** Findings in the servers of a document, kept as long as a server's text is the same. */
import type { ServerEntry } from '../config/server.ts';
import type { Finding, Problem } from './rule.ts';

export class ServerFindings {
  #inputs: readonly unknown[] = [];
  /** By the text of the server. Offsets are relative to the server. */
  #found = new WeakMap<object, readonly Finding[]>();

  /** Forgets the findings if anything that they depend on, besides the texts, is another object than before. */
  dependOn(...inputs: readonly unknown[]): void {
    if (inputs.every((input, index) => input === this.#inputs[index])) return;
    this.#inputs = inputs;
    this.#found = new WeakMap();
  }

  /** Returns the findings in a server. Checks it only if its text is new. */
  in(entry: ServerEntry, check: (entry: ServerEntry) => readonly Problem[]): readonly Finding[] {
    const { textId, key } = entry;
    let found = this.#found.get(textId);
    if (found === undefined) {
      found = check(entry).map((problem) => moved(withoutFixes(problem), -key.offset));
      this.#found.set(textId, found);
    }
    return found.length === 0 ? found : found.map((finding) => moved(finding, key.offset));
  }
}

export const withoutFixes = ({ fixes: _fixes, ...finding }: Problem): Finding => finding;

function moved({ related, ...finding }: Finding, delta: number): Finding {
  // Locations in other files don't shift.
  const places = related?.map((place) =>
    place.uri === undefined ? { ...place, offset: place.offset + delta } : place,
  );
  return { ...finding, offset: finding.offset + delta, ...(places && { related: places }) };
}

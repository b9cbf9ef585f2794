/** Finds out whether a fix adds errors: what it renames, moves, or rewrites may not have been checked before. */
import { remembered } from '../../common/remembered.ts';
import { listNames } from '../config/format/format.ts';
import { ConfigDocument } from '../config/servers/document.ts';
import type { ServerEntry } from '../config/servers/server-entry.ts';
import { entryAt } from '../config/servers/server-names.ts';
import { endOf, type Span } from '../config/text/json.ts';
import { applyChanges, type Change, type Fix } from '../fixes/fix.ts';
import { checkAgain } from './check.ts';
import { nothingKnown, type RuleContext } from './context.ts';

/**
 * True if a document has more errors after a fix, or if that is unknown. Checks only the server if the fix changes no
 * other and the server isn't long, because a file can have as many fixes as servers.
 */
export function addsErrors(
  document: ConfigDocument,
  { changes }: Pick<Fix, 'changes'>,
  context = nothingKnown,
): boolean {
  if (isGuess(document)) return false;
  const lists = listNames.flatMap((name) => document.top?.fields.get(name)?.value ?? []);
  // What an item of a list is replaced with is a valid item.
  const others = changes.filter((change) => !lists.some((list) => isInside(change, list)));
  const [first] = others;
  if (first === undefined) return false;
  const entry = entryAt(document, first.offset);
  const isLocal = entry !== undefined && others.every((change) => isInside(change, entry.span));
  // Of servers with the same name, JSON parsers drop all but the last, which aren't checked until one is renamed.
  const isRenamed = document.repeatsKeys && others.some(({ offset: at }) => at < (entry?.value?.offset ?? 0));
  if (!isLocal || isRenamed || entry.span.length > longestEntry) return addsErrorsElsewhere(document, changes, context);
  const { offset } = entry.span;
  const before = document.text.slice(offset, endOf(entry.span));
  const after = applyChanges(
    before,
    others.map((change) => ({ ...change, offset: change.offset - offset })),
  );
  const left = errorsOf(after, context);
  return left > 0 && left > remembered(knownOf(document, context).errors, entry, () => errorsOf(before, context));
}

/** True if the syntax is broken: the tree is a guess, and fixing it makes the rest readable. */
export const isGuess = ({ faults }: ConfigDocument): boolean => faults.some(({ damaging }) => damaging);

const isInside = ({ offset, length }: Span, outer: Span): boolean =>
  offset >= outer.offset && offset + length <= endOf(outer);

/** @param entry the text of a server with its name */
const errorsOf = (entry: string, context: RuleContext): number =>
  errorsIn(new ConfigDocument(`{"mcpServers":{${entry}}}`), context);

/** Number of characters up to which a server is checked for each of its fixes. */
const longestEntry = 4000;

/** Maximum number of fixes of a document for which it is checked as a whole, because that takes quadratic time. */
const mostCompared = 50;

/** What is known about a document, because editors ask again for each position of the cursor. */
interface Known {
  /** By server: the number of errors with which each of its fixes is compared. */
  readonly errors: Map<ServerEntry, number>;
  /** By the changes of a fix: whether it adds errors. */
  readonly answers: Map<string, boolean>;
}

const known = new WeakMap<RuleContext, WeakMap<ConfigDocument, Known>>();

const knownOf = (document: ConfigDocument, context: RuleContext): Known =>
  remembered(
    remembered(known, context, () => new WeakMap<ConfigDocument, Known>()),
    document,
    () => ({ errors: new Map(), answers: new Map() }),
  );

function addsErrorsElsewhere(document: ConfigDocument, changes: readonly Change[], context: RuleContext): boolean {
  const { answers } = knownOf(document, context);
  const key = JSON.stringify(changes);
  if (!answers.has(key) && answers.size >= mostCompared) return true;
  return remembered(answers, key, () => {
    const after = new ConfigDocument(applyChanges(document.text, changes), document);
    const left = errorsIn(after, context);
    return left > 0 && left > errorsIn(document, context);
  });
}

function errorsIn(document: ConfigDocument, context: RuleContext): number {
  const { problems, omitted } = checkAgain(document, context);
  return [...problems, ...omitted.map(({ problem }) => problem)].filter(({ severity }) => severity === 'error').length;
}

/** Problems in the texts that a server provides for models, whether or not they're locked. */
import type { TestResult } from '../connection-test/result.ts';
import { hiddenCharacters } from './hidden-characters.ts';
import { type InstructionKind, instructionsIn } from './instructions.ts';
import type { ItemKind } from './lock.ts';
import { lockableItems } from './lock-server.ts';

export interface TextFinding {
  /** Absent: the instructions of the server. */
  readonly item?: { readonly kind: ItemKind; readonly name: string };
  /** `description`, `inputSchema`, or `name`. */
  readonly field: string;
  readonly problem:
    | { readonly kind: 'hidden'; readonly characters: readonly string[] }
    | { readonly kind: 'instruction'; readonly type: InstructionKind; readonly excerpt: string };
}

/** Returns findings in the order of the items, at most one per field and kind of problem. */
export function textFindingsIn(result: TestResult): readonly TextFinding[] {
  const ofItems = lockableItems(result).flatMap(({ kind, name, fields }) =>
    Object.entries({ name, ...fields }).flatMap(([field, value]) =>
      problemsOf(value).map((problem) => ({ item: { kind, name }, field, problem })),
    ),
  );
  const ofServer = problemsOf(result.instructions).map((problem) => ({ field: 'instructions', problem }));
  return [...ofItems, ...ofServer];
}

function problemsOf(value: unknown): readonly TextFinding['problem'][] {
  const texts = [...stringsIn(value)];
  const characters = [...new Set(texts.flatMap(hiddenCharacters))];
  const instructions = new Map(texts.flatMap(instructionsIn).map((found) => [found.kind, found]));
  return [
    ...(characters.length > 0 ? [{ kind: 'hidden', characters } as const] : []),
    ...[...instructions.values()].map(({ kind: type, excerpt }) => ({ kind: 'instruction', type, excerpt }) as const),
  ];
}

/** Yields the strings in a JSON value, including property names, which a model also reads. */
function* stringsIn(root: unknown): Generator<string> {
  for (const pending = [root]; pending.length > 0; ) {
    const value = pending.pop();
    if (typeof value === 'string') yield value;
    else if (Array.isArray(value)) pending.push(...value);
    else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) pending.push(member, key);
  }
}

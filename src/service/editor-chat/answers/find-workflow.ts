/** Finds the workflow that a prompt refers to. Pure. */
import { escapePattern } from '../../../../common/text/escape.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Found {
  readonly workflow: Named;
  /** The rest of the prompt, without the name. */
  readonly rest: string;
}

/** Matches by ID or name as whole words, ignoring case, longest match first; otherwise by a part of exactly one name. */
export function findWorkflow(workflows: readonly Named[], prompt: string): Found | undefined {
  const text = prompt.trim();
  const lower = text.toLowerCase();
  if (lower === '') return undefined;
  const [best] = workflows
    .flatMap((workflow) =>
      [workflow.id, workflow.name.trim()].flatMap((name) => {
        const match = matchWords(text, name);
        return match ? [{ workflow, name: match[0], at: match.index }] : [];
      }),
    )
    .sort((a, b) => b.name.length - a.name.length);
  if (best) {
    const { workflow, name, at } = best;
    const rest = `${text.slice(0, at)} ${text.slice(at + name.length)}`.replace(/["“”'`]/g, '').trim();
    return { workflow, rest };
  }
  const [only, ...others] = workflows.filter(({ name }) => name.toLowerCase().includes(lower));
  return only !== undefined && others.length === 0 ? { workflow: only, rest: '' } : undefined;
}

/** Scripts that write words, or a word and its particles, without spaces. */
const unspacedScripts = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
/** A character that continues a word. */
const inWord = String.raw`[[\p{L}\p{M}\p{N}_]--[${unspacedScripts}]]`;

/** Matches the name unless it's part of a longer word. */
function matchWords(text: string, name: string): RegExpExecArray | null {
  if (name === '') return null;
  return new RegExp(`(?<!${inWord})${escapePattern(name)}(?!${inWord})`, 'iv').exec(text);
}

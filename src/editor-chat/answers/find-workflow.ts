/** Finds the workflow that a prompt refers to. Pure. */

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Found<W extends Named> {
  readonly workflow: W;
  /** The rest of the prompt, without the name. */
  readonly rest: string;
}

/** Matches by ID or name, ignoring case, longest match first; otherwise by a part of exactly one name. */
export function findWorkflow<W extends Named>(workflows: readonly W[], prompt: string): Found<W> | undefined {
  const text = prompt.trim();
  const lower = text.toLowerCase();
  if (lower === '') return undefined;
  const written = (name: string) => name !== '' && lower.includes(name.toLowerCase());
  const [best] = workflows
    .flatMap((workflow) => [workflow.id, workflow.name.trim()].filter(written).map((name) => ({ workflow, name })))
    .sort((a, b) => b.name.length - a.name.length);
  if (best) {
    const at = lower.indexOf(best.name.toLowerCase());
    const rest = `${text.slice(0, at)} ${text.slice(at + best.name.length)}`.replace(/["“”'`]/g, '').trim();
    return { workflow: best.workflow, rest };
  }
  const [only, ...others] = workflows.filter(({ name }) => name.toLowerCase().includes(lower));
  return only !== undefined && others.length === 0 ? { workflow: only, rest: '' } : undefined;
}

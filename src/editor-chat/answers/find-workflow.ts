/** Which workflow somebody means by what they wrote. Pure. */

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Found<W extends Named> {
  readonly workflow: W;
  /** What else was written. */
  readonly rest: string;
}

/** By id or name, in any case, the longest first; else by a part of a name that no other workflow has. */
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

/** What a command makes of a file: every write of a config file can be shown before it is done. */
import { visible } from '../../../common/text/escape.ts';
import { withMaskedSecrets } from '../../fixes/masked-text.ts';
import { painter } from './color.ts';
import type { Terminal } from './terminal.ts';

export interface PlannedWrite {
  /** Absolute path. */
  readonly file: string;
  /** Its path in the diff. */
  readonly shown: string;
  /** The text that the file has now; undefined if it doesn't exist. */
  readonly before: string | undefined;
  readonly after: string;
  /** The folders that the file must be in, after links are followed. */
  readonly within?: readonly string[] | undefined;
}

/** Writes the text if it differs, or shows the difference. @returns true if it differs */
export async function carryOut(plan: PlannedWrite, isDryRun: boolean, terminal: Terminal): Promise<boolean> {
  const { file, before, after, within } = plan;
  if (after === (before ?? '')) return false;
  if (isDryRun) await showDiff(plan, terminal);
  else await terminal.write(file, after, before, within);
  return true;
}

/** Writes a diff to standard output, in which secrets are masked. If it can't be made in time, only names the file. */
export async function showDiff(
  { file, shown, before = '', after }: PlannedWrite,
  terminal: Terminal,
  isText = true,
): Promise<void> {
  const [from, to] = [withMaskedSecrets(file, before), withMaskedSecrets(file, after)];
  // A pipe or a file gets a patch that applies. With colors, it's for people.
  const style = { paint: painter(terminal.colors), escapes: terminal.outIsTerminal === true || terminal.colors };
  const diff = isText ? (await import('../check/unified-diff.ts')).unifiedDiff(shown, from, to, style) : undefined;
  if (from !== before) terminal.error(`${visible(file)}: secrets are masked, so the diff may not apply\n`);
  if (diff === undefined) terminal.error(`${visible(file)}: would be changed\n`);
  else terminal.out(`${diff}\n`);
}

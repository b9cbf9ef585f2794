/** The preview of a write. */
import { withMaskedSecrets } from '../../fixes/masked-text.ts';
import { painter } from './color.ts';
import type { Terminal } from './terminal.ts';

/** Writes a diff to standard output, in which secrets are masked. */
export async function showDiff(file: string, before: string, after: string, terminal: Terminal): Promise<void> {
  const [from, to] = [withMaskedSecrets(file, before), withMaskedSecrets(file, after)];
  const style = { paint: painter(terminal.colors), escapes: terminal.outIsTerminal === true || terminal.colors };
  const diff = (await import('../check/unified-diff.ts')).unifiedDiff(file, from, to, style);
  if (diff !== undefined) terminal.out(`${diff}\n`);
}

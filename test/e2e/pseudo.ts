/** A language for tests: English with accents, about 40 % longer. What it cuts off, or leaves without accents, a real language would too. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';

/** Windows and VS Code call it so. */
export const PSEUDO = 'qps-ploc';

/**
 * Copies installed extensions and adds pseudo-localized texts to ours.
 * @returns the folder of the copy, which is deleted when this process ends
 */
export function withPseudoTexts(extensions: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'switchyard-pseudo-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(extensions, copy, { recursive: true });
  const ours = readdirSync(copy).find((name) => name.startsWith('switchyard.switchyard-')) ?? '';
  for (const name of ['package.nls', 'l10n/bundle.l10n']) {
    const english = JSON.parse(readFileSync(path.join(copy, ours, `${name}.json`), 'utf8'));
    const file = path.join(copy, ours, `${name}.${PSEUDO}.json`);
    writeFileSync(file, JSON.stringify(getL10nPseudoLocalized(english)));
  }
  return copy;
}

/** The extension in the pseudo language of test/pages/pseudo.ts. */
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import { readText } from '../../scripts/lib/repository.ts';
import { TemporaryFolder } from '../temporary-folder.ts';

/** Name of the pseudo locale in Windows and VS Code. */
export const PSEUDO = 'qps-ploc';

/**
 * Copies installed extensions and adds pseudo-localized texts to ours.
 * @returns the folder of the copy, which is deleted when this process ends
 */
export function withPseudoTexts(extensions: string): string {
  const { path: copy } = TemporaryFolder.untilExit('pseudo');
  cpSync(extensions, copy, { recursive: true });
  const ours = readdirSync(copy).find((name) => name.startsWith('switchyard.switchyard-')) ?? '';
  for (const name of ['package.nls', 'l10n/bundle.l10n', 'l10n/server.l10n']) {
    // The package contains no English bundle: the English texts are in the code.
    const english = JSON.parse(readText(`${name}.json`));
    const file = path.join(copy, ours, `${name}.${PSEUDO}.json`);
    writeFileSync(file, JSON.stringify(getL10nPseudoLocalized(english)));
  }
  return copy;
}

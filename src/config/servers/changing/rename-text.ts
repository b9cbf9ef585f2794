/** What is asked and said when a server gets another name. */
import { l10n } from 'vscode';
import { inert, oneLine } from '../../../shared/text/format.ts';

export const renamePrompt = (name: string) => ({
  title: l10n.t('Rename {0}', inert(oneLine(name, 60))),
  prompt: l10n.t('Permissions and prompts that contain the name stay as they are.'),
});

export const renamedText = (before: string, after: string): string =>
  l10n.t('Renamed {0} to {1}.', oneLine(before, 60), oneLine(after, 60));

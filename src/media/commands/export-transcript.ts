import { l10n, Uri, window, workspace } from 'vscode';
import type { MediaParts } from '../parts.ts';
import { baseName, madeFile } from '../show.ts';
import { ENDINGS, FORMS, hasTimes, saidIn, written } from '../transcripts/form.ts';
import { formName, headOf } from '../transcripts/words.ts';

/** Saves a transcript that came before, as text or as subtitles: nothing is sent, and nothing is paid again. */
export async function exportTranscript({ made }: MediaParts): Promise<void> {
  const title = l10n.t('Export Transcript');
  const [newest] = await made.newest('transcript.json');
  if (newest === undefined) throw new Error(l10n.t('No transcripts yet. Transcribe a file first.'));
  const file = await madeFile(made, undefined, title, ['transcript.json']);
  if (file === undefined) return;
  const said = saidIn(JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))));
  if (said === undefined) throw new Error(l10n.t('{0} contains no transcript.', baseName(file)));
  const forms = hasTimes(said) ? FORMS : FORMS.slice(0, 1);
  const items = forms.map((form) => ({ label: formName(form), form }));
  const placeHolder = hasTimes(said)
    ? l10n.t('Choose a format')
    : l10n.t('Text only: the model returned no timestamps.');
  const form = (await window.showQuickPick(items, { title, placeHolder }))?.form;
  if (form === undefined) return;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${said.name.replace(/\.[^.]+$/, '')}.${ENDINGS[form]}`;
  const target = await window.showSaveDialog({
    title,
    filters: { [formName(form)]: [ENDINGS[form]] },
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  await workspace.fs.writeFile(target, new TextEncoder().encode(written(said, form, headOf(said))));
  await window.showTextDocument(target);
}

import { env, l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { cancellable } from '../../shared/cancellable.ts';
import { byteSize, inert, oneLine } from '../../shared/format.ts';
import { log } from '../../shared/log.ts';
import { describeFailure, failureFacts } from '../../shared/messages.ts';
import type { MediaContext } from '../context.ts';
import { AUDIO_EXTENSIONS, baseName } from '../file-name.ts';
import { costInWords, isCancelled, patience, tellFailure } from '../outcome.ts';
import { pickGeneratedFile } from '../preview.ts';
import { type AudioFile, type Heard, openAudio, put } from './files.ts';
import { ENDINGS, FORMS, hasTimes, headOf, saidIn, written } from './formats.ts';
import { askForOptions, formName, type TranscriptionOptions } from './questions.ts';

/** Transcribes the files selected in the Explorer, or files that the user chooses. */
export async function transcribe(context: MediaContext, argument?: unknown, selected?: unknown): Promise<void> {
  const uris = urisIn(selected) ?? urisIn([argument]) ?? (await askForFiles());
  if (uris === undefined) return;
  const editor = window.activeTextEditor;
  const files: AudioFile[] = [];
  // Checks all files before the first upload.
  for (const uri of uris) files.push(await openAudio(uri));
  const wish = await askForOptions(context, files);
  if (wish === undefined) return;
  await transcribeAs(context, files, wish, editor);
}

async function transcribeAs(
  context: MediaContext,
  files: readonly AudioFile[],
  wish: TranscriptionOptions,
  editor: TextEditor | undefined,
): Promise<void> {
  const { heard, failures } = await listen(context, files, wish);
  try {
    if (heard.length > 0) {
      await put(heard, wish.form, wish.place, editor);
      tell(context, heard, wish);
    }
  } finally {
    offerRest(context, files, { heard, failures, wish, editor });
  }
}

/** Shows the failures, and offers to transcribe the files without a transcript. */
function offerRest(
  context: MediaContext,
  files: readonly AudioFile[],
  { heard, failures, wish, editor }: Attempt,
): void {
  // Completed transcripts were paid for, so only the remaining files are sent again.
  const done = new Set(heard.map(({ file }) => file));
  const rest = files.filter((file) => !done.has(file));
  tellFailures(failures, {
    done: heard.length,
    left: rest.length,
    again: () =>
      transcribe(
        context,
        undefined,
        rest.map(({ uri }) => uri),
      ),
    rest: async () => transcribeAs(context, await Promise.all(rest.map(({ uri }) => openAudio(uri))), wish, editor),
  });
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

interface Attempt {
  readonly heard: readonly Heard[];
  readonly failures: readonly Failure[];
  readonly wish: TranscriptionOptions;
  readonly editor: TextEditor | undefined;
}

function urisIn(value: unknown): readonly Uri[] | undefined {
  const uris = Array.isArray(value) ? value.filter((one) => one instanceof Uri) : [];
  return uris.length > 0 ? uris : undefined;
}

function askForFiles() {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  return window.showOpenDialog({
    title: l10n.t('Transcribe Audio'),
    canSelectMany: true,
    filters: { [l10n.t('Audio')]: AUDIO_EXTENSIONS, [l10n.t('All files')]: ['*'] },
    ...(folder && { defaultUri: folder }),
  });
}

/** Transcribes the files one by one. Continues after a failure, and keeps completed transcripts if the user cancels. */
async function listen(
  { connection, generated }: MediaContext,
  files: readonly AudioFile[],
  wish: TranscriptionOptions,
) {
  const heard: Heard[] = [];
  const failures: Failure[] = [];
  const { model, language } = wish;
  await cancellable(inert(l10n.t('Transcribing with {0}', model)), async (signal, report) => {
    for (const [index, file] of files.entries()) {
      if (signal.aborted) return;
      const name = `${oneLine(file.name, 60)} (${byteSize(file.size, env.language)})`;
      report(files.length === 1 ? name : l10n.t('{0} of {1}: {2}', index + 1, files.length, name), index, files.length);
      const request = { model, file: file.blob, fileName: file.name, ...(language && { language }) };
      try {
        const options = { signal, timeoutMs: patience(file.size) };
        const transcript = await connection.run((client) => client.transcribe(request, options));
        const said = { name: file.name, model, transcript };
        // It was paid for, so it's shown even if it can't be stored.
        heard.push({ file, said });
        const text = new TextEncoder().encode(JSON.stringify(said));
        await generated
          .keep({ from: file.name.replace(/\.[^.]+$/, '') }, 'transcript.json', text)
          .catch((error) => log().warn(`The transcript of ${file.name} could not be kept. ${failureFacts(error)}`));
      } catch (error) {
        failures.push({ name: file.name, error });
      }
    }
  });
  return { heard, failures };
}

function tell({ models }: MediaContext, heard: readonly Heard[], { model, form }: TranscriptionOptions): void {
  const lengths = heard.map(({ said }) => said.transcript.duration);
  const known = lengths.filter((one) => one !== undefined);
  const minutes = known.reduce((sum, one) => sum + one, 0) / 60;
  const use = { requests: heard.length, ...(known.length === lengths.length && { minutes }) };
  const cost = costInWords(use, model, models);
  const without = form !== 'text' && !heard.every(({ said }) => hasTimes(said));
  const done = l10n.t('Transcribed by {0}: {1}', model, cost);
  // The user asked for timestamps, so their absence is a notification instead of a status bar message.
  if (without) void window.showInformationMessage(inert(l10n.t('Text only: {0} returned no timestamps.', model)));
  window.setStatusBarMessage(inert(done), 10_000);
}

/** Shows one message for all failures. */
function tellFailures(failures: readonly Failure[], { done, left, again, rest }: Rest): void {
  const real = failures.filter(({ error }) => !isCancelled(error));
  const shown = real.length > 0 || done === 0 ? real : failures;
  const [first] = shown;
  if (first === undefined) return;
  const tryRest = { label: l10n.t('Transcribe Remaining Files'), run: rest };
  const name = oneLine(first.name, 60);
  const what = left === 1 ? l10n.t("{0} wasn't transcribed.", name) : l10n.t("{0} files weren't transcribed.", left);
  if (shown.length === 1) tellFailure(what, first.error, again, left > 1 ? tryRest : undefined);
  else {
    const names = shown.map((one) => `${oneLine(one.name, 60)}: ${describeFailure(one.error)}`).join('\n');
    tellFailure(what, new Error(names), again, tryRest);
  }
}

interface Rest {
  /** Numbers of completed and remaining files. */
  readonly done: number;
  readonly left: number;
  /** Prompts for the options and transcribes the remaining files. */
  readonly again: () => Promise<void>;
  /** Transcribes the remaining files with the same options. */
  readonly rest: () => Promise<void>;
}

/** Saves a stored transcript as text or subtitles, without another request. */
export async function exportTranscript({ generated }: MediaContext): Promise<void> {
  const title = l10n.t('Export Transcript');
  const [newest] = await generated.newest('transcript.json');
  if (newest === undefined) throw new Error(l10n.t('No transcripts yet. Transcribe a file first.'));
  const file = await pickGeneratedFile(generated, undefined, title, ['transcript.json']);
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

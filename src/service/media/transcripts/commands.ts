import { l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { withCancellableProgress } from '../../../shared/cancellable.ts';
import { failuresOf, throwFailures } from '../../../shared/commands.ts';
import { inWorkspace } from '../../../shared/editing/files.ts';
import { log } from '../../../shared/log.ts';
import { showInformation, showStatus, showWarning } from '../../../shared/notifications.ts';
import { describeFailure, failureFacts } from '../../../shared/text/failure-text.ts';
import { byteSize, oneLine } from '../../../shared/text/format.ts';
import { costInWords, recordUse } from '../cost.ts';
import { isCanceled, tellFailure } from '../failure-message.ts';
import { audioExtensions, fileNameOf } from '../file-name.ts';
import { pickGeneratedFile } from '../preview.ts';
import { type FileServices, type MediaServices, requestTimeout } from '../services.ts';
import { type AudioFile, openAudio, type TranscribedFile, writeTranscripts } from './files.ts';
import { formatExtension, formatTranscript, hasTimes, readStoredTranscript, transcriptFormats } from './formats.ts';
import { askForOptions, formatName, type TranscriptionOptions } from './questions.ts';

/** Transcribes the files selected in the Explorer, or files that the user chooses. */
export async function transcribe(services: MediaServices, argument?: unknown, selected?: unknown): Promise<void> {
  services.session.throwIfEnded();
  const uris = urisIn(selected) ?? urisIn([argument]) ?? (await askForFiles());
  if (uris === undefined) return;
  const editor = window.activeTextEditor;
  const files = await openAll(uris);
  const options = await askForOptions(services, files);
  if (options === undefined) return;
  await transcribeAs(services, files, options, editor);
}

/** Checks all files before the first upload. Those that can't be read are left out, and named. @throws if none can be read */
async function openAll(uris: readonly Uri[]): Promise<readonly AudioFile[]> {
  const files: AudioFile[] = [];
  const failures = await failuresOf(uris, async (uri) => void files.push(await openAudio(uri)));
  if (files.length === 0) throwFailures(failures);
  if (failures.length > 0)
    void showWarning(l10n.t('Left out: {0}', [...new Set(failures.map(describeFailure))].join(' ')));
  return files;
}

async function transcribeAs(
  services: MediaServices,
  files: readonly AudioFile[],
  options: TranscriptionOptions,
  editor: TextEditor | undefined,
): Promise<void> {
  services.session.throwIfEnded();
  const { transcribed, failures } = await transcribeFiles(services, files, options);
  // Completed transcripts are kept, and can be exported.
  services.session.signal.throwIfAborted();
  try {
    if (transcribed.length > 0) {
      await writeTranscripts(transcribed, options.format, options.place, editor);
      tell(services, transcribed, options);
    }
  } finally {
    // Completed transcripts were paid for, so only the remaining files are sent again.
    const done = new Set(transcribed.map(({ file }) => file));
    const rest = files.filter((file) => !done.has(file)).map(({ uri }) => uri);
    const again = () => transcribe(services, undefined, rest);
    const resume = async () => transcribeAs(services, await openAll(rest), options, editor);
    tellFailures(failures, done.size, rest.length, again, resume);
  }
}

interface Failure {
  readonly name: string;
  readonly error: unknown;
}

function urisIn(value: unknown): readonly Uri[] | undefined {
  const uris = Array.isArray(value) ? value.filter((one) => one instanceof Uri) : [];
  return uris.length > 0 ? uris : undefined;
}

function askForFiles() {
  return window.showOpenDialog({
    title: l10n.t('Transcribe Audio'),
    canSelectMany: true,
    filters: { [l10n.t('Audio')]: audioExtensions, [l10n.t('All files')]: ['*'] },
    ...inWorkspace(),
  });
}

/** Transcribes the files one by one. Continues after a failure, and keeps completed transcripts if the user cancels. */
async function transcribeFiles(
  { session, generated }: MediaServices,
  files: readonly AudioFile[],
  options: TranscriptionOptions,
) {
  const transcribed: TranscribedFile[] = [];
  const failures: Failure[] = [];
  const { model, language } = options;
  await withCancellableProgress(l10n.t('Transcribing with {0}', model), async (signal, report) => {
    for (const [index, file] of files.entries()) {
      if (signal.aborted || session.signal.aborted) return;
      const name = `${oneLine(file.name, 60)} (${byteSize(file.size)})`;
      report(files.length === 1 ? name : l10n.t('{0} of {1}: {2}', index + 1, files.length, name), index, files.length);
      const request = { model, file: file.blob, fileName: file.name, ...(language && { language }) };
      try {
        const timeoutMs = requestTimeout(file.size);
        const transcript = await session.client.transcribe(request, { signal, timeoutMs });
        const { duration } = transcript;
        recordUse(session, 'transcripts', model, { minutes: duration === undefined ? undefined : duration / 60 });
        const fileTranscript = { name: file.name, model, transcript };
        // It was paid for, so it's shown even if it can't be stored.
        transcribed.push({ file, fileTranscript });
        const text = new TextEncoder().encode(JSON.stringify(fileTranscript));
        await generated
          .store({ from: file.name.replace(/\.[^.]+$/, '') }, 'transcript.json', text)
          .catch((error) => log().warn(`The transcript of ${file.name} could not be kept. ${failureFacts(error)}`));
      } catch (error) {
        failures.push({ name: file.name, error });
      }
    }
  });
  return { transcribed, failures };
}

function tell(
  { session }: MediaServices,
  transcribed: readonly TranscribedFile[],
  { model, format }: TranscriptionOptions,
): void {
  const lengths = transcribed.map(({ fileTranscript }) => fileTranscript.transcript.duration);
  const known = lengths.filter((one) => one !== undefined);
  const minutes = known.length === lengths.length ? known.reduce((sum, one) => sum + one, 0) / 60 : undefined;
  const cost = costInWords({ requests: transcribed.length, minutes }, model, session);
  const without = format !== 'text' && !transcribed.every(({ fileTranscript }) => hasTimes(fileTranscript));
  const done = l10n.t('Transcribed by {0}: {1}', model, cost);
  // The user asked for timestamps, so their absence is a notification instead of a status bar message.
  if (without) void showInformation(l10n.t('Text only: {0} returned no timestamps.', model));
  showStatus(done, 10_000);
}

/**
 * Shows one message for all failures, and offers to transcribe the remaining files.
 * @param done number of completed files @param left number of remaining files
 * @param again prompts for the options first @param resume uses the same options
 */
function tellFailures(
  failures: readonly Failure[],
  done: number,
  left: number,
  again: () => Promise<void>,
  resume: () => Promise<void>,
): void {
  const real = failures.filter(({ error }) => !isCanceled(error));
  const shown = real.length > 0 || done === 0 ? real : failures;
  const [first] = shown;
  if (first === undefined) return;
  const name = oneLine(first.name, 60);
  const what = left === 1 ? l10n.t("{0} wasn't transcribed.", name) : l10n.t("{0} files weren't transcribed.", left);
  const reasons = shown.map((one) => `${oneLine(one.name, 60)}: ${describeFailure(one.error)}`);
  const error = shown.length === 1 ? first.error : new Error(reasons.join('\n'));
  const rest = left > 1 ? { label: l10n.t('Transcribe Remaining Files'), run: resume } : undefined;
  tellFailure(what, error, again, rest);
}

/** Saves a stored transcript as text or subtitles, without another request. */
export async function exportTranscript({ generated }: FileServices): Promise<void> {
  const title = l10n.t('Export Transcript');
  const [newest] = await generated.newest('transcript.json');
  if (newest === undefined) throw new Error(l10n.t('No transcripts yet. Transcribe a file first.'));
  const file = await pickGeneratedFile(generated, undefined, title, ['transcript.json']);
  if (file === undefined) return;
  const fileTranscript = readStoredTranscript(JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))));
  if (fileTranscript === undefined) throw new Error(l10n.t('{0} contains no transcript.', fileNameOf(file)));
  const formats = hasTimes(fileTranscript) ? transcriptFormats : transcriptFormats.slice(0, 1);
  const items = formats.map((format) => ({ label: formatName(format), format }));
  const placeHolder = hasTimes(fileTranscript)
    ? l10n.t('Choose a format')
    : l10n.t('Text only: the model returned no timestamps.');
  const format = (await window.showQuickPick(items, { title, placeHolder }))?.format;
  if (format === undefined) return;
  const name = `${fileTranscript.name.replace(/\.[^.]+$/, '')}.${formatExtension[format]}`;
  const target = await window.showSaveDialog({
    title,
    filters: { [formatName(format)]: [formatExtension[format]] },
    ...inWorkspace(name),
  });
  if (target === undefined) return;
  await workspace.fs.writeFile(target, new TextEncoder().encode(formatTranscript(fileTranscript, format)));
  await window.showTextDocument(target);
}

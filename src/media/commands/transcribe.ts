import { env, l10n, type TextEditor, Uri, window, workspace } from 'vscode';
import { cancellable } from '../../shared/cancellable.ts';
import { byteSize, inert, oneLine } from '../../shared/format.ts';
import { log } from '../../shared/log.ts';
import { describeFailure, failureFacts } from '../../shared/messages.ts';
import { SOUND_EXTENSIONS } from '../file-name.ts';
import { costInWords, isCancelled, patience, tellFailure } from '../outcome.ts';
import type { MediaParts } from '../parts.ts';
import { askForWish, type Wish } from '../transcripts/ask.ts';
import { hasTimes } from '../transcripts/form.ts';
import { type Heard, put } from '../transcripts/place.ts';
import { openSound, type SoundFile } from '../transcripts/sound-file.ts';

/** Transcribes one file or several: those of the explorer, or those that the user chooses. */
export async function transcribe(parts: MediaParts, argument?: unknown, selected?: unknown): Promise<void> {
  const uris = urisIn(selected) ?? urisIn([argument]) ?? (await askForFiles());
  if (uris === undefined) return;
  const editor = window.activeTextEditor;
  const files: SoundFile[] = [];
  // All of them before the first is sent.
  for (const uri of uris) files.push(await openSound(uri));
  const wish = await askForWish(parts, files);
  if (wish === undefined) return;
  await transcribeAs(parts, files, wish, editor);
}

async function transcribeAs(
  parts: MediaParts,
  files: readonly SoundFile[],
  wish: Wish,
  editor: TextEditor | undefined,
): Promise<void> {
  const { heard, failures } = await listen(parts, files, wish);
  if (heard.length > 0) {
    await put(heard, wish.form, wish.place, editor);
    tell(parts, heard, wish);
  }
  // What has been transcribed is paid for: only the rest is asked for again.
  const done = new Set(heard.map(({ file }) => file));
  const rest = files.filter((file) => !done.has(file));
  tellFailures(failures, {
    done: heard.length,
    left: rest.length,
    again: () =>
      transcribe(
        parts,
        undefined,
        rest.map(({ uri }) => uri),
      ),
    rest: async () => transcribeAs(parts, await Promise.all(rest.map(({ uri }) => openSound(uri))), wish, editor),
  });
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
    filters: { [l10n.t('Audio')]: SOUND_EXTENSIONS, [l10n.t('All files')]: ['*'] },
    ...(folder && { defaultUri: folder }),
  });
}

/** One after the other. A file that fails keeps none of the others back; when the user gives up, what came stays. */
async function listen({ connection, made }: MediaParts, files: readonly SoundFile[], wish: Wish) {
  const heard: Heard[] = [];
  const failures: { readonly name: string; readonly error: unknown }[] = [];
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
        // It is paid for, so it is shown even if it cannot be kept.
        heard.push({ file, said });
        const text = new TextEncoder().encode(JSON.stringify(said));
        await made
          .keep(file.name.replace(/\.[^.]+$/, ''), 'transcript.json', text)
          .catch((error) => log().warn(`The transcript of ${file.name} could not be kept. ${failureFacts(error)}`));
      } catch (error) {
        failures.push({ name: file.name, error });
      }
    }
  });
  return { heard, failures };
}

function tell({ models }: MediaParts, heard: readonly Heard[], { model, form }: Wish): void {
  const lengths = heard.map(({ said }) => said.transcript.duration);
  const known = lengths.filter((one) => one !== undefined);
  const minutes = known.reduce((sum, one) => sum + one, 0) / 60;
  const use = { requests: heard.length, ...(known.length === lengths.length && { minutes }) };
  const cost = costInWords(use, model, models);
  const without = form !== 'text' && !heard.every(({ said }) => hasTimes(said));
  const done = l10n.t('Transcribed by {0}: {1}', model, cost);
  // No file of subtitles where one was asked for is worth more than a line at the foot of the window.
  if (without) void window.showInformationMessage(inert(l10n.t('Text only: {0} returned no timestamps.', model)));
  window.setStatusBarMessage(inert(done), 10_000);
}

/** One message for all of them. */
function tellFailures(
  failures: readonly { readonly name: string; readonly error: unknown }[],
  { done, left, again, rest }: Rest,
): void {
  const [first] = failures;
  const isCanceled = failures.some(({ error }) => isCancelled(error));
  if (first === undefined || (isCanceled && done === 0)) return;
  const tryRest = { label: l10n.t('Transcribe Remaining Files'), run: rest };
  const name = oneLine(first.name, 60);
  const what = left === 1 ? l10n.t("{0} wasn't transcribed.", name) : l10n.t("{0} files weren't transcribed.", left);
  if (failures.length === 1) tellFailure(what, first.error, again, left > 1 ? tryRest : undefined);
  else {
    const names = failures.map((one) => `${oneLine(one.name, 60)}: ${describeFailure(one.error)}`).join('\n');
    tellFailure(what, new Error(names), again, tryRest);
  }
}

interface Rest {
  /** Files that are transcribed, and that are not. */
  readonly done: number;
  readonly left: number;
  /** Asks for a model and transcribes those that are not. */
  readonly again: () => Promise<void>;
  /** Transcribes them as was chosen. */
  readonly rest: () => Promise<void>;
}

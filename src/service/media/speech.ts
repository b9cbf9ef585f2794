/** Reads text aloud. A long text is split into parts, each with its own numbered file. */
import { env, l10n, Uri, window, workspace } from 'vscode';
import { withCancellableProgress } from '../../shared/cancellable.ts';
import { inWorkspace } from '../../shared/editing/files.ts';
import { runSteps } from '../../shared/multi-step-input.ts';
import { confirm, showStatus } from '../../shared/notifications.ts';
import { byteSize, inert } from '../../shared/text/format.ts';
import { costInWords, recordUse } from './cost.ts';
import { isCanceled, tellFailure } from './failure-message.ts';
import { extensionOf, fileNameOf } from './file-name.ts';
import { openPreview } from './preview.ts';
import { modelStep, optionalStep } from './questions.ts';
import { type MediaServices, requestTimeout } from './services.ts';
import { storeOrSaveAs } from './store-or-save-as.ts';

/** Maximum number of characters in a request. The spec gives no limit; models accept at least a few thousand. */
const maxPartLength = 4000;
/** Maximum number of requests without confirmation. */
const maxUnconfirmedRequests = 5;

/** The parts of a text that were read before, whose numbering and name the others continue. */
interface PartsBefore {
  readonly count: number;
  /** Text that names the files. */
  readonly from?: string;
}

const noParts: PartsBefore = { count: 0 };

/** Prompts for a voice if none was chosen before. Resolves when the audio is open or the user has canceled. */
export async function speak(services: MediaServices, text: string, before: PartsBefore = noParts): Promise<void> {
  services.session.throwIfEnded();
  const texts = splitAtSentences(text, maxPartLength, env.language).filter((one) => one.trim() !== '');
  if (texts.length === 0) throw new Error(l10n.t('No text to read aloud.'));
  const voice = lastVoice(services) ?? (await chooseVoice(services));
  if (voice === undefined) return;
  const of = texts.length;
  if (of > maxUnconfirmedRequests) {
    const [characters, { model }] = [text.length, voice];
    const question = l10n.t('Reading {0} characters aloud requires {1} requests to {2}.', characters, of, model);
    if (!(await confirm(question, l10n.t('Read Aloud')))) return;
  }
  const speech = await requestSpeech(services, texts, voice, before);
  services.session.signal.throwIfAborted();
  const { done, failure } = speech;
  if (done > 0) await show(services, texts.slice(0, done), speech, voice);
  if (failure === undefined || (isCanceled(failure) && done === 0)) return;
  const what =
    done === 0
      ? l10n.t("The text wasn't read aloud.")
      : l10n.t('Not all parts were read aloud (completed: {0} of {1}).', done, of);
  const again = async () => {
    if (await chooseVoice(services)) await speak(services, text, before);
  };
  const read = { count: before.count + done, from: before.from ?? texts[0] ?? '' };
  const rest = { label: l10n.t('Read Remaining Parts'), run: () => speak(services, texts.slice(done).join(''), read) };
  tellFailure(what, failure, again, done > 0 ? rest : undefined);
}

interface SpeechParts {
  /** Number of received parts. */
  done: number;
  readonly files: Uri[];
  /** Total size of all parts. */
  bytes: number;
  failure?: unknown;
}

/** Stores each part when it's received, because it was paid for: a later part can fail, and the window can be reloaded. */
async function requestSpeech(
  { session, generated }: MediaServices,
  texts: readonly string[],
  { model, voice }: Voice,
  before: PartsBefore,
): Promise<SpeechParts> {
  const parts: SpeechParts = { done: 0, files: [], bytes: 0 };
  const from = before.from ?? texts[0] ?? '';
  const isPart = before.count + texts.length > 1;
  const title = voice ? l10n.t('Reading aloud with {0}, {1}', model, voice) : l10n.t('Reading aloud with {0}', model);
  try {
    await withCancellableProgress(title, async (signal, report) => {
      for (const [index, input] of texts.entries()) {
        if (texts.length > 1) report(l10n.t('part {0} of {1}', index + 1, texts.length), index, texts.length);
        const request = { model, input, ...(voice && { voice }) };
        const options = { signal, timeoutMs: requestTimeout() };
        const { bytes, contentType } = await session.client.speech(request, options);
        recordUse(session, 'speech', model, { characters: input.length });
        parts.done++;
        parts.bytes += bytes.length;
        const name = { from, ...(isPart && { part: before.count + index + 1 }) };
        const about = { kind: 'speech', model, voice, text: input };
        const file = await storeOrSaveAs(generated, name, extensionOf(contentType), bytes, about);
        if (file) parts.files.push(file);
      }
    });
  } catch (failure) {
    parts.failure = failure;
  }
  return parts;
}

/** Opens the first part, and shows size and cost of all. */
async function show(services: MediaServices, texts: readonly string[], { files, bytes }: SpeechParts, voice: Voice) {
  const [first] = files;
  if (first) await openPreview(first);
  const use = { requests: texts.length, characters: texts.join('').length };
  const cost = costInWords(use, voice.model, services.session);
  const figures = [byteSize(bytes), cost].join(' · ');
  const message =
    files.length === 1
      ? l10n.t('Read aloud by {0}: {1}', voice.model, figures)
      : l10n.t('Read aloud by {0} in {1} numbered files: {2}', voice.model, files.length, figures);
  showStatus(message, 10_000);
}

export interface Voice {
  readonly model: string;
  /** Empty for the model's default. The spec lists no values. */
  readonly voice: string;
}

/** Returns the most recently chosen model and voice. */
export function lastVoice({ recent }: MediaServices): Voice | undefined {
  const model = recent.last('speechModel');
  return model === undefined ? undefined : { model, voice: recent.last(`voice ${model}`) ?? '' };
}

/** Prompts for a model and a voice and remembers them. Returns undefined if the user cancels. */
export async function chooseVoice(services: MediaServices): Promise<Voice | undefined> {
  const { recent } = services;
  const chosen = { model: recent.last('speechModel') ?? '', voice: '' };
  const steps = [
    modelStep(services, 'speech', chosen),
    optionalStep(() => ({
      placeholder: l10n.t('Choose a voice for {0}, or enter its name', chosen.model),
      none: l10n.t('Default voice'),
      used: recent.all(`voice ${chosen.model}`),
      accept: (name) => {
        chosen.voice = name;
      },
    })),
  ];
  if (!(await runSteps(l10n.t('Read Aloud'), () => steps))) return undefined;
  await recent.add('speechModel', chosen.model);
  await recent.add(`voice ${chosen.model}`, chosen.voice);
  return chosen;
}

/** Reads the selection, the document, or what the user types. */
export async function readAloud(services: MediaServices): Promise<void> {
  const title = l10n.t('Read Aloud');
  const text = textInEditor() ?? (await window.showInputBox({ title, prompt: l10n.t('Enter the text to read aloud') }));
  if (text !== undefined) await speak(services, text);
}

function textInEditor(): string | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const selected = editor.selections.filter(({ isEmpty }) => !isEmpty).map((one) => editor.document.getText(one));
  return selected.length > 0 ? selected.join('\n') : editor.document.getText();
}

export async function speakClipboard(services: MediaServices): Promise<void> {
  const text = await env.clipboard.readText();
  if (text.trim() === '') throw new Error(l10n.t('The clipboard contains no text.'));
  await speak(services, text);
}

/** Bytes: about the text of a long book. */
const maxTextSize = 2_000_000;

export async function speakFile(services: MediaServices, argument?: unknown): Promise<void> {
  const dialog = { title: l10n.t('Read File Aloud'), ...inWorkspace() };
  const file = argument instanceof Uri ? argument : (await window.showOpenDialog(dialog))?.[0];
  if (file !== undefined) await speak(services, await fileText(file));
}

async function fileText(file: Uri): Promise<string> {
  const name = inert(fileNameOf(file));
  const { size } = await workspace.fs.stat(file);
  if (size > maxTextSize) {
    const [has, most] = [byteSize(size), byteSize(maxTextSize)];
    throw new Error(l10n.t('{0} is too large to read aloud ({1}). The limit is {2}.', name, has, most));
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await workspace.fs.readFile(file));
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below.
  }
  throw new Error(l10n.t("{0} isn't a UTF-8 text file.", name));
}

/** In order of preference: a part ends after a sentence if possible, else after a word, else between two characters. */
const borders = ['sentence', 'word', 'grapheme'] as const;

/**
 * Splits a text at sentences into parts that a speech model accepts, of at most `longest` UTF-16 code units. Joined, they're exactly the original text.
 * @param longest at least 2, because a character may have two code units
 */
export function splitAtSentences(text: string, longest: number, locale?: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const piece of piecesOf(text, longest, locale, 0)) {
    if (part !== '' && part.length + piece.length > longest) {
      parts.push(part);
      part = '';
    }
    part += piece;
  }
  return part === '' ? parts : [...parts, part];
}

function* piecesOf(text: string, longest: number, locale: string | undefined, level: number): Generator<string> {
  if (text.length <= longest && level > 0) {
    yield text;
    return;
  }
  const granularity = borders[level];
  if (granularity === undefined) {
    // A single grapheme that is too long is split into code points.
    yield* text;
    return;
  }
  for (const { segment } of new Intl.Segmenter(locale, { granularity }).segment(text))
    yield* piecesOf(segment, longest, locale, level + 1);
}

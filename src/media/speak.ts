/** Text to sound: in parts where it is long, kept, and opened in the editor's own player. */
import { env, l10n, type Uri, window } from 'vscode';
import { cancellable } from '../shared/cancellable.ts';
import { byteSize, inert } from '../shared/format.ts';
import { extensionOf } from './file-name.ts';
import { keepOrAsk } from './keep.ts';
import { costInWords, isCancelled, patience, tellFailure } from './outcome.ts';
import type { MediaParts } from './parts.ts';
import { splitAtSentences } from './sentences.ts';
import { openMade } from './show.ts';
import { joinSounds, type Sound } from './sound/join.ts';
import { chooseVoice, lastVoice, type Voice } from './voice.ts';

/** Characters of one request. The spec names no limit; what models take begins at a few thousand. */
const LONGEST_PART = 4000;
/** More requests than this are asked about first. */
const UNASKED = 5;

/** Asks for a voice where none is remembered. Resolves when the sound is open, or the user has left. */
export async function speak(parts: MediaParts, text: string): Promise<void> {
  const texts = splitAtSentences(text, LONGEST_PART, env.language).filter((one) => one.trim() !== '');
  if (texts.length === 0) throw new Error(l10n.t('No text to read aloud.'));
  const voice = lastVoice(parts) ?? (await chooseVoice(parts));
  if (voice === undefined) return;
  if (texts.length > UNASKED && !(await agreed(texts.length, text.length, voice))) return;
  const { sounds, failure } = await ask(parts, texts, voice);
  if (sounds.length > 0) await show(parts, texts.slice(0, sounds.length), sounds, voice);
  if (failure === undefined || (isCancelled(failure) && sounds.length === 0)) return;
  const [done, of] = [sounds.length, texts.length];
  const what =
    done === 0
      ? l10n.t("The text wasn't read aloud.")
      : l10n.t('Not all parts were read aloud (completed: {0} of {1}).', done, of);
  const again = async () => {
    if (await chooseVoice(parts)) await speak(parts, text);
  };
  const rest = { label: l10n.t('Read Remaining Parts'), run: () => speak(parts, texts.slice(done).join('')) };
  tellFailure(what, failure, again, done > 0 ? rest : undefined);
}

async function agreed(requests: number, characters: number, { model }: Voice): Promise<boolean> {
  const go = l10n.t('Read Aloud');
  const question = l10n.t('Reading {0} characters aloud requires {1} requests to {2}.', characters, requests, model);
  return (await window.showWarningMessage(question, { modal: true }, go)) === go;
}

/** What came until it was done, failed or was cancelled: each part was paid for. */
async function ask({ connection }: MediaParts, texts: readonly string[], { model, voice }: Voice) {
  const sounds: Sound[] = [];
  const title = voice ? l10n.t('Reading aloud with {0}, {1}', model, voice) : l10n.t('Reading aloud with {0}', model);
  try {
    await cancellable(inert(title), async (signal, report) => {
      for (const [index, input] of texts.entries()) {
        if (texts.length > 1) report(l10n.t('part {0} of {1}', index + 1, texts.length), index, texts.length);
        const request = { model, input, ...(voice && { voice }) };
        const options = { signal, timeoutMs: patience() };
        sounds.push(await connection.run((client) => client.speech(request, options)));
      }
    });
    return { sounds };
  } catch (failure) {
    return { sounds, failure };
  }
}

async function show(parts: MediaParts, texts: readonly string[], sounds: readonly Sound[], voice: Voice) {
  const whole = joinSounds(sounds);
  const files: Uri[] = [];
  for (const sound of whole ? [whole] : sounds) {
    const about = { kind: 'speech', ...voice, text: whole ? texts.join('') : texts[files.length] };
    const file = await keepOrAsk(parts.made, texts[0] ?? '', extensionOf(sound.contentType), sound.bytes, about);
    if (file) files.push(file);
  }
  const [first] = files;
  if (first) await openMade(first);
  const size = sounds.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const use = { requests: texts.length, characters: texts.join('').length };
  const cost = costInWords(use, voice.model, parts.models);
  const figures = [byteSize(size, env.language), cost].join(' · ');
  const message =
    files.length === 1
      ? l10n.t('Read aloud by {0}: {1}', voice.model, figures)
      : l10n.t('Read aloud by {0} in {1} numbered files: {2}', voice.model, files.length, figures);
  window.setStatusBarMessage(inert(message), 10_000);
}

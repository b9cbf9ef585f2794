/** Exports and imports chats. Each record is validated when it is imported. */
import { l10n } from 'vscode';
import { isRecord } from '../../../../common/guards.ts';
import { type ChatRecord, parseRecord } from '../record.ts';
import { ChatTranscript } from '../transcript.ts';
import { titleOf } from './summary.ts';

const exportFormat = 'switchyard-chat';
/** Maximum length of an imported document, in bytes. */
const maxImportLength = 50_000_000;

/** Exports everything: all versions, settings, and costs. */
export function toJson(transcript: ChatTranscript): string {
  return `${JSON.stringify({ format: exportFormat, version: 1, records: transcript.records() }, null, 2)}\n`;
}

/** Exports the messages that are shown, to read. It can't be imported. */
export function toMarkdown(transcript: ChatTranscript): string {
  const title = titleOf(transcript).replaceAll('\n', ' ');
  const parts = transcript.turns.map((turn) => {
    const who = turn.kind === 'prompt' ? 'You' : turn.model.replace(/\s/g, ' ');
    const context = turn.kind === 'prompt' ? turn.context : [];
    const labels = context.map(({ label }) => `> Attached: ${label.replace(/\s/g, ' ')}\n`).join('');
    const media = turn.kind === 'answer' ? turn.media : [];
    const parts = media.map(({ name, address }) => `\n> ${name.replace(/\s/g, ' ')}: ${address ?? ''}\n`).join('');
    return `## ${who}\n\n${labels === '' ? '' : `${labels}\n`}${turn.text}\n${parts}`;
  });
  return [`# ${title}\n`, ...parts].join('\n');
}

/** @throws Error with a user-facing message if a document of this size can't be imported */
export function checkImportSize(bytes: number): void {
  if (bytes > maxImportLength) throw new Error(l10n.t("Couldn't import the chat: the file is larger than 50 MB."));
}

/** Parses a document created by `toJson`. @throws Error with a user-facing message */
export function fromText(text: string): ChatRecord[] {
  // Folded once, to drop records that have no effect.
  const transcript = new ChatTranscript(fromJson(text));
  for (const turn of transcript.answers) {
    turn.ending ??= { how: 'stopped' };
    turn.retryAt = undefined;
  }
  // The chat goes on with the model of its last answer.
  transcript.model ??= transcript.answers.at(-1)?.model;
  if (transcript.turns.length === 0) throw new Error(l10n.t('The file contains no messages.'));
  return transcript.records();
}

function fromJson(text: string): ChatRecord[] {
  if (!text.trimStart().startsWith('{')) throw unknown();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged();
  }
  if (!isRecord(value) || value.format !== exportFormat || value.version !== 1 || !Array.isArray(value.records))
    throw unknown();
  return value.records.map((one) => {
    const record = parseRecord(one);
    if (!record) throw damaged();
    return record;
  });
}

function damaged(): Error {
  return new Error(l10n.t("Couldn't import the chat: the file is damaged."));
}

function unknown(): Error {
  return new Error(l10n.t('This isn\'t an exported chat. Choose a JSON file created by "Export Chat".'));
}

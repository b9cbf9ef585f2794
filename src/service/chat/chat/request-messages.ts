/** Messages of a request for an answer. The spec lists no roles; services of this kind accept these three. */
import type { ChatRequest } from '../../api/index.ts';
import type { AnswerSettings, Attachment } from '../record.ts';
import type { PromptTurn, Turn } from '../transcript.ts';

type Messages = ChatRequest['messages'];

/** Instruction for continuing a cut-off answer. Sent to the model, never shown to the user. */
const continuePrompt =
  'Your last message was cut off. Continue it from exactly where it ends, in the same format. Do not repeat anything and do not comment on this.';

/**
 * @param path from the first turn of the chat to the answer that is requested or continued
 * @param images whether the model accepts images; if not, it gets only their names
 */
export function messagesOf(path: readonly Turn[], settings: AnswerSettings, images: boolean): Messages {
  // An answer without text is the requested one, or one that failed. Neither has content to send.
  const turns = path.filter((turn) => turn.text !== '');
  const messages: Messages = [];
  if (settings.system !== undefined) messages.push({ role: 'system', content: settings.system });
  for (const turn of turns) {
    if (turn.kind === 'answer') messages.push({ role: 'assistant', content: turn.text });
    else messages.push(promptMessage(turn, images));
  }
  if (turns.at(-1)?.kind === 'answer') messages.push({ role: 'user', content: continuePrompt });
  return messages;
}

/** Returns a prompt after its attachments, each under its name. */
function promptMessage({ text, context }: PromptTurn, images: boolean): Messages[number] {
  const whole = [...context.map(attachmentText), text].join('\n\n');
  const pictures = images ? context.filter(({ kind }) => kind === 'image') : [];
  if (pictures.length === 0) return { role: 'user', content: whole };
  const parts = pictures.map((one) => ({ type: 'image_url' as const, image_url: { url: one.text } }));
  return { role: 'user', content: [{ type: 'text', text: whole }, ...parts] };
}

/** Formats an attachment as a code block. Its fence is longer than any in the text, so the text can't close it. */
function attachmentText({ kind, label, language = '', text }: Attachment): string {
  const name = `${kindNames[kind]}: ${label.replace(/\s+/g, ' ')}`;
  if (kind === 'image') return name;
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${name}\n${fence}${language}\n${text}\n${fence}`;
}

const kindNames: Record<Attachment['kind'], string> = {
  selection: 'Selected text',
  file: 'File',
  folder: 'Files of the folder',
  problems: 'Problems in',
  error: 'Error',
  run: 'Workflow run',
  succeededRun: 'Workflow run that succeeded',
  failedRun: 'Workflow run that failed',
  workflow: 'Workflow',
  paste: 'Pasted text',
  image: 'Image',
};

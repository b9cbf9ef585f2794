/** What the service is told of a chat. The spec shows no roles; these three are what such services take. */
import type { ChatMessage } from '../api/index.ts';
import type { AnswerSettings, Attachment } from './chat-record.ts';
import type { Turn } from './turn.ts';

/** Said to the model, not to the user, when an answer that broke off is to go on. */
const GO_ON =
  'Your last message was cut off. Continue it from exactly where it ends, in the same format. Do not repeat anything and do not comment on this.';

/** @param path from the first turn of the chat to the answer that is to come, or to go on */
export function messagesOf(path: readonly Turn[], settings: AnswerSettings): ChatMessage[] {
  // An answer without text is the one that begins now, or one that failed: nothing was said.
  const turns = path.filter((turn) => turn.text !== '');
  const messages: ChatMessage[] = [];
  if (settings.system !== undefined) messages.push({ role: 'system', content: settings.system });
  for (const turn of turns) {
    const content = turn.kind === 'prompt' ? promptContent(turn.text, turn.context) : turn.text;
    messages.push({ role: turn.kind === 'prompt' ? 'user' : 'assistant', content });
  }
  if (turns.at(-1)?.kind === 'answer') messages.push({ role: 'user', content: GO_ON });
  return messages;
}

/** A prompt with what goes along with it: that comes first, each part under its name. */
export function promptContent(text: string, context: readonly Attachment[]): string {
  return [...context.map(attachmentText), text].join('\n\n');
}

/** As a fenced block whose fence is longer than any in the text, so that the text cannot end it. */
function attachmentText({ kind, label, language = '', text }: Attachment): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${NAMES[kind]}: ${label.replace(/\s+/g, ' ')}\n${fence}${language}\n${text}\n${fence}`;
}

const NAMES: Record<Attachment['kind'], string> = {
  selection: 'Selected text',
  file: 'File',
  folder: 'Files of the folder',
  problems: 'Problems in',
  error: 'Error',
  paste: 'Pasted text',
};

/** About how many tokens these messages are; a few more for the frame of each. */
export function estimateMessages(messages: readonly ChatMessage[], estimate: (text: string) => number): number {
  return messages.reduce((sum, { content }) => sum + estimate(content) + 4, 0);
}

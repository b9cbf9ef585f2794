/** All that a panel shares with its host: what they say to each other, and what a chat is. */
export * from './chat-record.ts';
export { linkPlace, linkTarget } from './links.ts';
export * from './parse-message.ts';
export * from './protocol.ts';
export * from './transcript.ts';
export type { AnswerTurn, Queued, Turn } from './turn.ts';
export * from './usage.ts';

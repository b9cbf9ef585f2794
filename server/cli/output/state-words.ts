/** States of servers as words in tables and reports of the command line, which aren't translated. */
import type { ServerState } from '../../../common/messages/tool-servers.ts';

/** `notRead`: in no file that the agent reads. */
export const stateWords: Readonly<Record<ServerState | 'notRead', string>> = {
  inEffect: 'in effect',
  pending: 'pending approval',
  disabled: 'disabled',
  overridden: 'overridden',
  invalid: 'invalid',
  unknown: 'not known',
  notRead: 'not read',
};

/** Returns a state in words for the middle of a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

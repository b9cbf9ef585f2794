/** Words for tools on the command line. */
import { earlierWords } from '../generated/targets.ts';
import { lookUp } from '../guards.ts';

/** Returns the ID of a tool for an ID or an earlier word. */
export const idOfTool = (word: string): string => lookUp<string>(earlierWords, word) ?? word;

/**
 * Words for tools on the command line. A tool has one ID; the words that earlier versions used for its format mean the
 * same.
 */

const idsByWord = { agent: 'oh-my-pi', gemini: 'gemini-cli', copilot: 'copilot-cli' } as const;

/** Returns the ID of a tool for an ID or an earlier word. */
export const idOfTool = (word: string): string => Object.entries(idsByWord).find(([old]) => old === word)?.[1] ?? word;

/** Returns the name of a tool's format in the code for an ID or an earlier word. */
export const formatOfTool = (word: string): string =>
  Object.entries(idsByWord).find(([, id]) => id === word)?.[0] ?? word;

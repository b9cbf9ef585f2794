/** Crush. */
import { onlyDisabled, timeoutInSeconds } from '../common-keys.ts';
import type { ToolFormat } from '../tool-format.ts';

export const crush: ToolFormat = {
  bareVariables: 'unescaped',
  runsCommands: true,
  keys: { ...onlyDisabled, timeout: timeoutInSeconds },
};

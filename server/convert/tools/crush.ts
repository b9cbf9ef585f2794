/** Crush. */
import { onlyDisabled, timeoutFromSeconds } from '../common-keys.ts';
import type { ToolFormat } from '../tool-format.ts';

export const crush: ToolFormat = {
  bareVariables: 'unescaped',
  runsCommands: true,
  keys: { ...onlyDisabled, timeout: timeoutFromSeconds },
};

/** Crush. */
import { onlyDisabled } from './source-format.ts';
import type { Tool } from './tool.ts';

export const crush: Tool = {
  id: 'crush',
  name: 'Crush',
  files: [{ project: ['crush.json', '.crush.json'], user: ['.config/crush/crush.json'] }],
  variables: { forms: ['braces', 'default', 'dollar'], escapes: true },
  source: {
    runsCommands: true,
    keys: { ...onlyDisabled, timeout: { like: 'tool_timeout_sec' } },
  },
};

/** Goose. */
import { inheritedVariables, timeoutFromSeconds, unsupported } from '../common-keys.ts';
import { renameTo } from '../key-converter.ts';
import type { ToolFormat } from '../tool-format.ts';

export const goose: ToolFormat = {
  keys: {
    cmd: renameTo('command'),
    uri: renameTo('url'),
    envs: renameTo('env'),
    env_keys: inheritedVariables,
    timeout: timeoutFromSeconds,
    available_tools: unsupported('tools'),
    bundled: unsupported('host'),
    display_name: unsupported('notes'),
  },
};

/** Pi. */
import { bearerFromVariable, timeoutFromSeconds, unsupported } from '../common-keys.ts';
import type { ToolFormat } from '../tool-format.ts';

export const pi: ToolFormat = {
  serversOnly: true,
  defaultRemoteType: 'http',
  keys: { bearerTokenEnv: bearerFromVariable, timeout: timeoutFromSeconds, exposure: unsupported('host') },
};

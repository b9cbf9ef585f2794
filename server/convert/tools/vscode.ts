/** VS Code. */
import { basic, same, typed } from '../target-format.ts';
import type { ToolFormat } from '../tool-format.ts';

export const vscode: ToolFormat = {
  serversOnly: true,
  target: {
    root: 'servers',
    types: typed,
    keys: { ...basic, ...same('cwd', 'envFile') },
    oauth: { key: 'oauth', names: same('clientId') },
    variables: 'env',
  },
};

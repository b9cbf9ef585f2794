/** Cline, and the tools that have taken over its format. */
import * as l10n from '@vscode/l10n';
import { onlyDisabled, timeoutFromSeconds, unsupported } from '../common-keys.ts';
import type { KeyConverter } from '../key-converter.ts';
import type { ToolFormat } from '../tool-format.ts';
import { numberOf } from '../value.ts';

/** For files that Kiro could have written too, if only their shape tells the tool. */
const timeoutOfCline: KeyConverter = (draft, value, key) => {
  timeoutFromSeconds(draft, value, key);
  if (draft.context.isGuess === true && numberOf(value) !== undefined)
    draft.change(key, l10n.t('Read as seconds, as in files of Cline. In files of Kiro, it would be milliseconds.'));
};

export const cline: ToolFormat = {
  serversOnly: true,
  defaultRemoteType: 'sse',
  keys: { ...onlyDisabled, timeout: timeoutOfCline, metadata: unsupported('notes') },
};

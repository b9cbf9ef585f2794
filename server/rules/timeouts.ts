/** Timeouts in the wrong unit. */
import * as l10n from '@vscode/l10n';
import { preferred, replace } from '../fixes/fix.ts';
import { fileWith } from './message-text.ts';
import type { FieldRule } from './rule.ts';

export const timeoutInSeconds: FieldRule = {
  code: 'timeout-in-seconds',
  severity: 'warning',
  docs: {
    title: 'Timeout in seconds',
    why: 'The timeout is in milliseconds. Some tools use seconds, and no server answers reliably within a few hundred milliseconds.',
    wrong: fileWith('{"command": "docs-server", "timeout": 60}'),
    right: fileWith('{"command": "docs-server", "timeout": 60000}'),
  },
  check({ info, value }, _group, report) {
    // Another rule reports forms such as 010. Values below 10 may be for tests; values above 600 may be milliseconds.
    if (info.name !== 'timeout' || value.type !== 'number' || String(value.value).length !== value.length) return;
    if (!Number.isInteger(value.value) || value.value < 10 || value.value > 600) return;
    const seconds = value.value;
    const better = String(seconds * 1000);
    report(value, l10n.t('"timeout" is in milliseconds. Use {0} for {1} seconds.', better, seconds), () => [
      preferred(l10n.t('Change to {0}', better), replace(value, better)),
    ]);
  },
};

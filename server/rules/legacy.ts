/** The legacy transport (spec config-format.md, sse variant). */
import * as l10n from '@vscode/l10n';
import { choice, replaceString } from '../fixes/fix.ts';
import { fileWith } from './message-text.ts';
import type { ServerRule } from './rule.ts';

export const legacySse: ServerRule = {
  code: 'legacy-sse',
  severity: 'information',
  tag: 'deprecated',
  docs: {
    title: 'Legacy sse transport',
    why: 'The sse transport exists for compatibility. Most servers now support streamable HTTP, which is "http" here.',
    wrong: fileWith('{"type": "sse", "url": "https://example.com/sse"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check({ transport, choice: chosen, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (transport !== 'sse' || chosen !== 'stated' || type === undefined) return;
    report(type, l10n.t('"sse" is a legacy transport. Use "http" if the server supports it.'), () => [
      choice(l10n.t('Change to "http" (the URL may differ)'), replaceString(type, 'http')),
    ]);
  },
};

/** The old transport (spec config-format.md, sse variant). */
import { choice, replaceString } from '../fixes/fix.ts';
import type { ServerRule } from './rule.ts';
import { fileWith } from './words.ts';

export const legacySse: ServerRule = {
  kind: 'server',
  only: 'endpoint',
  code: 'legacy-sse',
  severity: 'information',
  tag: 'deprecated',
  docs: {
    title: 'Legacy transport sse',
    why: 'The sse transport is kept for compatibility. Most servers that had it speak streamable HTTP today, which is called http here.',
    wrong: fileWith('{"type": "sse", "url": "https://example.com/sse"}'),
    right: fileWith('{"type": "http", "url": "https://example.com/mcp"}'),
  },
  check({ transport, choice: chosen, group }, _entry, report) {
    const type = group.fields.get('type')?.value;
    if (transport !== 'sse' || chosen !== 'stated' || type === undefined) return;
    report(type, '"sse" is the legacy transport: write "http" if the server offers it.', {
      fixes: () => [choice('Write "http" (the address may differ)', replaceString(type, 'http'))],
    });
  },
};

/** Invalid and duplicate header names, and headers without a token. */

import * as l10n from '@vscode/l10n';
import { trimEndOf } from '../../common/text/trim.ts';
import type { StringNode } from '../config/text/json.ts';
import { variableOfServer } from '../config/variables/variable-syntax.ts';
import { spelledVariable } from '../config/variables/written-variables.ts';
import { type Fix, preferred, replaceString } from '../fixes/fix.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import type { ServerRule, TextRule } from './rule.ts';

const withHeaders = (headers: object): string =>
  fileWith(JSON.stringify({ type: 'http', url: 'https://example.com/mcp', headers }));
const token = `$${'{DOCS_TOKEN}'}`;

/** RFC 9110, section 5.6.2. */
const headerNamePattern = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

export const headerName: ServerRule = {
  code: 'header-name',
  severity: 'warning',
  on: { isProcess: false, has: 'headers' },
  docs: {
    title: 'Invalid or duplicate header name',
    why: 'The name of an HTTP header has no blanks, colons, or other special characters (RFC 9110). With an invalid one, no request is sent. Names are case-insensitive.',
    wrong: withHeaders({ 'X Docs Version': '2' }),
    right: withHeaders({ 'X-Docs-Version': '2' }),
  },
  check({ group }, _entry, report) {
    const headers = group.fields.get('headers')?.value;
    if (headers?.type !== 'object') return;
    const names = new Set(headers.members.map(({ key }) => comparable(key.value)));
    const seen = new Set<string>();
    for (const { key, live } of headers.members) {
      if (!live) continue;
      const name = comparable(key.value);
      if (seen.has(name))
        report(
          key,
          l10n.t(
            'Duplicate header {0}. Names of headers are case-insensitive. Remove one of them.',
            quoteValue(nameIn(key.value)),
          ),
        );
      seen.add(name);
      if (headerNamePattern.test(key.value) || key.value.includes('$')) continue;
      report(key, l10n.t('Invalid header name {0}. Use letters, digits, and "-".', quoteValue(nameIn(key.value))), () =>
        renamed(key, names),
      );
    }
  },
};

/** Names of headers are case-insensitive, but not those of variables. */
const comparable = (name: string): string => (name.includes('$') ? name : name.toLowerCase());

/** Omits a value after a colon. */
const nameIn = (key: string): string => key.replace(/:.+/s, ':…');

function renamed(key: StringNode, names: ReadonlySet<string>): readonly Fix[] {
  const better = trimEndOf(key.value.trim(), ':').trim().replace(/\s+/g, '-');
  if (!headerNamePattern.test(better) || names.has(better.toLowerCase())) return [];
  return [preferred(l10n.t('Rename to {0}', quoteValue(better)), replaceString(key, better))];
}

export const missingToken: TextRule = {
  code: 'missing-token',
  severity: 'warning',
  on: { fields: ['headers'] },
  docs: {
    title: 'Authorization without a token',
    why: 'The value has only the scheme. The server rejects the request, because the token is missing.',
    wrong: withHeaders({ Authorization: 'Bearer' }),
    right: withHeaders({ Authorization: `Bearer ${token}` }),
  },
  check({ node, name = '' }, entry, report, { tool }) {
    if (!/authorization$/i.test(name)) return;
    const scheme = /^\s*(bearer|basic)\s*$/i.exec(node.value)?.[1];
    if (scheme === undefined) return;
    const variable = spelledVariable(variableOfServer(entry.name, 'token'), tool);
    if (variable === undefined) {
      report(node, l10n.t('Missing token after {0}.', quote(scheme)));
      return;
    }
    const better = `${scheme} ${variable}`;
    report(
      node,
      l10n.t('Missing token after {0}. Use {1} and set that variable.', quote(scheme), quote(better)),
      () => [preferred(l10n.t('Change to {0}', quote(better)), replaceString(node, better))],
    );
  },
};

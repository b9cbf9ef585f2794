/** Conflicting credentials, and credentials that aren't loaded (spec config-format.md, Authentication). */
import * as l10n from '@vscode/l10n';
import { stringField } from '../config/format/group.ts';
import { removal } from '../fixes/fix.ts';
import { removeMember, removeMembers } from '../fixes/members.ts';
import { andList, fileWith, quote } from './message-text.ts';
import { relatedTo, type ServerRule } from './rule.ts';

const endpoint = '"type": "http", "url": "https://example.com/mcp"';

export const apikeyLoadsNothing: ServerRule = {
  code: 'apikey-loads-nothing',
  severity: 'information',
  on: { has: 'auth' },
  docs: {
    title: 'apikey without a key',
    why: "This type doesn't load a key. A key reaches the server only in a header or an environment variable that the entry specifies.",
    wrong: fileWith(`{${endpoint}, "auth": {"type": "apikey"}}`),
    right: fileWith(`{${endpoint}, "headers": {"Authorization": "Bearer \${DOCS_TOKEN}"}}`),
  },
  check(parsed, _entry, report) {
    const type = stringField(parsed.auth, 'type');
    if (type?.value !== 'apikey') return;
    const place = parsed.transport === 'stdio' ? '"env"' : '"headers"';
    report(type, l10n.t('"apikey" doesn\'t load a key. Reference the variable that contains the key in {0}.', place));
  },
};

export const authorizationBesideOauth: ServerRule = {
  code: 'authorization-beside-oauth',
  severity: 'warning',
  on: { has: 'headers' },
  docs: {
    title: 'Authorization header with OAuth',
    why: 'An explicit Authorization header overrides the OAuth token, so signing in has no effect.',
    wrong: fileWith(
      `{${endpoint}, "headers": {"Authorization": "Bearer \${DOCS_TOKEN}"}, "oauth": {"clientId": "docs"}}`,
    ),
    right: fileWith(`{${endpoint}, "oauth": {"clientId": "docs"}}`),
  },
  check(parsed, _entry, report) {
    const { group } = parsed;
    const field = group.fields.get('headers');
    const headers = field?.value;
    if (field === undefined || headers?.type !== 'object') return;
    const header = headers.members.find(({ key, live }) => live && key.value.toLowerCase() === 'authorization');
    const managed = group.node.members.filter(
      ({ key, live }) =>
        live &&
        (key.value === 'oauth' || (key.value === 'auth' && stringField(parsed.auth, 'type')?.value === 'oauth')),
    );
    const [first] = managed;
    if (header === undefined || first?.value?.type !== 'object') return;
    report(
      header.key,
      l10n.t('This header overrides the OAuth token. Remove the header or the OAuth settings.'),
      ({ text }) => [
        removal(
          l10n.t('Remove {0}', quote(header.key.value)),
          // Removes the whole map if it has no other header.
          ...(headers.members.length === 1
            ? removeMember(text, group.node, field)
            : removeMember(text, headers, header)),
        ),
        removal(
          l10n.t('Remove {0}', andList(managed.map(({ key }) => quote(key.value)))),
          ...removeMembers(text, group.node, managed),
        ),
      ],
      relatedTo(first.key, l10n.t('Overridden by the header.')),
    );
  },
};

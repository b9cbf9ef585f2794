/** The address of the OAuth callback (spec config-format.md, oauth object). */
import * as l10n from '@vscode/l10n';
import { choice, replace } from '../fixes/fix.ts';
import { fileWith } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const withOauth = (port: number): string =>
  fileWith(
    `{"type": "http", "url": "https://example.com/mcp", "oauth": {"redirectUri": "http://localhost:3118/callback", "callbackPort": ${port}}}`,
  );

export const callbackPortMismatch: ServerRule = {
  code: 'callback-port-mismatch',
  severity: 'warning',
  docs: {
    title: 'Different ports for the callback',
    why: 'The browser returns to the port in redirectUri, but Oh My Pi listens on callbackPort, so signing in never completes.',
    wrong: withOauth(3000),
    right: withOauth(3118),
  },
  check({ oauth }, _entry, report) {
    const uri = oauth?.fields.get('redirectUri')?.value;
    const port = oauth?.fields.get('callbackPort')?.value;
    if (uri?.type !== 'string' || port?.type !== 'number') return;
    const named = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})(?:[/?#]|$)/i.exec(uri.value)?.[1];
    if (named === undefined || Number(named) === port.value) return;
    report(
      port,
      l10n.t('"redirectUri" uses port {0}, but "callbackPort" is {1}. Use the same port.', named, port.value),
      () => [choice(l10n.t('Change "callbackPort" to {0}', named), replace(port, named))],
    );
  },
};

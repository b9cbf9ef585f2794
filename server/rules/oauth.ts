/** The OAuth parameter `prompt`, how `offline_access` affects it, and the callback (spec config-format.md, oauth object). */

import * as l10n from '@vscode/l10n';
import { hasField, stringField } from '../config/format/group.ts';
import type { ParsedServer } from '../config/servers/server-entry.ts';
import { memberSpan } from '../config/text/json.ts';
import { choice, preferred, replace, replaceString } from '../fixes/fix.ts';
import { insertAfter, member } from '../fixes/members.ts';
import { fileWith, quoteValue } from './message-text.ts';
import { concernsOhMyPi } from './readers-meant.ts';
import type { ServerRule } from './rule.ts';
import { removeKeyFix } from './unknown-keys.ts';

const withOauth = (oauth: string): string =>
  fileWith(`{"type": "http", "url": "https://example.com/mcp", "oauth": ${oauth}}`);

/** True if the scope requests a refresh token. */
function isOffline({ oauth }: ParsedServer): boolean {
  return stringField(oauth, 'scope')?.value.split(/\s+/).includes('offline_access') === true;
}

export const offlineAccessPrompt: ServerRule = {
  code: 'offline-access-prompt',
  severity: 'hint',
  on: { has: 'oauth' },
  appliesIn: concernsOhMyPi,
  docs: {
    title: 'offline_access without prompt',
    why: 'If scope contains offline_access and prompt is not set, Oh My Pi sends prompt=consent. To send no prompt, set "prompt": "".',
    wrong: withOauth('{"scope": "openid offline_access"}'),
    right: withOauth('{"scope": "openid offline_access", "prompt": "consent"}'),
  },
  check(parsed, _entry, report) {
    const { oauth } = parsed;
    const scope = oauth?.fields.get('scope');
    if (oauth === undefined || scope?.value === undefined || !isOffline(parsed) || hasField(oauth, 'prompt')) return;
    report(
      scope.value,
      l10n.t('With "offline_access", Oh My Pi sends prompt=consent. Set "prompt" explicitly.'),
      ({ text }) => [
        preferred(
          l10n.t('Add {0}', '"prompt": "consent"'),
          insertAfter(text, memberSpan(scope), member('prompt', '"consent"')),
        ),
        choice(l10n.t('Add "prompt": "" (no prompt)'), insertAfter(text, memberSpan(scope), member('prompt', '""'))),
      ],
    );
  },
};

export const promptWithoutConsent: ServerRule = {
  code: 'prompt-without-consent',
  severity: 'information',
  on: { has: 'oauth' },
  docs: {
    title: 'offline_access without consent prompt',
    why: 'Many authorization servers issue a refresh token for offline_access only if prompt=consent is sent.',
    wrong: withOauth('{"scope": "openid offline_access", "prompt": "login"}'),
    right: withOauth('{"scope": "openid offline_access", "prompt": "consent"}'),
  },
  check(parsed, _entry, report) {
    const prompt = stringField(parsed.oauth, 'prompt');
    if (prompt === undefined || prompt.value.split(/\s+/).includes('consent')) return;
    // In this format, an empty string explicitly requests no prompt.
    if (prompt.value === '' || !isOffline(parsed)) return;
    report(
      prompt,
      l10n.t(
        'With "prompt": {0}, many servers don\'t issue a refresh token for "offline_access". Use "consent".',
        quoteValue(prompt.value),
      ),
      () => [preferred(l10n.t('Change to "consent"'), replaceString(prompt, 'consent'))],
    );
  },
};

export const promptWithoutEffect: ServerRule = {
  code: 'prompt-without-effect',
  severity: 'hint',
  tag: 'unnecessary',
  on: { has: 'oauth' },
  docs: {
    title: 'Empty prompt without offline_access',
    why: 'Without offline_access in scope, no prompt is sent, so an empty prompt has no effect.',
    wrong: withOauth('{"scope": "openid", "prompt": ""}'),
    right: withOauth('{"scope": "openid"}'),
  },
  check(parsed, _entry, report) {
    const { oauth } = parsed;
    const field = oauth?.fields.get('prompt');
    if (oauth === undefined || field === undefined || stringField(oauth, 'prompt')?.value !== '') return;
    if (isOffline(parsed)) return;
    report(
      field.key,
      l10n.t('Empty "prompt" has no effect without "offline_access" in "scope". Remove it.'),
      removeKeyFix(oauth.node, field),
    );
  },
};

const withCallback = (port: number): string =>
  withOauth(`{"redirectUri": "http://localhost:3118/callback", "callbackPort": ${port}}`);

export const callbackPortMismatch: ServerRule = {
  code: 'callback-port-mismatch',
  severity: 'warning',
  on: { has: 'oauth' },
  docs: {
    title: 'Different ports for the callback',
    why: 'The browser returns to the port in redirectUri, but Oh My Pi listens on callbackPort, so signing in never completes.',
    wrong: withCallback(3000),
    right: withCallback(3118),
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

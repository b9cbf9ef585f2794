/** Antigravity. */
import * as l10n from '@vscode/l10n';
import { oauthField } from '../oauth-keys.ts';
import type { ToolFormat } from '../tool-format.ts';

export const antigravity: ToolFormat = {
  serversOnly: true,
  addressFirst: true,
  keys: {
    clientId: oauthField('clientId'),
    clientSecret: oauthField('clientSecret'),
    enabled: (draft, _value, key) => draft.lose(key, l10n.t('Antigravity ignores this property. It uses "disabled".')),
  },
};

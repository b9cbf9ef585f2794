/** How the keys of OAuth clients are converted, which tools name in different ways. */
import * as l10n from '@vscode/l10n';
import { lookUp } from '../../../common/guards.ts';
import { fieldOf, fieldSet } from '../../config/format/format.ts';
import { isList, isMap, mapOf, textOf, type Value } from '../value.ts';
import { type KeyConverter, unknown } from './key-converter.ts';

/** For Codex's `callback_url`, which isn't always the whole redirect URI. */
export const callbackNote = (): string => l10n.t('Codex may append an ID of the server to this URL.');

const clientNames: Readonly<Record<string, string>> = {
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  client_id: 'clientId',
  client_secret: 'clientSecret',
  callback_port: 'callbackPort',
  redirect_uri: 'redirectUri',
  // Codex's name.
  callback_url: 'redirectUri',
  scopes: 'scope',
};

export const oauth: KeyConverter = (builder, value, key) => {
  if (value === false) return builder.lose(key, l10n.t("OAuth can't be turned off in the target format."));
  if (!isMap(value)) return builder.put('oauth', value, key);
  const known = new Map<string, Value>();
  const paths = new Map<string, string>();
  for (const [clientKey, item] of value) {
    const name = lookUp(clientNames, clientKey) ?? clientKey;
    const path = `${key}.${clientKey}`;
    if (!paths.has(name)) paths.set(name, path);
    if (clientKey === 'callback_url') builder.change(path, callbackNote());
    if (name !== clientKey && value.has(name)) builder.lose(path, l10n.t('Conflicts with "{0}".', name));
    else if (name === 'scope') known.set('scope', isList(item) ? item.join(' ') : item);
    else if (name === 'enabled') {
      if (item === false) builder.lose(path, l10n.t("OAuth can't be turned off in the target format."));
    } else if (fieldOf(fieldSet('oauth'), name) === undefined) unknown(builder, item, path);
    else known.set(name, item);
  }
  if (known.size > 0) builder.add('oauth', known, key, (name) => paths.get(name) ?? key);
};

/** Converts `auth`, under which Cursor has a fixed OAuth client, with keys in upper case. */
export const auth: KeyConverter = (builder, value, key) =>
  isMap(value) && value.has('CLIENT_ID') ? oauth(builder, value, key) : builder.put('auth', value, key);

/** Converts a field of the OAuth client that is a property of the server. */
export const oauthField =
  (field: string): KeyConverter =>
  (builder, value, key) =>
    builder.add('oauth', [[field, value]], key, () => key);

export const scopes: KeyConverter = (builder, value, key) => {
  const words = isList(value) ? value.flatMap((word) => textOf(word) ?? []) : [];
  if (words.length > 0) builder.add('oauth', [['scope', words.join(' ')]], key, () => key);
  else if (!isList(value)) builder.lose(key, l10n.t('Invalid value. Expected an array.'));
};

export const resource: KeyConverter = (builder, value, key) =>
  builder.put('auth', mapOf(Object.entries({ type: 'oauth', resource: value })), key);

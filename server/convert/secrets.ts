/** Secrets in servers, which stay in their file, or are reported if the user has them written to another one. */
import * as l10n from '@vscode/l10n';
import { maskTokens, maskValue, maskWords } from '../../common/text/mask-secrets.ts';
import { quote } from '../config/language.ts';
import type { PortableServer } from './fields/read-server.ts';
import type { Remarks } from './remarks.ts';
import { isList, isMap, textOf, type Value, type ValueMap } from './value.ts';

/** A value of a definition that looks like a secret, and isn't a variable or a placeholder. */
export function holdsSecret(name: string, value: Value): boolean {
  const text = textOf(value) ?? '';
  return maskValue(name, text) !== text;
}

/** Returns the fields of an entry in any format that hold a secret, as `env.TOKEN`. */
export function secretFields(fields: ValueMap): readonly string[] {
  return [...fields].flatMap(([field, value]) => {
    if (isMap(value)) return [...value].flatMap(([key, item]) => (holdsSecret(key, item) ? [`${field}.${key}`] : []));
    if (isList(value)) return hasSecretWord(value) ? [field] : [];
    const text = textOf(value) ?? '';
    // The name of a program can look random.
    return (field === 'command' ? maskTokens(text) !== text : holdsSecret(field, text)) ? [field] : [];
  });
}

function hasSecretWord(list: readonly Value[]): boolean {
  const words = list.map((word) => textOf(word) ?? '');
  const masked = maskWords(words);
  return words.some((word, index) => masked[index] !== word);
}

/** True if a command line or a URL has a secret, which can't be left out of it. */
export const hasSecretArgument = ({ fields }: PortableServer): boolean =>
  secretFields(fields).some((field) => field === 'command' || field === 'args' || field === 'url');

/** Why a server can't be written to a file of the project. @param field as `env.TOKEN` */
export const sharedSecret = (field: string, file: string): string =>
  l10n.t('{0} looks like a secret, which {1} would share. Use a variable instead.', quote(field), file);

/** Why a copy of a server needs a look. */
export const copiedSecret = (): string =>
  l10n.t('This looks like a secret, and is copied as it is. Use a variable instead.');

/** Reports secrets that are written to another file. */
export function reportSecrets(servers: readonly { readonly server: PortableServer }[], remarks: Remarks): void {
  for (const { label, fields, at } of servers.map(({ server }) => server))
    for (const field of secretFields(fields)) remarks.add('changed', { server: label, field, at }, copiedSecret());
}

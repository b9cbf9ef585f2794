/** Why an agent can't use an entry of a server. */
import * as l10n from '@vscode/l10n';
import { aliasOf } from '../format/dialects.ts';
import { orList, quote } from '../language.ts';

export interface EntryFlaw {
  /** Text to put after a colon. */
  readonly why: string;
  /** What to do about it: a sentence. */
  readonly remedy: string;
}

export const notAnObject = (): EntryFlaw => ({
  why: l10n.t('not an object'),
  remedy: l10n.t('Write the server as an object.'),
});

/** @param types those that the agent knows */
export const unknownType = (types: readonly string[]): EntryFlaw => ({
  why: l10n.t('unknown "type"'),
  remedy: l10n.t('Use {0}.', orList(types.map((type) => quote(type)))),
});

/**
 * Returns how to give an entry an endpoint: a property that is one in another spelling, or a new one.
 * @param keys the properties of the entry @param names those of which the agent needs one
 * @param commandIsList another name isn't enough then
 */
export function endpointRemedy(keys: Iterable<string>, names: readonly string[], commandIsList = false): string {
  for (const key of keys) {
    const meant = names.find((name) => name === key.trim()) ?? names.find((name) => name === aliasOf('server', key));
    if (meant === undefined || meant === key || (meant === 'command' && commandIsList)) continue;
    return key.trim() === meant
      ? l10n.t('Remove the blank in {0}.', quote(key))
      : l10n.t('Rename {0} to {1}.', quote(key), quote(meant));
  }
  return l10n.t('Add {0}.', orList(names.map((name) => quote(name))));
}

export const missingEndpoint = (keys: Iterable<string> = []): EntryFlaw => ({
  why: l10n.t('missing "command" or "url"'),
  remedy: endpointRemedy(keys, ['command', 'url']),
});

export const notText = (property: string): EntryFlaw => ({
  why: l10n.t('invalid "{0}"', property),
  remedy: l10n.t('Write {0} as a string.', quote(property)),
});

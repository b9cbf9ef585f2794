/** The two lists of names, `disabledServers` and `enabledServers`. Only those in the user-level `mcp.json` are read. */
import * as l10n from '@vscode/l10n';
import { userFile } from '../config/effective.ts';
import type { ListName } from '../config/format.ts';
import { hasLists, type Place, sourcesOf } from '../config/sources.ts';
import { append, removeStrings } from '../fixes/members.ts';
import { type Draft, Refusal } from './draft.ts';
import { appendMember } from './layout.ts';

/** Adds a name to a list in the user-level `mcp.json`, and creates the file and the list if missing. @throws Refusal */
export function withListed(draft: Draft, place: Place, list: ListName, name: string): Draft {
  const files = draft.files(place);
  const user = files.find(({ source }) => hasLists(source)) ?? { source: sourcesOf(place).find(hasLists), items: [] };
  if (user.source === undefined)
    throw new Refusal(l10n.t("Couldn't update the lists: no user-level folder for Oh My Pi was found."));
  if (user.items.some((item) => item.list === list && item.name === name)) return draft;
  const { uri, label } = user.source;
  const { draft: prepared, document } = draft.writable(place, uri);
  const { text, root, top } = document;
  const value = top?.fields.get(list)?.value;
  if (root?.type !== 'object') throw new Refusal(l10n.t("{0} doesn't contain a JSON object.", label));
  const item = JSON.stringify(name);
  if (value === undefined)
    return prepared.with(uri, [appendMember(text, root, list, { text: `[${item}]`, indent: '', step: '' })]);
  if (value.type !== 'array')
    throw new Refusal(l10n.t('"{0}" in {1} isn\'t an array of names. Fix it first.', list, label));
  return prepared.with(uri, [append(text, value, item)]);
}

/** Removes every occurrence of a name from a list in the user-level `mcp.json`. */
export function withoutListed(draft: Draft, place: Place, list: ListName, name: string): Draft {
  const user = userFile(draft.files(place));
  const value = user?.document?.top?.fields.get(list)?.value;
  if (user?.document === undefined || value?.type !== 'array') return draft;
  return draft.with(user.source.uri, removeStrings(user.document.text, value, name));
}

/**
 * Enables and disables servers: in the entry, or in the user-level lists if the file belongs to another tool. Opposite
 * list items are removed, because the denylist overrides everything and the allowlist overrides an entry.
 */
import * as l10n from '@vscode/l10n';
import { hasLists, ohMyPiAgent, userFile } from '../agents/oh-my-pi.ts';
import type { ListName } from '../config/format/format.ts';
import { quote } from '../config/language.ts';
import { enabledAt } from '../config/servers/connection.ts';
import type { Place } from '../config/servers/sources.ts';
import { replace } from '../fixes/fix.ts';
import { append, member, removeMembers, removeStrings } from '../fixes/members.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { appendWrittenMember } from './layout.ts';

/** @throws Refusal */
export function setEnabled(edited: EditedFiles, place: Place, found: LocatedDefinition, enabled: boolean): EditedFiles {
  const { name, file, definition } = found;
  const [list, opposite] = enabled
    ? (['enabledServers', 'disabledServers'] as const)
    : (['disabledServers', 'enabledServers'] as const);
  const cleared = withoutListed(edited, place, opposite, name);
  if ((enabledAt(place, definition.connection) !== false) === enabled) return cleared;
  if (file.source.kind === 'imported') return withListed(cleared, place, list, name);
  const { source, document } = cleared.writable(place, file.source.uri);
  const object = document.liveServers.find((server) => server.name === name)?.value;
  if (object?.type !== 'object')
    throw new Refusal(l10n.t("{0} in {1} isn't an object. Fix it first.", quote(name), source.label));
  const switches = object.members.filter(({ key }) => key.value === 'enabled');
  // Without `enabled`, an entry is enabled. All are removed, because an earlier duplicate must not take effect.
  if (enabled) return cleared.with(source.uri, removeMembers(document.text, object, switches));
  const value = switches.at(-1)?.value;
  const change =
    value === undefined ? append(document.text, object, member('enabled', 'false')) : replace(value, 'false');
  return cleared.with(source.uri, [change]);
}

/** Adds a name to a list in the user-level `mcp.json`, and creates the file and the list if missing. @throws Refusal */
function withListed(edited: EditedFiles, place: Place, list: ListName, name: string): EditedFiles {
  const user = edited.files(place).find(({ source }) => hasLists(source));
  if (user?.items.some((item) => item.list === list && item.name === name)) return edited;
  const uri = ohMyPiAgent.sources(place).find(hasLists)?.uri;
  if (uri === undefined)
    throw new Refusal(l10n.t("Couldn't update the lists: no user-level folder for Oh My Pi was found."));
  const { edited: prepared, source, document, root } = edited.writable(place, uri);
  const { text, top } = document;
  const value = top?.fields.get(list)?.value;
  if (value === undefined) return prepared.with(uri, appendWrittenMember(text, root, list, [name]));
  if (value.type !== 'array')
    throw new Refusal(l10n.t('"{0}" in {1} isn\'t an array of names. Fix it first.', list, source.label));
  return prepared.with(uri, [append(text, value, JSON.stringify(name))]);
}

/** Removes every occurrence of a name from a list in the user-level `mcp.json`. */
function withoutListed(edited: EditedFiles, place: Place, list: ListName, name: string): EditedFiles {
  const user = userFile(edited.files(place));
  const value = user?.document?.top?.fields.get(list)?.value;
  if (user?.document === undefined || value?.type !== 'array') return edited;
  return edited.with(user.source.uri, removeStrings(user.document.text, value, name));
}

/**
 * Enables and disables servers: in the entry, or in the user-level lists if the file belongs to another tool. Opposite
 * list items are removed, because the denylist overrides everything and the allowlist overrides an entry.
 */
import { enabledAt } from '../config/connection.ts';
import type { Place } from '../config/sources.ts';
import { replace } from '../fixes/fix.ts';
import { append, member, removeMembers } from '../fixes/members.ts';
import type { Draft } from './draft.ts';
import { withListed, withoutListed } from './lists.ts';
import { type LocatedDefinition, objectOf } from './locate-definition.ts';

/** @throws Refusal */
export function enableServer(draft: Draft, place: Place, found: LocatedDefinition): Draft {
  const { name, file, definition } = found;
  const cleared = withoutListed(draft, place, 'disabledServers', name);
  if (enabledAt(place, definition.connection) !== false) return cleared;
  if (file.source.kind === 'imported') return withListed(cleared, place, 'enabledServers', name);
  return removeEnabled(cleared, place, found);
}

/** @throws Refusal */
export function disableServer(draft: Draft, place: Place, found: LocatedDefinition): Draft {
  const { name, file, definition } = found;
  const cleared = withoutListed(draft, place, 'enabledServers', name);
  if (enabledAt(place, definition.connection) === false) return cleared;
  if (file.source.kind === 'imported') return withListed(cleared, place, 'disabledServers', name);
  return setDisabled(cleared, place, found);
}

/** Removes every `enabled`: without it, an entry is enabled, and an earlier duplicate must not take effect. */
function removeEnabled(draft: Draft, place: Place, { name, file: { source } }: LocatedDefinition): Draft {
  const { document, object } = objectOf(draft, place, source, name);
  const switches = object.members.filter(({ key }) => key.value === 'enabled');
  return draft.with(source.uri, removeMembers(document.text, object, switches));
}

function setDisabled(draft: Draft, place: Place, { name, file: { source } }: LocatedDefinition): Draft {
  const { document, object } = objectOf(draft, place, source, name);
  const value = object.members.find(({ key, live }) => live && key.value === 'enabled')?.value;
  const change =
    value === undefined ? append(document.text, object, member('enabled', 'false')) : replace(value, 'false');
  return draft.with(source.uri, [change]);
}

/** A version as text, ordered so that a diff of two versions starts with the most important properties. */
import type { VersionDetails } from '../api/records.ts';
import { pretty } from '../shared/read-only-documents.ts';

/** Returns JSON with the message, parent, and state first, and times and ID last; other properties are in between. */
export function versionText(version: VersionDetails): string {
  const { commit_message, parent, state, display_name, revision, created_at, updated_at, id, ...rest } = version;
  const first = { commit_message, parent: parent && parentOf(parent), state, display_name, revision };
  return pretty({ ...first, ...rest, created_at, updated_at, id });
}

function parentOf({
  display_name,
  revision,
  state,
  created_at,
  id,
  uid,
  ...rest
}: NonNullable<VersionDetails['parent']>) {
  return { display_name, revision, state, ...rest, created_at, id, uid };
}

/** Moves servers to where an agent looks for them, from a property or a file in which it doesn't. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/messages/conversion.ts';
import type { ServersAt } from '../../common/messages/tool-servers.ts';
import { quote } from '../config/language.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { type JsonNode, liveMembers, type Member, memberValue, type ObjectNode } from '../config/text/json.ts';
import { tablesIn } from '../config/text/toml.ts';
import { withGap } from '../convert/merging/merge-toml.ts';
import { secretFields, sharedSecret } from '../convert/secrets.ts';
import { baseName, isInside, isTomlUri, uriKey } from '../files/uris.ts';
import { replace } from '../fixes/fix.ts';
import { removeMembers } from '../fixes/members.ts';
import { type EditedFiles, Refusal } from './edited-files.ts';
import { convertedMember, mapPath, memberEntry, type NewText, withServer } from './entries.ts';
import { inputValues, withInputs, withoutUnusedInputs } from './inputs.ts';

/** @param to where the agent looks for servers @throws Refusal */
export function relocated(
  edited: EditedFiles,
  place: Place,
  { uri, path }: ServersAt,
  names: readonly string[],
  to: Source,
): { readonly edited: EditedFiles; readonly remarks: readonly Remark[] } {
  const map = mapAt(edited, uri, path);
  const members = names.map((name) => memberIn(map, name));
  const isSameFile = uriKey(uri) === to.key;
  if (isSameFile && liveMembers(map).size === names.length) {
    const renamed = withRenamedMap(edited, uri, path, mapPath(edited, to, place));
    if (renamed !== undefined) return { edited: renamed, remarks: [] };
  }
  const inputs = inputValues(memberValue(holderOf(edited.tree(uri), path), 'inputs'));
  const remarks: Remark[] = [];
  let result = withoutMembers(edited, uri, path, names);
  for (const member of members) {
    const name = member.key.value;
    const entry = isSameFile ? memberEntry(edited, uri, member) : convertedMember(uri, path, member, to);
    assertNotShared(name, entry, { place, uri, to });
    const written = withServer(result, place, to, name, entry);
    const copied = isSameFile ? { edited: written, remarks: [] } : withInputs(written, name, entry.value, inputs, to);
    remarks.push(...entry.remarks, ...copied.remarks);
    result = copied.edited;
  }
  return { edited: isSameFile ? result : withoutUnusedInputs(result, uri, edited), remarks };
}

/** @throws Refusal if a secret of the user would get into the project */
function assertNotShared(
  name: string,
  { value }: NewText,
  { place: { project }, uri, to }: { readonly place: Place; readonly uri: string; readonly to: Source },
): void {
  const [secret] = secretFields(value);
  if (secret !== undefined && to.level === 'project' && (project === undefined || !isInside(uri, project)))
    throw new Refusal(`${quote(name)}: ${sharedSecret(secret, to.label)}`);
}

const holderOf = (root: JsonNode | undefined, path: readonly string[]): JsonNode | undefined =>
  path.slice(0, -1).reduce<JsonNode | undefined>(memberValue, root);

/** @throws Refusal */
function mapAt(edited: EditedFiles, uri: string, path: readonly string[]): ObjectNode {
  const map = path.reduce<JsonNode | undefined>(memberValue, edited.tree(uri));
  if (map?.type === 'object') return map;
  throw new Refusal(l10n.t('{0} changed meanwhile. Nothing was changed.', baseName(uri)));
}

/** @throws Refusal */
function memberIn(map: ObjectNode, name: string): Member {
  const member = liveMembers(map).get(name);
  if (member?.value === undefined) throw new Refusal(l10n.t('{0} no longer exists.', quote(name)));
  return member;
}

/** Returns the files with another name for the property with all servers; undefined unless only its name is wrong. */
function withRenamedMap(
  edited: EditedFiles,
  uri: string,
  path: readonly string[],
  wanted: readonly string[],
): EditedFiles | undefined {
  const [last, name] = [path.at(-1), wanted.at(-1)];
  const isBeside = path.length === wanted.length && path.slice(0, -1).every((key, depth) => key === wanted[depth]);
  const holder = holderOf(edited.tree(uri), path);
  const member = last === undefined ? undefined : liveMembers(holder).get(last);
  if (!isBeside || isTomlUri(uri) || member === undefined || name === undefined || liveMembers(holder).has(name))
    return undefined;
  return edited.with(uri, [replace(member.key, JSON.stringify(name))]);
}

/** @throws Refusal for an inline table of TOML */
function withoutMembers(
  edited: EditedFiles,
  uri: string,
  path: readonly string[],
  names: readonly string[],
): EditedFiles {
  const text = edited.text(uri) ?? '';
  if (isTomlUri(uri)) {
    const tables = tablesIn(text, path).filter(({ key }) => names.includes(key));
    const other = names.find((name) => !tables.some(({ key }) => key === name));
    if (other !== undefined)
      throw new Refusal(l10n.t("{0} in {1} isn't a separate table. Change it yourself.", quote(other), baseName(uri)));
    return edited.with(
      uri,
      tables.map((span) => replace(withGap(text, span), '')),
    );
  }
  const map = mapAt(edited, uri, path);
  const gone = map.members.filter(({ key }) => names.includes(key.value));
  const holder = holderOf(edited.tree(uri), path);
  if (gone.length < map.members.length || path.length === 0 || holder?.type !== 'object')
    return edited.with(uri, removeMembers(text, map, gone));
  const emptied = holder.members.filter(({ key }) => key.value === path.at(-1));
  return edited.with(uri, removeMembers(text, holder, emptied));
}

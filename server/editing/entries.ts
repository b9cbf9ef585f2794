/** Adds servers to a file, removes them, and copies them from one file to another. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/conversion.ts';
import { serverMap } from '../config/document.ts';
import { quote } from '../config/language.ts';
import type { Place } from '../config/sources.ts';
import { plain } from '../convert/value.ts';
import { removeMembers } from '../fixes/members.ts';
import { type Draft, Refusal, sourceAt } from './draft.ts';
import { appendMember, type WrittenValue, written, writtenAt } from './layout.ts';
import type { LocatedDefinition } from './locate-definition.ts';
import { portable, type ReadFiles } from './portable.ts';

/** Returns the draft with a server at the end of a file's map. @throws Refusal */
export function withServer(draft: Draft, place: Place, uri: string, name: string, value: WrittenValue): Draft {
  const label = sourceAt(place, uri)?.label ?? uri;
  const { draft: prepared, document } = draft.writable(place, uri);
  const { text, root, top } = document;
  const map = top?.fields.get('mcpServers')?.value;
  if (root?.type !== 'object') throw new Refusal(l10n.t("{0} doesn't contain a JSON object.", label));
  if (map === undefined) {
    const started = prepared.with(uri, [appendMember(text, root, 'mcpServers', { text: '{}', indent: '', step: '' })]);
    return withServer(started, place, uri, name, value);
  }
  if (map.type !== 'object') throw new Refusal(l10n.t('"mcpServers" in {0} isn\'t an object. Fix it first.', label));
  if (map.members.some(({ key }) => key.value === name))
    throw new Refusal(l10n.t('{0} already contains {1}. Rename one of them first.', label, quote(name)));
  return prepared.with(uri, [appendMember(text, map, name, value)]);
}

/** Returns the draft without a server and its earlier duplicates, which would take effect. @throws Refusal */
export function withoutServer(draft: Draft, place: Place, { name, file: { source } }: LocatedDefinition): Draft {
  const { document } = draft.writable(place, source.uri);
  const map = serverMap(document);
  if (map === undefined) return draft;
  const gone = map.members.filter(({ key }) => key.value === name);
  return draft.with(source.uri, removeMembers(document.text, map, gone));
}

/** Returns a server as it's written in the agent's format, or converted from another tool's format. @throws Refusal */
export function readPortableValue(
  files: ReadFiles,
  found: LocatedDefinition,
): { readonly value: WrittenValue; readonly remarks: readonly Remark[] } {
  const { document } = found.file;
  const { value } = found.definition;
  if (document !== undefined && value !== undefined) return { value: writtenAt(document.text, value), remarks: [] };
  const { server, remarks } = portable(files, found);
  return { value: written(plain(server.fields)), remarks };
}

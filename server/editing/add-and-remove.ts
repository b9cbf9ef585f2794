/** Adds servers to a file, removes them, and copies them from one file to another. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/messages/conversion.ts';
import { writtenVariables } from '../../common/variables.ts';
import { quote } from '../config/language.ts';
import { enabledAt } from '../config/servers/connection.ts';
import { serverMap } from '../config/servers/document.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { memberValue } from '../config/text/json.ts';
import { secretFields } from '../convert/secrets.ts';
import { isMap, plainValue, valueIn } from '../convert/value.ts';
import { applyChanges, type Change, replace } from '../fixes/fix.ts';
import { removeMembers } from '../fixes/members.ts';
import { type FilesDraft, type LocatedDefinition, Refusal } from './files-draft.ts';
import { appendWrittenMember, type WrittenValue, written, writtenAt } from './layout.ts';
import { portable } from './portable/portable.ts';

/** Returns the draft with a server at the end of a file's map. @throws Refusal */
export function withServer(
  draft: FilesDraft,
  place: Place,
  uri: string,
  name: string,
  value: WrittenValue,
): FilesDraft {
  const { draft: prepared, source, document, root } = draft.writable(place, uri);
  const { text, top } = document;
  const { label } = source;
  const map = top?.fields.get('mcpServers')?.value;
  if (map === undefined) {
    const started = prepared.with(uri, [appendWrittenMember(text, root, 'mcpServers', written({}))]);
    return withServer(started, place, uri, name, value);
  }
  if (map.type !== 'object') throw new Refusal(l10n.t('"mcpServers" in {0} isn\'t an object. Fix it first.', label));
  if (map.members.some(({ key }) => key.value === name))
    throw new Refusal(l10n.t('{0} already contains {1}. Rename one of them first.', label, quote(name)));
  return prepared.with(uri, [appendWrittenMember(text, map, name, value)]);
}

/** Returns the draft without a server and its earlier duplicates, which would take effect. @throws Refusal */
export function withoutServer(
  draft: FilesDraft,
  place: Place,
  { name, file: { source } }: LocatedDefinition,
): FilesDraft {
  const { document } = draft.writable(place, source.uri);
  const map = serverMap(document);
  if (map === undefined) return draft;
  const gone = map.members.filter(({ key }) => key.value === name);
  return draft.with(source.uri, removeMembers(document.text, map, gone));
}

interface PortableValue {
  readonly value: WrittenValue;
  /** The entry disables the server. */
  readonly isOff: boolean;
  readonly remarks: readonly Remark[];
  /** The fields that hold a secret, as `env.TOKEN`. */
  readonly secrets: readonly string[];
}

/**
 * Returns a server as it's written in Oh My Pi's format, or converted from another tool's format.
 * @param to the file that it's for
 * @throws Refusal
 */
export function readPortableValue(
  draft: FilesDraft,
  place: Place,
  found: LocatedDefinition,
  to: Source | undefined,
): PortableValue {
  const { document, source } = found.file;
  const { connection, value } = found.definition;
  if (document === undefined || value === undefined) {
    const { server, remarks } = portable(draft, found, to?.level);
    const { fields } = server;
    const isOff = fields.get('enabled') === false;
    return { value: written(plainValue(fields)), isOff, remarks, secrets: secretFields(fields) };
  }
  const entry = valueIn(found.definition.entry?.value);
  const changes = source.kind === 'oh-my-pi' && to?.kind === 'standalone' ? withoutStrings(found) : [];
  const text = applyChanges(document.text, changes);
  const length = value.length + text.length - document.text.length;
  return {
    value: writtenAt(text, { offset: value.offset, length }),
    isOff: enabledAt(place, connection) === false,
    remarks: [],
    secrets: isMap(entry) ? secretFields(entry) : [],
  };
}

/**
 * Returns the changes that keep the meaning of "enabled" and "timeout" in the root of the project: only in Oh My Pi's
 * folders may they be strings, in which variables are expanded. @throws Refusal if there are variables
 */
function withoutStrings({ name, definition: { entry, connection } }: LocatedDefinition): readonly Change[] {
  const meanings = {
    enabled: () => connection.enabled,
    timeout: (text: string) => (Number(text) >= 0 && Number.isFinite(Number(text)) ? Number(text) : undefined),
  };
  return Object.entries(meanings).flatMap(([field, meaning]) => {
    const node = memberValue(entry?.value, field);
    if (node?.type !== 'string') return [];
    if (writtenVariables(node.value).length > 0)
      throw new Refusal(
        l10n.t(
          '"{0}" of {1} contains a variable, which Oh My Pi expands only in its own folders. Replace the variable first.',
          field,
          quote(name),
        ),
      );
    const value = meaning(node.value);
    return value === undefined ? [] : [replace(node, String(value))];
  });
}

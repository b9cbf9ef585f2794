/** Writes a property that an agent ignores as the agent spells it. Nothing is lost: what both properties have is refused. */
import * as l10n from '@vscode/l10n';
import { andList, quote } from '../config/language.ts';
import { isToml } from '../config/oh-my-pi/providers.ts';
import { isSameValue } from '../config/servers/same-server.ts';
import type { Place } from '../config/servers/sources.ts';
import { type ArrayNode, endOf, liveMembers, type Member, memberValue, type ObjectNode } from '../config/text/json.ts';
import { tablesIn } from '../config/text/toml.ts';
import { printKey } from '../convert/merging/merge-toml.ts';
import { type Change, insert, replace } from '../fixes/fix.ts';
import { removeMember } from '../fixes/members.ts';
import { type EditedFiles, type LocatedDefinition, Refusal } from './edited-files.ts';
import { assertWritable, mapPath } from './entries.ts';
import { appendWrittenMembers, writtenAt } from './layout.ts';

export interface Respelling {
  readonly property: string;
  /** The property that the agent reads. If the entry has it, values are added to it. */
  readonly spelling: string;
}

/** @throws Refusal */
export function withRespelled(
  edited: EditedFiles,
  place: Place,
  found: LocatedDefinition,
  respelling: Respelling,
): EditedFiles {
  const { name, definition, file } = found;
  const { source } = file;
  assertWritable(edited, place, source);
  const members = liveMembers(definition.node);
  const [old, target] = [members.get(respelling.property), members.get(respelling.spelling)];
  if (definition.node?.type !== 'object' || old?.value === undefined)
    throw new Refusal(l10n.t('{0} no longer exists.', quote(respelling.property)));
  const text = edited.text(source.uri) ?? '';
  const changes = isToml(source.layout)
    ? renamedInToml(text, [...mapPath(edited, source, place), name], old, target, respelling)
    : target === undefined
      ? [replace(old.key, JSON.stringify(respelling.spelling))]
      : merged(text, definition.node, old, target);
  const after = edited.with(source.uri, changes);
  const now = after.locate(place, source.uri, name, source.section).definition.node;
  const isWhole = target !== undefined || isSameValue(memberValue(now, respelling.spelling), old.value);
  if (memberValue(now, respelling.property) !== undefined || !isWhole) throw byHand(respelling);
  return after;
}

/** TOML may have the property in several places: as a value, with dotted keys, and as tables. */
function renamedInToml(
  text: string,
  path: readonly string[],
  old: Member,
  target: Member | undefined,
  respelling: Respelling,
): readonly Change[] {
  if (target !== undefined) throw byHand(respelling);
  const tables = tablesIn(text, path).filter(({ key }) => key === respelling.property);
  const spans = tables.length > 0 ? tables.map((table) => table.name) : [old.key];
  return spans.map((span) => replace(span, printKey(respelling.spelling)));
}

const byHand = ({ property, spelling }: Respelling): Refusal =>
  new Refusal(l10n.t('{0} can only be written as {1} by hand. Nothing was changed.', quote(property), quote(spelling)));

/** Adds the values of one property to those of another. @throws Refusal if they can't be joined without a loss */
function merged(text: string, entry: ObjectNode, old: Member, target: Member): readonly Change[] {
  const [from, to] = [old.value, target.value];
  if (from?.type === 'array' && to?.type === 'array')
    return [...appended(text, from, to), ...removeMember(text, entry, old)];
  if (from?.type !== 'object' || to?.type !== 'object')
    throw byHand({ property: old.key.value, spelling: target.key.value });
  const there = liveMembers(to);
  const both = [...liveMembers(from)].filter(
    ([key, { value }]) => there.has(key) && !isSameValue(there.get(key)?.value, value),
  );
  if (both.length > 0)
    throw new Refusal(
      l10n.t(
        '{0} and {1} have different values for {2}. Keep one of them.',
        quote(old.key.value),
        quote(target.key.value),
        andList(both.map(([key]) => quote(key))),
      ),
    );
  const added = [...liveMembers(from)].flatMap(([key, { value }]) =>
    value === undefined || there.has(key) ? [] : [[key, writtenAt(text, value)] as const],
  );
  return [...appendWrittenMembers(text, to, added), ...removeMember(text, entry, old)];
}

/** Returns the items of one list at the end of another. */
function appended(text: string, { items }: ArrayNode, to: ArrayNode): readonly Change[] {
  const texts = items.map((item) => text.slice(item.offset, endOf(item)));
  const last = to.items.at(-1);
  if (texts.length === 0) return [];
  return last === undefined
    ? [insert(to.offset + 1, texts.join(', '))]
    : [insert(endOf(last), `, ${texts.join(', ')}`)];
}

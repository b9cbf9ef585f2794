/** The spelling of one entry that the most readers accept. It is used only if no reader that uses the server loses it. */
import { normalizedName, readMembers } from '../../agents/table/read-entry.ts';
import { isTextField, stringsIn } from '../../config/format/expandable-strings.ts';
import type { Transport } from '../../config/format/field.ts';
import { liveMembers, type Member, type ObjectNode, type StringNode, stringValue } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { inForm, type VariableForm, type VariableText, variablesOf } from '../../config/variables/written-variables.ts';
import { isMap, print, type ValueMap, valueIn } from '../../convert/value.ts';
import { applyChanges, type Change, replace, replaceString } from '../../fixes/fix.ts';
import { insertBefore, member } from '../../fixes/members.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';
import { variableResult } from '../../tools/variable-facts.ts';

/** Returns an entry in the spelling that the most readers accept. */
export function respelledFor(name: string, value: ValueMap, readers: readonly AgentFacts[]): ValueMap {
  const text = print(value, { step: '', eol: ' ' });
  const { root } = parseText(text);
  if (root?.type !== 'object') return value;
  const changes = [...typeChanges(text, name, root, readers), ...variableChanges(text, root, readers)];
  const after = changes.length === 0 ? value : valueIn(parseText(applyChanges(text, changes)).root);
  return isMap(after) ? after : value;
}

/** Types of all tools that mean the same. */
const types: ReadonlyMap<string, Transport> = new Map([
  ...['http', 'streamable-http', 'streamableHttp', 'streamable_http', 'http-stream'].map(
    (name) => [name, 'http'] as const,
  ),
  ['sse', 'sse'],
  ['stdio', 'stdio'],
  ['local', 'stdio'],
]);

/** Returns how the entry is meant; undefined if that isn't certain. */
function meantTransport(members: ReadonlyMap<string, Member>): Transport | undefined {
  const text = (name: string): string | undefined => stringValue(members.get(name)?.value) || undefined;
  const [command, url, type] = [text('command'), text('url') ?? text('httpUrl'), text('type')];
  if ((command === undefined) === (url === undefined)) return undefined;
  const stated = type === undefined ? undefined : types.get(type);
  if (type !== undefined && stated === undefined) return undefined;
  if (command !== undefined) return stated === undefined || stated === 'stdio' ? 'stdio' : undefined;
  if (stated === 'stdio') return undefined;
  return stated ?? (/\/sse\/?(?:\?|$)/.test(url ?? '') && !members.has('httpUrl') ? 'sse' : 'http');
}

/** Returns the changes of the type and of the property with the URL. */
export function typeChanges(
  text: string,
  name: string,
  { members: all, ...object }: ObjectNode,
  readers: readonly AgentFacts[],
): readonly Change[] {
  const members = liveMembers({ ...object, members: all });
  const wanted = meantTransport(members);
  const [first] = all;
  if (wanted === undefined || first === undefined) return [];
  const typeMember = members.get('type');
  const address = members.get('httpUrl');
  const renamed = address !== undefined && !members.has('url') ? address : undefined;
  const after = new Map(members);
  after.set('type', { ...(typeMember ?? first), value: stringNode(wanted) });
  if (renamed !== undefined) {
    after.delete('httpUrl');
    after.set('url', renamed);
  }
  const usedBy = (written: ReadonlyMap<string, Member>): readonly AgentFacts[] =>
    readers.filter((facts) => {
      const { skipped, transport } = readMembers(facts, name, written);
      return skipped === undefined && transport === wanted;
    });
  const [before, then] = [usedBy(members), usedBy(after)];
  if (then.length <= before.length || before.some((reader) => !then.includes(reader))) return [];
  const value = JSON.stringify(wanted);
  return [
    ...(typeMember?.value === undefined
      ? [insertBefore(text, first.key, member('type', value))]
      : stringValue(typeMember.value) === wanted
        ? []
        : [replace(typeMember.value, value)]),
    ...(renamed === undefined ? [] : [replaceString(renamed.key, 'url')]),
  ];
}

const stringNode = (value: string): StringNode => ({ type: 'string', value, offset: 0, length: 0 });

/** Returns the changes that write variables in the form that the most readers replace. */
export function variableChanges(text: string, entry: ObjectNode, readers: readonly AgentFacts[]): readonly Change[] {
  const changes: Change[] = [];
  for (const [field, { value }] of liveMembers(entry)) {
    if (value === undefined || !isTextField(field)) continue;
    for (const { node } of stringsIn(field, value)) {
      const better = variablesOf(node.value).flatMap((variable) => {
        const form = betterForm(field, variable, readers);
        return form === undefined ? [] : [[variable.text, form] as const];
      });
      if (better.length === 0) continue;
      const raw = text.slice(node.offset, node.offset + node.length);
      const written = better.reduce((result, [from, to]) => result.replaceAll(from, () => to), raw);
      changes.push(replace(node, written));
    }
  }
  return changes;
}

function betterForm(field: string, variable: VariableText, readers: readonly AgentFacts[]): string | undefined {
  // Without a form for the default, it would be lost. `$NAME` in another text could go on after its name.
  if (variable.form === 'default' || variable.form === 'dollar') return undefined;
  const users = (form: VariableForm): readonly AgentFacts[] =>
    readers.filter(({ variables }) => variableResult(variables, field, { ...variable, form }) === 'value');
  const before = users(variable.form);
  for (const form of ['braces', 'env'] as const) {
    const then = users(form);
    if (then.length > before.length && before.every((reader) => then.includes(reader)))
      return inForm(form, variable.name);
  }
  return undefined;
}

/**
 * Returns a name that no reader rejects or mixes up with another one; undefined if the name can stay, or no such name is known.
 * @param taken the names of the other servers
 */
export function portableName(
  name: string,
  entry: ObjectNode,
  readers: readonly AgentFacts[],
  taken: ReadonlySet<string>,
): string | undefined {
  const members = liveMembers(entry);
  const lower = new Set(Array.from(taken, (other) => other.toLowerCase()));
  const isMixedUp = (other: string): boolean =>
    taken.has(other) || (readers.some(({ names }) => names.ignoresCase === true) && lower.has(other.toLowerCase()));
  const isFine = (other: string): boolean =>
    !isMixedUp(other) && readers.every((facts) => readMembers(facts, other, members).skipped?.isName !== true);
  if (isFine(name)) return undefined;
  const plain = normalizedName(name).replace(/_{2,}/g, '_').replace(/^_/, '').replace(/_$/, '');
  const letter = /^[A-Za-z]/.test(plain) ? plain : `server-${plain}`;
  return [letter, `${letter}-server`, `${letter}-2`, `${letter}-3`].find((other) => other !== name && isFine(other));
}

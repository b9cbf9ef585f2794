/** The values that VS Code prompts for: entries of `inputs` that `${input:id}` in a server names. */
import * as l10n from '@vscode/l10n';
import type { Remark } from '../../common/messages/conversion.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import { quote } from '../config/language.ts';
import type { Source } from '../config/servers/sources.ts';
import { indentBefore } from '../config/text/indentation.ts';
import { itemsOf, type JsonNode, liveMembers, memberValue, stringValue } from '../config/text/json.ts';
import {
  areEqual,
  isList,
  isMap,
  layoutOf,
  mapOf,
  plainValue,
  printAt,
  textOf,
  type Value,
  type ValueMap,
  valueIn,
} from '../convert/value.ts';
import type { Change } from '../fixes/fix.ts';
import { append, removeItems, removeMember } from '../fixes/members.ts';
import type { EditedFiles } from './edited-files.ts';
import { withMember } from './entries.ts';

/** Returns the property of a file with its inputs; undefined if its agent has none. */
export const inputsProperty = (source: Source): string | undefined => (source as Partial<TableSource>).file?.inputs;

const idOf = (input: JsonNode | undefined): string | undefined => stringValue(memberValue(input, 'id'));

/** Returns an entry with inputs instead of variables, for which VS Code prompts once, and these inputs. */
export function withPrompts(entry: ValueMap): { readonly value: ValueMap; readonly inputs: readonly Value[] } {
  const names = new Set<string>();
  const replaced = (value: Value): Value => {
    if (typeof value === 'string')
      return value.replaceAll(/\$\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => {
        names.add(name);
        return `\${input:${name}}`;
      });
    if (isList(value)) return value.map(replaced);
    return isMap(value) ? mapOf(Array.from(value, ([key, item]) => [key, replaced(item)] as const)) : value;
  };
  const value = mapOf(Array.from(entry, ([key, item]) => [key, replaced(item)] as const));
  const inputs = Array.from(names, (id) =>
    mapOf(Object.entries({ type: 'promptString', id, description: id, password: true })),
  );
  return { value, inputs };
}

/** Returns the inputs of the file with a server. */
export const inputsOf = (edited: EditedFiles, { uri, ...source }: Source): readonly Value[] =>
  inputValues(memberValue(edited.tree(uri), inputsProperty({ uri, ...source }) ?? ''));

export const inputValues = (list: JsonNode | undefined): readonly Value[] =>
  itemsOf(list).flatMap((item) => valueIn(item) ?? []);

/**
 * Returns the files with the inputs that a copied server needs, in the file that it was copied to.
 * @param inputs those of its file
 */
export function withInputs(
  edited: EditedFiles,
  name: string,
  value: ValueMap,
  inputs: readonly Value[],
  to: Source,
): { readonly edited: EditedFiles; readonly remarks: readonly Remark[] } {
  const property = inputsProperty(to);
  const text = JSON.stringify(plainValue(value));
  const ids = new Set(Array.from(text.matchAll(/\$\{input:([^}$]+)\}/g), ([, id = '']) => id));
  const remarks: Remark[] = [];
  let result = edited;
  for (const id of ids) {
    const input = inputs.find((each) => isMap(each) && textOf(each.get('id')) === id);
    if (input === undefined) continue;
    const remark = (kind: 'lost' | 'changed', reason: string): void =>
      void remarks.push({ kind, server: name, field: `\${input:${id}}`, reason, line: null });
    if (property === undefined) {
      remark('lost', l10n.t("{0} has no inputs, so this value isn't replaced there.", to.label));
      continue;
    }
    const list = memberValue(result.tree(to.uri), property);
    const there = itemsOf(list).find((each) => idOf(each) === id);
    if (there === undefined) result = withInput(result, to.uri, property, list, input);
    else if (!isSame(valueIn(there), input))
      remark('changed', l10n.t('{0} already has another input {1}, which is used.', to.label, quote(id)));
  }
  return { edited: result, remarks };
}

const isSame = (one: Value | undefined, other: Value): boolean => one !== undefined && areEqual(one, other);

function withInput(
  edited: EditedFiles,
  uri: string,
  property: string,
  list: JsonNode | undefined,
  input: Value,
): EditedFiles {
  if (list?.type !== 'array') return withMember(edited, uri, [property], [input]);
  const text = edited.text(uri) ?? '';
  const [first] = list.items;
  return edited.with(uri, [
    append(text, list, printAt(input, layoutOf(text), first && indentBefore(text, first.offset))),
  ]);
}

/** Returns the files without the inputs that only the servers used that were removed from a file. @param before the files with these */
export function withoutUnusedInputs(edited: EditedFiles, uri: string, before: EditedFiles): EditedFiles {
  const [text, tree] = [edited.text(uri) ?? '', edited.tree(uri)];
  return tree === undefined ? edited : edited.with(uri, unusedInputs(text, tree, before.text(uri) ?? '', text));
}

/** Returns the changes that remove the inputs of a text that were used in another one, and no longer are. */
export function unusedInputs(text: string, tree: JsonNode, before: string, after: string): readonly Change[] {
  const member = liveMembers(tree).get('inputs');
  const node = member?.value;
  if (member === undefined || node?.type !== 'array' || tree.type !== 'object') return [];
  const isUsed = (where: string, id: string): boolean => where.includes(`\${input:${id}}`);
  const gone = node.items.filter((input) => {
    const id = idOf(input);
    return id !== undefined && isUsed(before, id) && !isUsed(after, id);
  });
  if (gone.length === 0) return [];
  return gone.length === node.items.length ? removeMember(text, tree, member) : removeItems(text, node, gone);
}

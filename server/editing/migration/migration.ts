/** Moves the servers of another file to `.mcp.json`, which several agents read. Pure: texts in, changes and report out. */
import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../../common/generated/tools.ts';
import { groupBy } from '../../../common/group-by.ts';
import { differencesIn } from '../../agents/differences.ts';
import { quote } from '../../config/language.ts';
import { transportMeant, transportOfAddress } from '../../config/servers/choose-transport.ts';
import { endOf, type JsonNode, liveMembers, type Member, memberValue, type Span } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { promptNamesIn } from '../../convert/fields/prompt-names.ts';
import { hasEndpoint } from '../../convert/finding/detect-format.ts';
import { promptsIn } from '../../convert/finding/file-settings.ts';
import { merge, type NewEntry, targetError } from '../../convert/merging/merge.ts';
import { emptiedBy } from '../../convert/read.ts';
import { lineOf, Remarks, remarksInWords } from '../../convert/remarks.ts';
import { secretFields, sharedSecret } from '../../convert/secrets.ts';
import { commentsIn, damageIn, readJson } from '../../convert/tree.ts';
import {
  areEqual,
  isList,
  isMap,
  layoutOf,
  print,
  textOf,
  type Value,
  type ValueMap,
  valueIn,
} from '../../convert/value.ts';
import { applyChanges, type Change } from '../../fixes/fix.ts';
import { removeMembers } from '../../fixes/members.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';
import { unusedInputs } from '../inputs.ts';
import { entryOfMember, sharedEntry, sharedFormat } from './shared-entry.ts';

/** A file whose servers are moved. */
export interface MigrationSource {
  readonly text: string;
  readonly dialect: ToolId;
  /** Properties that lead to the servers. */
  readonly root: readonly string[];
}

export interface MigrationPlan {
  /** Names of the servers that are in the target afterwards, including those that it already had. */
  readonly moved: readonly string[];
  /** Names of the servers that stay. */
  readonly left: readonly string[];
  /** Changes of the target, whose text is empty if it doesn't exist. */
  readonly target: readonly Change[];
  /** Changes that remove the moved servers from the source. */
  readonly source: readonly Change[];
  /** True if nothing is left in the source then. */
  readonly isEmptied: boolean;
  /** What is different, in plain text. */
  readonly report: string;
}

/** Returns the number of servers in a file; 0 if it can't be read. */
export function serverCount({ text, root }: MigrationSource): number {
  return liveMembers(root.reduce<JsonNode | undefined>(memberValue, parseText(text).root)).size;
}

/**
 * @param targetText the text of `.mcp.json`; undefined if it doesn't exist
 * @param readers the agents that read `.mcp.json`
 * @throws ConversionError if one of the files can't be read or written safely
 */
export function planMigration(
  { text, dialect, root }: MigrationSource,
  targetText: string | undefined,
  readers: readonly AgentFacts[],
): MigrationPlan {
  const tree = readJson(text);
  const servers = root.reduce<JsonNode | undefined>(memberValue, tree);
  const members = servers?.type === 'object' ? servers.members : [];
  const found = members.map((member) => ({ member, entry: entryOfMember(member) }));
  const promptNames = promptNamesIn(
    found.map(({ entry }) => entry),
    emptiedBy(sharedFormat),
  );
  const remarks = new Remarks(text);
  const counts = groupBy(members, ({ key }) => key.value);
  const target = new Target(targetText);
  const entries: NewEntry[] = [];
  const gone: Member[] = [];
  for (const { member, entry } of found) {
    const { name, at } = entry;
    const own = new Remarks(text);
    const skip = (reason: string): void => own.add('skipped', { server: name, at }, reason);
    if ((counts.get(name)?.length ?? 0) > 1) skip(l10n.t('The file contains several servers with this name.'));
    if (repeatsKeys(member.value)) skip(l10n.t('A property is set twice.'));
    if (member.value?.type !== 'object') skip(l10n.t("The entry isn't an object."));
    const value = sharedEntry(entry, { dialect, prompts: promptsIn(tree), promptNames, remarks: own }, readers);
    for (const field of secretFields(value)) skip(sharedSecret(field, '.mcp.json'));
    const { isThere, obstacle } = target.compare(name, value);
    if (obstacle !== undefined) skip(obstacle);
    const isLeft = own.all.some(({ kind }) => kind === 'skipped' || kind === 'lost');
    // The target keeps its own type.
    remarks.include(own.all.filter(({ kind, field }) => (isLeft ? kind !== 'changed' : !isThere || field !== 'type')));
    if (isLeft) continue;
    gone.push(member);
    if (isThere) continue;
    for (const reason of differencesOf(name, value, readers)) remarks.add('changed', { server: name, at }, reason);
    entries.push({ server: { name, label: name, transport: 'stdio', fields: value, at }, value });
    target.add(name, value);
  }
  const layout = { ...layoutOf(targetText ?? text), onLines: undefined };
  const { changes } =
    entries.length === 0
      ? { changes: [] }
      : merge(entries, { text: targetText, root: 'mcpServers', strictNames: false, collision: 'skip', layout });
  const emptied = withoutServers(text, tree, servers, gone);
  const moved = gone.map(({ key }) => key.value);
  return {
    moved,
    left: members.filter((member) => !gone.includes(member)).map(({ key }) => key.value),
    target: changes,
    ...emptied,
    report: [
      list(l10n.t('In .mcp.json'), moved),
      remarksInWords(remarks.all),
      list(l10n.t("Comments that .mcp.json can't contain"), lostComments(text, emptied)),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  };
}

/** Returns what the agents make differently of a new entry. */
function differencesOf(name: string, value: ValueMap, readers: readonly AgentFacts[]): readonly string[] {
  const { root } = parseText(print(new Map([[name, value]]), { step: '', eol: ' ' }));
  const [member] = liveMembers(root).values();
  return member === undefined ? [] : differencesIn(member.key, member.value, readers).map(({ message }) => message);
}

const list = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${line.replaceAll(/\r?\n/g, '\n  ')}\n`).join('')}`;

function repeatsKeys(node: JsonNode | undefined): boolean {
  if (node?.type === 'array') return node.items.some(repeatsKeys);
  return node?.type === 'object' && node.members.some(({ live, value }) => !live || repeatsKeys(value));
}

/** The servers in `.mcp.json`. */
class Target {
  readonly #servers: Map<string, Value>;
  /** Names by their lower-case form, because VS Code compares them so. */
  readonly #names: Map<string, string>;

  /** @throws ConversionError if an agent couldn't read what is added */
  constructor(text: string | undefined) {
    this.#servers = serversOfTarget(text);
    this.#names = new Map(Array.from(this.#servers.keys(), (name) => [name.toLowerCase(), name]));
  }

  compare(name: string, value: ValueMap): { readonly isThere: boolean; readonly obstacle?: string } {
    const known = this.#servers.get(name);
    const other = this.#names.get(name.toLowerCase());
    if (known !== undefined)
      return areEqual(meaningOf(known), meaningOf(value))
        ? { isThere: true }
        : { isThere: false, obstacle: l10n.t('The target already contains a different server with this name.') };
    if (other === undefined) return { isThere: false };
    const obstacle = l10n.t('The target already contains {0}, which is the same name in VS Code.', quote(other));
    return { isThere: false, obstacle };
  }

  add(name: string, value: ValueMap): void {
    this.#servers.set(name, value);
    this.#names.set(name.toLowerCase(), name);
  }
}

/** @throws ConversionError if an agent couldn't read what is added */
function serversOfTarget(text: string | undefined): Map<string, Value> {
  if (text === undefined || text.trim() === '') return new Map();
  const { root, faults } = parseText(text);
  const [fault] = faults;
  if (fault !== undefined)
    throw targetError(l10n.t("The target isn't strict JSON (line {0}). Fix it first.", lineOf(text, fault.offset)));
  const map = liveMembers(root).get('mcpServers');
  if (map === undefined && [...liveMembers(root).values()].some(({ value }) => hasEndpoint(value)))
    throw targetError(l10n.t('The servers in the target aren\'t in "mcpServers". Fix it first.'));
  const servers = [...liveMembers(map?.value)];
  return new Map(servers.map(([name, { value }]) => [name, valueIn(value) ?? null] as const));
}

/** Returns what two entries have in common if they start the same server. */
function meaningOf(entry: Value): Value {
  if (!isMap(entry)) return entry;
  const rest = [...entry].filter(
    ([, value]) => !(isMap(value) ? value.size === 0 : isList(value) && value.length === 0),
  );
  const written = textOf(entry.get('type'));
  const implied = entry.has('command') ? 'stdio' : transportOfAddress(textOf(entry.get('url')));
  return new Map([...rest, ['type', written === undefined ? implied : (transportMeant(written) ?? written)]]);
}

/** Removes servers, and the inputs that only they use. */
function withoutServers(
  text: string,
  tree: JsonNode,
  servers: JsonNode | undefined,
  gone: readonly Member[],
): { readonly source: readonly Change[]; readonly isEmptied: boolean } {
  if (servers?.type !== 'object' || gone.length === 0) return { source: [], isEmptied: false };
  const ofServers = removeMembers(text, servers, gone);
  const source = [...ofServers, ...unusedInputs(text, tree, text, applyChanges(text, ofServers))];
  if (damageIn(parseText(applyChanges(text, source))) !== undefined)
    throw targetError(l10n.t("The servers can't be removed from the file. Format it first."));
  const others = [...liveMembers(readJson(applyChanges(text, source)))];
  const isEmptied = others.every(
    ([key, { value }]) => key === '$schema' || (value === undefined ? true : isBlank(value)),
  );
  return { source, isEmptied: isEmptied && tree.type === 'object' };
}

const isBlank = (node: JsonNode): boolean =>
  (node.type === 'object' && node.members.length === 0) || (node.type === 'array' && node.items.length === 0);

/** Returns the comments that are removed with the servers, or with the file. */
function lostComments(
  text: string,
  { source, isEmptied }: { readonly source: readonly Change[]; readonly isEmptied: boolean },
): readonly string[] {
  const isCut = (comment: Span): boolean =>
    source.some((change) => comment.offset >= change.offset && endOf(comment) <= endOf(change));
  return commentsIn(text)
    .filter((comment) => isEmptied || isCut(comment))
    .map(({ offset, length }) => text.slice(offset, offset + length).trim());
}

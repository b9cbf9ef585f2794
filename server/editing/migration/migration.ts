/** Moves the servers of another file to `.mcp.json`, which several agents read. Pure: texts in, changes and report out. */
import * as l10n from '@vscode/l10n';
import type { ToolId } from '../../../common/generated/tools.ts';
import { groupBy } from '../../../common/group-by.ts';
import { differencesIn } from '../../agents/differences.ts';
import { quote } from '../../config/language.ts';
import { endOf, type JsonNode, liveMembers, type Member, memberValue, type Span } from '../../config/text/json.ts';
import { parseText } from '../../config/text/parse.ts';
import { hasEndpoint } from '../../convert/detect-format.ts';
import { merge, type NewEntry, targetError } from '../../convert/merge.ts';
import { lineOf, Remarks, remarksInWords } from '../../convert/remarks.ts';
import { secretFields, sharedSecret } from '../../convert/secrets.ts';
import { commentsIn, damageIn, readJson } from '../../convert/tree.ts';
import { areEqual, layoutOf, print, type Value, type ValueMap, valueIn } from '../../convert/value.ts';
import { applyChanges, type Change } from '../../fixes/fix.ts';
import { removeMembers } from '../../fixes/members.ts';
import type { AgentFacts } from '../../tools/agent-facts.ts';
import { meaningOf, type SharedEntry, sharedEntry } from '../shared-entry.ts';
import { Inputs } from './migration-inputs.ts';

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
  source: MigrationSource,
  targetText: string | undefined,
  readers: readonly AgentFacts[],
): MigrationPlan {
  const tree = readJson(source.text);
  const servers = source.root.reduce<JsonNode | undefined>(memberValue, tree);
  const members = servers?.type === 'object' ? servers.members : [];
  const inputs = new Inputs(tree, source.text, source.dialect, readers);
  const remarks = new Remarks(source.text);
  const counts = groupBy(members, ({ key }) => key.value);
  const target = new Target(targetText);
  const entries: NewEntry[] = [];
  const gone: Member[] = [];
  const left: string[] = [];
  for (const member of members) {
    const { key } = member;
    const name = key.value;
    const subject = { server: name, at: key };
    const context = { dialect: source.dialect, readers, variableOf: inputs.variableOf };
    const shared = sharedEntry(name, valueIn(member.value), context);
    const { isThere, obstacle } = target.compare(name, shared.value);
    const obstacles = [
      ...((counts.get(name)?.length ?? 0) > 1 ? [l10n.t('The file contains several servers with this name.')] : []),
      ...(repeatsKeys(member.value) ? [l10n.t('A property is set twice.')] : []),
      ...(obstacle === undefined ? [] : [obstacle]),
      ...secretFields(shared.value).map((field) => sharedSecret(field, '.mcp.json')),
      ...shared.obstacles,
    ];
    for (const each of obstacles) remarks.add('skipped', subject, each);
    if (obstacles.length > 0) {
      left.push(name);
      continue;
    }
    gone.push(member);
    report(isThere ? withoutType(shared) : shared, name, member, remarks);
    if (isThere) continue;
    const { value } = shared;
    for (const reason of differencesOf(name, value, readers)) remarks.add('changed', subject, reason);
    entries.push({ server: { name, label: name, transport: 'stdio', fields: value, at: key }, value });
    target.add(name, value);
  }
  const layout = { ...layoutOf(targetText ?? source.text), onLines: undefined };
  const { changes } =
    entries.length === 0
      ? { changes: [] }
      : merge(entries, { text: targetText, root: 'mcpServers', strictNames: false, collision: 'skip', layout });
  const emptied = withoutServers(source.text, tree, servers, gone, inputs);
  const moved = gone.map(({ key }) => key.value);
  return {
    moved,
    left,
    target: changes,
    ...emptied,
    report: [
      list(l10n.t('In .mcp.json'), moved),
      remarksInWords(remarks.all),
      list(l10n.t("Comments that .mcp.json can't contain"), lostComments(source.text, emptied)),
      list(l10n.t('Environment variables to set'), inputs.inWords(gone, source.text)),
    ]
      .filter((part) => part !== '')
      .join('\n'),
  };
}

/** The target keeps its own. */
const withoutType = (shared: SharedEntry): SharedEntry => ({
  ...shared,
  notes: shared.notes.filter(({ field }) => field !== 'type'),
});

/** Returns what the agents make differently of a new entry. */
function differencesOf(name: string, value: ValueMap, readers: readonly AgentFacts[]): readonly string[] {
  const { root } = parseText(print(new Map([[name, value]]), { step: '', eol: ' ' }));
  const [member] = liveMembers(root).values();
  return member === undefined ? [] : differencesIn(member.key, member.value, readers).map(({ message }) => message);
}

function report({ notes }: SharedEntry, server: string, { key, value }: Member, remarks: Remarks): void {
  for (const { field, reason } of notes) {
    const at = liveMembers(value).get(field.replace(/[.[].*/s, ''))?.key ?? key;
    remarks.add('changed', { server, field, at }, reason);
  }
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

/** Removes servers, and the inputs that only they use. */
function withoutServers(
  text: string,
  tree: JsonNode,
  servers: JsonNode | undefined,
  gone: readonly Member[],
  inputs: Inputs,
): { readonly source: readonly Change[]; readonly isEmptied: boolean } {
  if (servers?.type !== 'object' || gone.length === 0) return { source: [], isEmptied: false };
  const ofServers = removeMembers(text, servers, gone);
  const source = [...ofServers, ...inputs.removal(text, applyChanges(text, ofServers))];
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

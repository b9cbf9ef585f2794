/** Walks a document and runs on each node the rules that apply to it. */
import { wordSet } from '../../common/guards.ts';
import { isTextField, stringsIn } from '../config/format/expandable-strings.ts';
import type { FieldInfo, Transport } from '../config/format/field.ts';
import { fieldSet, type SetName, transports } from '../config/format/format.ts';
import { type Group, hasField } from '../config/format/group.ts';
import type { ConfigDocument } from '../config/servers/document.ts';
import type { ParsedServer, ServerEntry } from '../config/servers/server-entry.ts';
import { type JsonNode, liveMembers, liveObjects, type Member, type ObjectNode } from '../config/text/json.ts';
import type { RuleContext } from './context.ts';
import { withoutRepetition } from './readers.ts';
import type { FieldRule, NodeRule, Problem, Report, RuleInfo, ServerRule, TextRule } from './rule.ts';
import { rulesByNode } from './rule-list.ts';
import { flatServers, foreignServers } from './top-level.ts';

/** A rule that is on in a context, and how it reports. */
interface Active<R extends RuleInfo> {
  readonly rule: R;
  readonly report: Report;
}

/** What to check of one field of one kind of object. */
interface FieldChecks {
  readonly info: FieldInfo | undefined;
  readonly server: readonly Active<ServerRule>[];
  readonly value: readonly Active<FieldRule>[];
  readonly text: readonly Active<TextRule>[];
}

type Table = ReadonlyMap<string, FieldChecks>;

/** What to check of the servers of one transport besides their fields. */
interface ServerChecks {
  readonly any: readonly Active<ServerRule>[];
  readonly fields: Table;
}

/** Returns the rules that a context doesn't turn off. @param add receives their problems */
export function activeRules<R extends RuleInfo>(
  rules: readonly R[],
  context: RuleContext,
  add: (problem: Problem) => void,
): readonly Active<R>[] {
  return rules.flatMap((rule) => {
    const { code, tag } = rule;
    const severity = context.severities?.[code] ?? rule.severity;
    if (severity === 'off' || rule.appliesIn?.(context) === false) return [];
    const report: Report = ({ offset, length }, message, fixes, related, isPlain) =>
      add({
        code,
        severity,
        message,
        offset,
        length,
        ...(tag !== undefined && isPlain !== true && { tag }),
        ...(related !== undefined && { related }),
        ...(fixes !== undefined && { fixes }),
      });
    return [{ rule, report }];
  });
}

/** Runs all of these rules that the context doesn't turn off on one node. */
export function runRules<Node>(
  rules: readonly NodeRule<Node>[],
  node: Node,
  context: RuleContext,
  add: (problem: Problem) => void,
): void {
  for (const { rule, report } of activeRules(rules, context, add)) rule.check(node, report, context);
}

/** Rules for the strings of servers under another tool's root property. */
const inEveryFormat = wordSet('literal-secret credentials-in-url machine-path foreign-variable');

/** Runs the rules that are active in one context. */
export class RuleRunner {
  readonly #context: RuleContext;
  #problems: Problem[] = [];
  readonly #active;
  /** By transport; made for the first server of each. */
  readonly #servers = new Map<Transport, ServerChecks>();
  readonly #groups = new Map<SetName, Table>();

  constructor(context: RuleContext) {
    this.#context = context;
    const active = <R extends RuleInfo>(rules: readonly R[]) =>
      activeRules(rules, context, (problem) => this.#problems.push(problem));
    this.#active = {
      syntax: active(rulesByNode.syntax),
      top: active(rulesByNode.top),
      entry: active(rulesByNode.entry),
      object: active(rulesByNode.object),
      server: active(rulesByNode.server),
      misplaced: active(rulesByNode.misplaced),
      key: active(rulesByNode.key),
      field: active(rulesByNode.field),
      text: active(rulesByNode.text),
    };
  }

  /** Returns the problems outside the servers of the format. */
  top(document: ConfigDocument): readonly Problem[] {
    this.#problems = [];
    for (const { rule, report } of this.#active.syntax) rule.check(document, report, this.#context);
    if (document.damaged) return this.#problems;
    for (const { rule, report } of this.#active.top) rule.check(document, report, this.#context);
    if (document.top !== undefined) this.#fields(document.top);
    if (document.root !== undefined && document.repeatsKeys)
      for (const object of objectsOutsideServers(document.root)) this.#object(object);
    const problems = this.#problems;
    const flat =
      this.#context.level === 'plugin' ? flatServers(document).flatMap((entry) => this.entry(entry, document)) : [];
    return [...problems, ...flat, ...foreignServers(document).flatMap((entry) => this.#foreignEntry(entry))];
  }

  /** Returns the problems of one entry, which don't depend on the rest of the document. */
  entry(entry: ServerEntry, { repeatsKeys }: Pick<ConfigDocument, 'repeatsKeys'>): readonly Problem[] {
    this.#problems = [];
    if (!entry.live) return this.#problems;
    for (const { rule, report } of this.#active.entry) rule.check(entry, report, this.#context);
    if (entry.damaged || entry.value === undefined) return this.#problems;
    if (repeatsKeys) for (const object of liveObjects(entry.value)) this.#object(object);
    const { parsed } = entry;
    if (parsed !== undefined) this.#server(parsed, entry);
    return withoutRepetition(this.#problems, entry);
  }

  #server(server: ParsedServer, entry: ServerEntry): void {
    const { any, fields } = this.#checksOf(server.transport);
    const { group, choice, misplaced } = server;
    for (const { rule, report } of any) {
      const { choice: wanted = choice, lacks } = rule.on;
      if (wanted !== choice || (lacks !== undefined && hasField(group, lacks))) continue;
      rule.check(server, entry, report, this.#context);
    }
    for (const [name, member] of group.fields) {
      const checks = fields.get(name);
      if (checks === undefined) continue;
      for (const { rule, report } of checks.server) rule.check(server, entry, report, this.#context);
      if (member.value === undefined) continue;
      this.#value(member, member.value, checks, group);
      if (checks.text.length > 0) this.#text(name, member.value, checks.text, entry);
    }
    for (const field of misplaced)
      for (const { rule, report } of this.#active.misplaced) rule.check(field, server, report, this.#context);
    this.#unknownKeys(group);
    for (const inner of [server.auth, server.oauth]) {
      if (inner === undefined) continue;
      this.#unknownKeys(inner);
      this.#fields(inner);
    }
  }

  #unknownKeys(group: Group): void {
    for (const unknownKey of group.unknownKeys) {
      for (const { rule, report } of this.#active.key) rule.check(unknownKey, group, report, this.#context);
    }
  }

  #fields(group: Group): void {
    const { place } = group;
    if (place === 'server') return;
    let table = this.#groups.get(place);
    if (table === undefined) {
      table = new Map(fieldSet(place).fields.map((info) => [info.name, this.#checksOfField(info, place)]));
      this.#groups.set(place, table);
    }
    for (const [name, member] of group.fields) {
      const checks = table.get(name);
      if (checks !== undefined && member.value !== undefined) this.#value(member, member.value, checks, group);
    }
  }

  #value({ key, colon, live }: Member, value: JsonNode, { info, value: rules }: FieldChecks, group: Group): void {
    if (info === undefined || rules.length === 0) return;
    const field = { key, colon, value, live, info };
    for (const { rule, report } of rules) rule.check(field, group, report, this.#context);
  }

  /** @param name of the field */
  #text(name: string, value: JsonNode, rules: readonly Active<TextRule>[], entry: ServerEntry): void {
    if (!isTextField(name)) return;
    for (const text of stringsIn(name, value)) {
      const { marks: own = all } = text.node;
      const marks = text.key === undefined ? own : own | (text.key.marks ?? all);
      for (const { rule, report } of rules)
        if (rule.on.marks === undefined || (rule.on.marks & marks) !== 0)
          rule.check(text, entry, report, this.#context);
    }
  }

  #object(object: ObjectNode): void {
    for (const { rule, report } of this.#active.object) rule.check(object, report, this.#context);
  }

  /** Returns the problems that matter in every format. */
  #foreignEntry(entry: ServerEntry): readonly Problem[] {
    this.#problems = [];
    if (!entry.live || entry.damaged || entry.parsed === undefined) return [];
    const { transport, group } = entry.parsed;
    const { fields } = this.#checksOf(transport);
    for (const [name, { value }] of group.fields)
      if (value !== undefined) this.#text(name, value, fields.get(name)?.text ?? [], entry);
    const problems = this.#problems.filter(({ code }) => inEveryFormat.has(code));
    if (this.#context.tool === undefined) return problems;
    // These fixes write the variables of Oh My Pi; the others, those of the tool.
    return problems.map(({ fixes, ...problem }) =>
      fixes === undefined || problem.code === 'foreign-variable' ? problem : { ...problem, fixes },
    );
  }

  #checksOf(transport: Transport): ServerChecks {
    const known = this.#servers.get(transport);
    if (known !== undefined) return known;
    const isProcess = transport === 'stdio';
    const server = this.#active.server.filter(({ rule: { on } }) => (on.isProcess ?? isProcess) === isProcess);
    const own = fieldSet(transport).fields;
    // A server with both "command" and "url" has the fields of all transports.
    const others = transports.flatMap((other) =>
      fieldSet(other).fields.filter(({ name }) => !own.some((info) => info.name === name)),
    );
    const fields = new Map(
      [...others, ...own].map((info) => [
        info.name,
        {
          ...this.#checksOfField(info, 'server'),
          server: server.filter(({ rule }) => rule.on.has === info.name),
          text: this.#active.text.filter(
            ({ rule: { on } }) => isTextField(info.name) && (on.fields ?? [info.name]).includes(info.name),
          ),
        },
      ]),
    );
    const checks: ServerChecks = { any: server.filter(({ rule }) => rule.on.has === undefined), fields };
    this.#servers.set(transport, checks);
    return checks;
  }

  #checksOfField(info: FieldInfo, place: Group['place']): FieldChecks {
    return { info, server: [], value: this.#active.field.filter(({ rule }) => rule.on(info, place)), text: [] };
  }
}

/** The marks of a string that wasn't scanned for them. */
const all = -1;

/** Yields the objects outside the map of servers, which a separate rule checks. */
function* objectsOutsideServers(root: JsonNode): Generator<ObjectNode> {
  if (root.type !== 'object') return yield* liveObjects(root);
  yield root;
  for (const [name, { value }] of liveMembers(root)) {
    if (value !== undefined && !(name === 'mcpServers' && value.type === 'object')) yield* liveObjects(value);
  }
}

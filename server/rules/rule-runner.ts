/** Walks a document and runs each rule on the nodes that it checks. */
import { wordSet } from '../../common/guards.ts';
import type { ConfigDocument } from '../config/document.ts';
import type { Field, Group } from '../config/group.ts';
import { type JsonNode, liveMembers, liveObjects, type ObjectNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import type { RuleContext } from './context.ts';
import type { FilledField, Problem, Report, Rule } from './rule.ts';
import { rulesByNode } from './rule-list.ts';
import { flatServers, foreignServers } from './top.ts';

/** Returns a function that runs on one node all of these rules that the context doesn't turn off. */
export function activeRules<Nodes extends readonly unknown[]>(
  rules: readonly Rule<Nodes>[],
  context: RuleContext,
  add: (problem: Problem) => void,
): (...nodes: Nodes) => void {
  const active = rules.flatMap((rule) => {
    const { code, tag } = rule;
    const severity = context.severities?.[code] ?? rule.severity;
    if (severity === 'off') return [];
    const report: Report = ({ offset, length }, message, fixes, related) =>
      add({
        code,
        severity,
        message,
        offset,
        length,
        ...(tag !== undefined && { tag }),
        ...(related !== undefined && { related }),
        ...(fixes !== undefined && { fixes }),
      });
    return [{ rule, report }];
  });
  return (...nodes) => {
    for (const { rule, report } of active) rule.check(...nodes, report, context);
  };
}

/** Rules for the strings of servers under another tool's root property. */
const inEveryFormat = wordSet('literal-secret credentials-in-url foreign-variable');

/** Runs the rules that are active in one context. */
export class RuleRunner {
  #problems: Problem[] = [];
  readonly #isOtherTools: boolean;
  readonly #isPlugin: boolean;
  readonly #check;

  constructor(context: RuleContext) {
    this.#isOtherTools = context.tool !== undefined;
    this.#isPlugin = context.level === 'plugin';
    const active = <Nodes extends readonly unknown[]>(rules: readonly Rule<Nodes>[]) =>
      activeRules(rules, context, (problem) => this.#problems.push(problem));
    this.#check = {
      syntax: active(rulesByNode.syntax),
      top: active(rulesByNode.top),
      entry: active(rulesByNode.entry),
      server: active(rulesByNode.server),
      key: active(rulesByNode.key),
      field: active(rulesByNode.field),
      text: active(rulesByNode.text),
      object: active(rulesByNode.object),
    };
  }

  /** Returns the problems outside the servers of the format. */
  top(document: ConfigDocument): readonly Problem[] {
    this.#problems = [];
    this.#check.syntax(document);
    if (document.damaged) return this.#problems;
    this.#check.top(document);
    if (document.top !== undefined) this.#checkFields(document.top);
    if (document.root !== undefined)
      for (const object of objectsOutsideServers(document.root)) this.#check.object(object);
    const problems = this.#problems;
    const flat = this.#isPlugin ? flatServers(document).flatMap((entry) => this.entry(entry)) : [];
    return [...problems, ...flat, ...foreignServers(document).flatMap((entry) => this.#foreignEntry(entry))];
  }

  /** Returns the problems of one entry, which don't depend on the rest of the document. */
  entry(entry: ServerEntry): readonly Problem[] {
    this.#problems = [];
    if (!entry.live) return [];
    this.#check.entry(entry);
    if (entry.damaged || entry.value === undefined) return this.#problems;
    for (const object of liveObjects(entry.value)) this.#check.object(object);
    const { parsed } = entry;
    if (parsed === undefined) return this.#problems;
    this.#check.server(parsed, entry);
    for (const group of [parsed.group, parsed.auth, parsed.oauth]) {
      if (group === undefined) continue;
      for (const unknownKey of group.unknownKeys) this.#check.key(unknownKey, group);
      this.#checkFields(group);
    }
    for (const text of entry.texts) this.#check.text(text, entry);
    return this.#problems;
  }

  /** Returns the problems that matter in every format. Fixes use the variables of the agent's format. */
  #foreignEntry(entry: ServerEntry): readonly Problem[] {
    this.#problems = [];
    if (!entry.live || entry.damaged) return [];
    for (const text of entry.texts) this.#check.text(text, entry);
    const problems = this.#problems.filter(({ code }) => inEveryFormat.has(code));
    return this.#isOtherTools ? problems.map(({ fixes: _, ...problem }) => problem) : problems;
  }

  #checkFields(group: Group): void {
    for (const field of group.fields.values()) if (isFilled(field)) this.#check.field(field, group);
  }
}

function isFilled(field: Field): field is FilledField {
  return field.value !== undefined;
}

/** Yields the objects outside the map of servers, which a separate rule checks. */
function* objectsOutsideServers(root: JsonNode): Generator<ObjectNode> {
  if (root.type !== 'object') return yield* liveObjects(root);
  yield root;
  for (const [name, { value }] of liveMembers(root)) {
    if (value !== undefined && !(name === 'mcpServers' && value.type === 'object')) yield* liveObjects(value);
  }
}

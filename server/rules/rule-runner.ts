/** Walks a document and runs each rule on the nodes that it checks. */
import type { ConfigDocument } from '../config/document.ts';
import type { ExpandableString } from '../config/expandable-strings.ts';
import type { FieldInfo } from '../config/field.ts';
import type { Field, Group } from '../config/group.ts';
import { type JsonNode, liveMembers, liveObjects, type ObjectNode } from '../config/json.ts';
import type { ServerEntry } from '../config/server.ts';
import type { RuleContext } from './context.ts';
import type { FieldRule, FilledField, Problem, Report, Rule, ServerRule, TextRule } from './rule.ts';
import {
  entryRules,
  fieldRules,
  groupRules,
  objectRules,
  serverRules,
  syntaxRules,
  textRules,
  topRules,
} from './rule-list.ts';

const runners = new WeakMap<RuleContext, RuleRunner>();

/** Returns the runner for a context; cached, because the active rules depend only on the context. */
export function ruleRunnerFor(context: RuleContext): RuleRunner {
  let runner = runners.get(context);
  if (runner === undefined) {
    runner = new RuleRunner(context);
    runners.set(context, runner);
  }
  return runner;
}

/** An enabled rule with its report function. */
interface Active<R extends Rule> {
  readonly rule: R;
  readonly report: Report;
}

/** Runs the rules that are active in one context. */
class RuleRunner {
  #problems: Problem[] = [];
  /** Nodes to visit; empty between walks. */
  readonly #waiting: JsonNode[] = [];
  readonly #context: RuleContext;
  readonly #syntax;
  readonly #top;
  readonly #entry;
  readonly #server;
  readonly #group;
  readonly #field;
  readonly #byField = new Map<FieldInfo, readonly Active<FieldRule>[]>();
  readonly #text;
  readonly #object;

  constructor(context: RuleContext) {
    this.#context = context;
    this.#syntax = this.#active(syntaxRules);
    this.#top = this.#active(topRules);
    this.#entry = this.#active(entryRules);
    const server = this.#active<ServerRule>(serverRules);
    this.#server = {
      process: server.filter(({ rule }) => rule.only !== 'endpoint'),
      endpoint: server.filter(({ rule }) => rule.only !== 'process'),
    };
    this.#group = this.#active(groupRules);
    this.#field = this.#active<FieldRule>(fieldRules);
    this.#text = this.#active<TextRule>(textRules);
    this.#object = this.#active(objectRules);
  }

  #active<R extends Rule>(all: readonly R[]): readonly Active<R>[] {
    return all.flatMap((rule) => {
      const { code, tag } = rule;
      const severity = this.#context.severities?.[code] ?? rule.severity;
      if (severity === 'off') return [];
      const about = tag === undefined ? { code, severity } : { code, severity, tag };
      const report: Report = ({ offset, length }, message, details) => {
        this.#problems.push({ ...about, offset, length, message, ...details });
      };
      return [{ rule, report }];
    });
  }

  /** Returns the problems that a part of the walk reports. */
  collectProblems(walk: () => void): readonly Problem[] {
    this.#problems = [];
    walk();
    return this.#problems;
  }

  /** Checks everything outside the servers. */
  top(document: ConfigDocument): void {
    for (const { rule, report } of this.#syntax) rule.check(document, report, this.#context);
    if (document.damaged) return;
    for (const { rule, report } of this.#top) rule.check(document, report, this.#context);
    if (document.top !== undefined) this.#checkGroup(document.top);
    if (document.root !== undefined)
      for (const object of objectsOutsideServers(document.root)) this.#checkObject(object);
  }

  /** Checks one entry, independent of the rest of the document. */
  entry(entry: ServerEntry): void {
    if (!entry.live) return;
    for (const { rule, report } of this.#entry) rule.check(entry, report, this.#context);
    if (entry.damaged || entry.value === undefined) return;
    this.#checkObjects(entry.value);
    const { parsed } = entry;
    if (parsed === undefined) return;
    const credentials = parsed.auth !== undefined || parsed.oauth !== undefined;
    for (const { rule, report } of this.#server[parsed.transport === 'stdio' ? 'process' : 'endpoint']) {
      if (credentials || rule.only !== 'credentials') rule.check(parsed, entry, report, this.#context);
    }
    this.#checkGroup(parsed.group);
    if (parsed.auth !== undefined) this.#checkGroup(parsed.auth);
    if (parsed.oauth !== undefined) this.#checkGroup(parsed.oauth);
    for (const text of entry.texts) this.#checkText(text, entry);
  }

  #checkText(text: ExpandableString, entry: ServerEntry): void {
    for (const { rule, report } of this.#text) rule.check(text, entry, report, this.#context);
  }

  #checkGroup(group: Group): void {
    if (group.unknownKeys.length > 0)
      for (const { rule, report } of this.#group) rule.check(group, report, this.#context);
    for (const field of group.fields.values())
      if (isFilled(field))
        for (const { rule, report } of this.#fieldRules(field.info)) rule.check(field, group, report, this.#context);
  }

  #fieldRules(info: FieldInfo): readonly Active<FieldRule>[] {
    let found = this.#byField.get(info);
    if (found === undefined) {
      found = this.#field.filter(({ rule }) => rule.concerns?.(info) ?? true);
      this.#byField.set(info, found);
    }
    return found;
  }

  /** Visits the same objects as `liveObjects`; faster without a generator per server. */
  #checkObjects(start: JsonNode): void {
    const waiting = this.#waiting;
    waiting.push(start);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === 'object') {
        this.#checkObject(node);
        for (const { live, value } of node.members)
          if (live && value !== undefined && isContainer(value)) waiting.push(value);
      } else if (node.type === 'array') {
        for (const item of node.items) if (isContainer(item)) waiting.push(item);
      }
    }
  }

  #checkObject(object: ObjectNode): void {
    for (const { rule, report } of this.#object) rule.check(object, report, this.#context);
  }
}

const isContainer = ({ type }: JsonNode): boolean => type === 'object' || type === 'array';

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

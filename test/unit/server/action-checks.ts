/** Checks for all offered code actions: each solves its problem and loses no data. */
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ConfigDocument } from '../../../server/config/document.ts';
import type { Span } from '../../../server/config/json.ts';
import { fixAllKind } from '../../../server/features/announced-kinds.ts';
import { codeActions, type FixableDocument } from '../../../server/features/code-actions.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import type { Problem } from '../../../server/rules/rule.ts';
import { lostBetween, namedIn } from './data-loss.ts';
import { type Facts, factsOf } from './facts.ts';

export type ViolationKind =
  | 'breaks the JSON'
  | 'leaves its diagnostic'
  | 'adds errors'
  | 'loses data without saying so'
  | 'removes data and is preferred'
  | 'removes data with many fixes at once'
  | 'loses comments'
  | 'merges servers'
  | 'makes a duplicate key'
  | 'changes nothing'
  | 'contradicts its message'
  | 'is offered for a diagnostic that it cannot fix'
  | 'changes the final newline'
  | 'leaves fixes to make';

export interface Violation {
  readonly kind: ViolationKind;
  readonly code: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly lost?: readonly string[];
}

const uri = 'file:///project/.mcp.json';

function open(text: string, context: RuleContext): FixableDocument {
  return {
    text: TextDocument.create(uri, 'mcp-config', 1, text),
    config: new ConfigDocument(text),
    options: { context },
    capabilities: {},
    commands: false,
  };
}

/** Returns all code actions offered for a text. */
export function actionsFor(text: string, context: RuleContext = {}): readonly CodeAction[] {
  const document = open(text, context);
  const range = { start: { line: 0, character: 0 }, end: document.text.positionAt(text.length) };
  return [undefined, [fixAllKind]].flatMap((only) =>
    codeActions(document, { textDocument: { uri }, range, context: { diagnostics: [], ...(only && { only }) } }),
  );
}

/** Returns the text after an action. */
export function textAfter(text: string, { edit }: CodeAction): string {
  return TextDocument.applyEdits(TextDocument.create(uri, 'mcp-config', 1, text), edit?.changes?.[uri] ?? []);
}

/** Returns the violations of all code actions offered for a text, and the number of actions. */
export function judge(text: string, context: RuleContext = {}): { offered: number; violations: readonly Violation[] } {
  const actions = actionsFor(text, context);
  const before = read(text, context);
  return { offered: actions.length, violations: actions.flatMap((action) => violationsOf(before, action, context)) };
}

interface Read {
  readonly text: string;
  readonly config: ConfigDocument;
  readonly problems: readonly Problem[];
  readonly facts: Facts;
  readonly errors: number;
}

function read(text: string, context: RuleContext): Read {
  const config = new ConfigDocument(text);
  const problems = allProblems(check(config, context));
  return { text, config, problems, facts: factsOf(text), errors: errorsIn(problems) };
}

const errorsIn = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === 'error').length;

function violationsOf(before: Read, action: CodeAction, context: RuleContext): readonly Violation[] {
  const after = read(textAfter(before.text, action), context);
  const { title, isPreferred, diagnostics = [], kind } = action;
  const found: Violation[] = [];
  const code = kind === fixAllKind ? 'source.fixAll' : String(diagnostics[0]?.code);
  const add = (violation: ViolationKind, lost?: readonly string[]): void => {
    found.push({ kind: violation, code, title, before: before.text, after: after.text, ...(lost && { lost }) });
  };
  const many = kind === fixAllKind || title.startsWith('Fix all');
  if (after.text === before.text) add('changes nothing');
  if (after.config.faults.length > before.config.faults.length) add('breaks the JSON');
  // After a syntax error, the tree is only a guess.
  const sound = before.config.faults.every(({ damaging }) => !damaging);
  if (!many) {
    if (!diagnostics.every((diagnostic) => isGone(diagnostic, before, after))) add('leaves its diagnostic');
    if (diagnostics.some((diagnostic) => contradicts(diagnostic, action))) add('contradicts its message');
  } else if (kind !== fixAllKind) {
    const fixable = (problem: Diagnostic): boolean =>
      actionsAt(before, problem, context).some((other) => other !== title && !other.startsWith('Fix all'));
    if (diagnostics.length === 0 || !diagnostics.every(fixable)) add('is offered for a diagnostic that it cannot fix');
    if (before.facts.repeated === 0 && countOf(after, code) >= countOf(before, code)) add('leaves its diagnostic');
  } else if (actionsFor(after.text, context).some((other) => other.kind === fixAllKind)) add('leaves fixes to make');
  if (!sound) return found;
  if (after.facts.repeated > before.facts.repeated) add('makes a duplicate key');
  const hidden =
    hiddenErrors(before, context) + (/^(?:Rename|Move|Convert) /.test(title) ? under(before, diagnostics) : 0);
  if (before.facts.repeated === 0 && after.errors > before.errors + hidden) add('adds errors');
  if (/\n$/.test(before.text) !== /\n$/.test(after.text)) add('changes the final newline');
  const removed = namedIn(title);
  const gone = before.facts.servers.length - after.facts.servers.length;
  if (gone > 0 && removed === undefined && code !== 'disabled-stub') add('merges servers');
  // A comment inside a member goes with it, if the title names the member.
  const comments = missing(before.facts.comments, after.facts.comments);
  const silently = removed === undefined || isPreferred === true || many;
  if (comments.length > 0 && silently && code !== 'json-comment') add('loses comments', comments);
  const places = before.problems.filter((problem) => (kind === fixAllKind ? true : problem.code === code));
  const spans = many ? places : places.filter(({ message }) => diagnostics.some((each) => each.message === message));
  const lost = lostBetween(before.facts, after.facts, { code, spans, title });
  const silent = lost.filter(({ named }) => !named).map(({ value }) => value);
  if (silent.length > 0) add('loses data without saying so', silent);
  if (lost.length > 0 && isPreferred === true)
    add(
      'removes data and is preferred',
      lost.map(({ value }) => value),
    );
  if (lost.length > 0 && many)
    add(
      'removes data with many fixes at once',
      lost.map(({ value }) => value),
    );
  return found;
}

/** What is in the first list more often than in the second one. */
function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

const countOf = ({ problems }: Read, code: string): number =>
  problems.filter((problem) => problem.code === code).length;

function actionsAt(before: Read, { range, code }: Diagnostic, context: RuleContext): readonly string[] {
  const document = open(before.text, context);
  const actions = codeActions(document, { textDocument: { uri }, range, context: { diagnostics: [] } });
  return actions
    .filter(({ diagnostics = [] }) =>
      diagnostics.some(
        (each) =>
          each.code === code &&
          each.range.start.line === range.start.line &&
          each.range.start.character === range.start.character,
      ),
    )
    .map(({ title }) => title);
}

function isGone({ code, message }: Diagnostic, before: Read, after: Read): boolean {
  const count = ({ problems }: Read): number =>
    problems.filter((problem) => problem.code === code && problem.message === message).length;
  // Removing a member makes an earlier one with the same name effective.
  return before.facts.repeated > 0 ? count(after) <= count(before) : count(after) < count(before);
}

const literal = String.raw`("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*\d|-?\d|true|false|null)`;

/** True if an action writes another value than its message names, or removes what the message says to move. */
function contradicts(diagnostic: Diagnostic, { title, isPreferred }: CodeAction): boolean {
  const message = String(diagnostic.message);
  const said = new RegExp(`Use ${literal}\\.$`).exec(message)?.[1];
  const does = new RegExp(`^Change to ${literal}$`).exec(title)?.[1];
  if (isPreferred === true && said !== undefined && does !== undefined && said !== does) return true;
  return /\bmove\b/i.test(message) && !/\bremove\b/i.test(message) && title.startsWith('Remove');
}

/** Counts errors in servers that weren't reported, because the servers are in the wrong place. */
function hiddenErrors({ config }: Read, context: RuleContext): number {
  const { root } = config;
  if (root?.type !== 'object') return 0;
  const inMap = (name: string, value: Span): number => {
    const text = `{"mcpServers":{${JSON.stringify(name)}:${config.text.slice(value.offset, value.offset + value.length)}}}`;
    return errorsIn(allProblems(check(new ConfigDocument(text), context)));
  };
  return root.members
    .filter(({ key }) => key.value !== 'mcpServers')
    .flatMap(({ key, value }) => {
      if (value?.type === 'object')
        return [inMap(key.value, value), ...value.members.map((inner) => inMap(inner.key.value, inner.value ?? value))];
      return value?.type === 'array' ? value.items.map((item) => inMap('a', item)) : [];
    })
    .reduce((sum, count) => sum + count, 0);
}

/** Counts values under the key of an action, which weren't checked because the key was wrong. */
function under({ text, config, facts }: Read, [diagnostic]: readonly Diagnostic[]): number {
  if (diagnostic === undefined) return 0;
  const at = TextDocument.create(uri, 'mcp-config', 1, text).offsetAt(diagnostic.range.start);
  const key = config.text.slice(at).match(/^"((?:[^"\\]|\\.)*)"/)?.[1] ?? '';
  return facts.leaves.filter(({ path }) => path.includes(key)).length;
}

/** Returns a text for a failed test: each kind of violation with its number and first example. */
export function summaryOf(violations: readonly Violation[]): string {
  const kinds = new Map<string, Violation[]>();
  for (const violation of violations) {
    const id = `${violation.kind} [${violation.code}]`;
    kinds.set(id, [...(kinds.get(id) ?? []), violation]);
  }
  return [...kinds]
    .map(([id, all]) => {
      const [first] = all;
      const lost = first?.lost === undefined ? '' : ` lost ${JSON.stringify(first.lost).slice(0, 200)}`;
      return `${all.length} × ${id}: ${first?.title}${lost}\n  ${first?.before.slice(0, 4000)}\n→ ${first?.after.slice(0, 4000)}`;
    })
    .join('\n');
}

/** Checks for all offered code actions: each solves its problem and loses no data. */
import type { CodeAction, Diagnostic } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { ConfigDocument } from '../../../server/config/servers/document.ts';
import { isUsualName } from '../../../server/config/variables/variable-syntax.ts';
import { pasteInto } from '../../../server/convert/paste.ts';
import { fixAllKind } from '../../../server/features/announced-kinds.ts';
import { codeActions, type FixableDocument } from '../../../server/features/edits/code-actions.ts';
import { applyChanges } from '../../../server/fixes/fix.ts';
import { allProblems, check } from '../../../server/rules/check.ts';
import type { RuleContext } from '../../../server/rules/context.ts';
import { fixedText } from '../../../server/rules/fix-all.ts';
import type { Problem } from '../../../server/rules/rule.ts';
import { lostBetween, namedIn } from './data-loss.ts';
import { type Facts, factsOf } from './facts.ts';

export type ViolationKind =
  | 'breaks the JSON'
  | 'leaves its diagnostic'
  | 'adds errors'
  | 'makes a name that no variable can have'
  | 'loses data without saying so'
  | 'removes data and is preferred'
  | 'removes data with many fixes at once'
  | 'loses comments'
  | 'merges servers'
  | 'loses a server'
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
  const safe = title === 'Fix all clear problems';
  const code = kind === fixAllKind ? 'source.fixAll' : safe ? 'all-safe' : String(diagnostics[0]?.code);
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
  } else if (safe) {
    // It is also offered for problems that it doesn't fix.
    if (diagnostics.some((diagnostic) => !isGone(diagnostic, before, after))) add('leaves its diagnostic');
  } else if (kind !== fixAllKind) {
    const fixable = (problem: Diagnostic): boolean =>
      actionsAt(before, problem, context).some((other) => other !== title && !other.startsWith('Fix all'));
    if (diagnostics.length === 0 || !diagnostics.every(fixable)) add('is offered for a diagnostic that it cannot fix');
    if (before.facts.repeated === 0 && countOf(after, code) >= countOf(before, code)) add('leaves its diagnostic');
  } else if (actionsFor(after.text, context).some((other) => other.kind === fixAllKind)) add('leaves fixes to make');
  if (!sound) return found;
  if (after.facts.repeated > before.facts.repeated) add('makes a duplicate key');
  if (after.errors > before.errors) add('adds errors');
  if (impossibleVariables(before, after).length > 0) add('makes a name that no variable can have');
  if (/\n$/.test(before.text) !== /\n$/.test(after.text)) add('changes the final newline');
  const removed = namedIn(title);
  // An entry that only disables a server can become an item of a list.
  const listed = Math.max(0, listedIn(after) - listedIn(before));
  const gone = before.facts.servers.length - after.facts.servers.length - listed;
  if (gone > 0 && removed === undefined && code !== 'disabled-stub') add('merges servers');
  // A comment inside a member goes with it, if the title names the member.
  const comments = missing(before.facts.comments, after.facts.comments);
  const silently = removed === undefined || isPreferred === true || many;
  if (comments.length > 0 && silently && code !== 'json-comment') add('loses comments', comments);
  const places = before.problems.filter((problem) => kind === fixAllKind || safe || problem.code === code);
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

/** Returns the violations of all ways to apply many fixes at once: `fix`, and `fix --also` with each code and with all. */
export function judgeMany(text: string, context: RuleContext): { offered: number; violations: readonly Violation[] } {
  const before = read(text, context);
  const codes = [...new Set(before.problems.map(({ code }) => code))];
  const ways = [[], ...codes.map((code) => [code]), codes];
  const violations = ways.flatMap((also) => {
    const after = read(fixedText(text, context, also), context);
    return damageIn(before, after).map((kind): Violation => {
      const code = also.length > 1 ? 'all codes' : (also[0] ?? 'no code');
      return { kind, code, title: `fix --also ${code}`, before: text, after: after.text };
    });
  });
  return { offered: ways.length, violations };
}

/** Returns the violations of a paste. @param at the offset; nothing is judged if nothing can be pasted there */
export async function judgePaste(
  text: string,
  pasted: string,
  at: number,
): Promise<{ offered: number; violations: readonly Violation[] }> {
  const paste = await pasteInto(new ConfigDocument(text), at, pasted);
  if (paste === undefined) return { offered: 0, violations: [] };
  const [before, after] = [read(text, {}), read(applyChanges(text, paste.changes), {})];
  // What is pasted can have such a name itself.
  const isNew = impossibleVariables({ text: pasted }, after).length > 0;
  const kinds = damageIn(before, after).filter((kind) => isNew || kind !== 'makes a name that no variable can have');
  return {
    offered: 1,
    violations: kinds.map((kind) => ({ kind, code: 'paste', title: 'Paste', before: text, after: after.text })),
  };
}

/** Returns what no change may do. */
function damageIn(before: Read, after: Read): readonly ViolationKind[] {
  const kinds: ViolationKind[] = [];
  if (after.config.faults.length > before.config.faults.length) kinds.push('breaks the JSON');
  // After a syntax error, the tree is only a guess, and its fix makes the rest readable.
  if (before.config.faults.some(({ damaging }) => damaging)) return kinds;
  if (after.errors > before.errors) kinds.push('adds errors');
  // An entry that only disables a server can become an item of a list.
  const listed = Math.max(0, listedIn(after) - listedIn(before));
  if (after.facts.servers.length + listed < before.facts.servers.length) kinds.push('loses a server');
  if (impossibleVariables(before, after).length > 0) kinds.push('makes a name that no variable can have');
  return kinds;
}

const listedIn = ({ facts }: Read): number => facts.leaves.filter(({ path }) => path[0] === 'disabledServers').length;

/** What is in the first list more often than in the second one. */
function missing(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((each) => {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Returns the new variables whose names aren't usual on any system. */
function impossibleVariables(before: Pick<Read, 'text'>, after: Pick<Read, 'text'>): readonly string[] {
  const names = ({ text }: Pick<Read, 'text'>) => Array.from(text.matchAll(/\$\{([^{}:"]*)/g), ([, name = '']) => name);
  const known = new Set(names(before));
  return names(after).filter((name) => !known.has(name) && !isUsualName(name));
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

/** textDocument/codeAction: fixes for the problems in a range, for all problems of one kind, and all clear ones. */
import * as l10n from '@vscode/l10n';
import type {
  ClientCapabilities,
  CodeAction,
  CodeActionParams,
  Diagnostic,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { groupBy } from '../../../common/group-by.ts';
import { wordSet } from '../../../common/guards.ts';
import { clientCommands } from '../../../common/messages/client-commands.ts';
import { quote } from '../../config/language.ts';
import { ConfigDocument } from '../../config/servers/document.ts';
import { rangeOf } from '../../config/servers/open-document.ts';
import type { ServerEntry } from '../../config/servers/server-entry.ts';
import { endOf } from '../../config/text/json.ts';
import { convertInPlace } from '../../convert/in-place.ts';
import { applyChanges, type Change, type Fix } from '../../fixes/fix.ts';
import { allProblems, check, findingsIn } from '../../rules/check.ts';
import type { RuleContext } from '../../rules/context.ts';
import { formatCodes } from '../../rules/dialect.ts';
import { bestFix, kindChanges, safeChanges, sureChanges, usableFixes } from '../../rules/fix-all.ts';
import type { Problem } from '../../rules/rule.ts';
import { rules } from '../../rules/rule-list.ts';
import type { DiagnoseOptions } from '../../workspace/diagnose-options.ts';
import { fixAllKind, quickFix } from '../announced-kinds.ts';
import { toDiagnostic } from '../diagnostics.ts';
import { workspaceEditOf } from './workspace-edit.ts';

/** A document, with what determines the actions that can be offered. */
export interface FixableDocument {
  readonly text: TextDocument;
  readonly config: ConfigDocument;
  readonly options: DiagnoseOptions;
  readonly capabilities: ClientCapabilities;
  /** The editor has the commands of `serverCommands`. */
  readonly commands: boolean;
}

/** Data for resolving the edit of an action that was sent without it. */
interface DeferredEdit {
  readonly uri: string;
  readonly version: number;
  readonly code: string;
}

/** Maximum number of problems in a range for which actions are offered one by one. No menu can show more. */
const mostProblems = 200;

/** Maximum number of problems in a range to find out whether a conversion is the better fix of each. */
const mostCompared = 10;

/** Returns the actions for a range of a document, the preferred ones of each problem first. */
export function codeActions(open: FixableDocument, { range, context }: CodeActionParams): CodeAction[] {
  const wanted = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const actions: CodeAction[] = [];
  if (wanted(quickFix)) {
    const start = open.text.offsetAt(range.start);
    const end = open.text.offsetAt(range.end);
    const isHere = ({ span: { offset, length } }: ServerEntry): boolean => offset <= end && offset + length >= start;
    const { problems } = check(open.config, open.options.context, isHere);
    const here = problems
      .filter(({ offset, length }) => offset <= end && offset + length >= start)
      .slice(0, mostProblems);
    const convert = conversionOnce(open, here.length <= mostCompared);
    const [first = [], ...others] = here.map((problem) => quickFixes(open, problem, convert));
    // In second place, so that a few keys are enough.
    actions.push(...first.slice(0, 1), ...safeFixes(open, here), ...first.slice(1), ...others.flat());
    actions.push(...kindFixes(open, here));
    if (isAboutVariable(open.text, context) && !here.some(({ code }) => aboutAgents.has(code)))
      actions.push(...diagnosisAt(open, start));
  }
  // Only on explicit request; otherwise, editors would show it everywhere.
  if (context.only !== undefined && wanted(fixAllKind)) {
    const changes = safeChanges(open.text.getText(), open.options.context);
    if (changes.length > 0)
      actions.push({ title: l10n.t('Fix all auto-fixable problems'), kind: fixAllKind, edit: editOf(open, changes) });
  }
  return actions;
}

type Conversion = NonNullable<ReturnType<typeof convertInPlace>> & {
  /** True if it can be compared with the other fixes of a problem. */
  readonly isComparable: boolean;
};

/** Converts a document when it's first asked for, and not again for each of its problems. */
function conversionOnce({ text }: FixableDocument, isComparable: boolean): () => Conversion | undefined {
  let result: { readonly conversion: Conversion | undefined } | undefined;
  return () => {
    if (result === undefined) {
      const conversion = convertInPlace(text.getText(), text.uri);
      result = { conversion: conversion && { ...conversion, isComparable } };
    }
    return result.conversion;
  };
}

function quickFixes(
  open: FixableDocument,
  problem: Problem,
  convert: () => Conversion | undefined,
): readonly CodeAction[] {
  const fixes = usableFixes(open.config, problem, open.options.context);
  const diagnostics = [toDiagnostic(open.text, problem, open.options)];
  // A converted file of another tool would no longer work in that tool.
  const converts = formatCodes.has(problem.code) && open.options.context?.tool === undefined;
  const converted = converts ? conversionAction(open, problem, fixes, convert()) : undefined;
  const actions = fixes.map(({ title, changes, preferred }) => ({
    title,
    kind: quickFix,
    diagnostics,
    ...(preferred === true && converted?.isPreferred !== true && { isPreferred: true }),
    edit: editOf(open, changes),
  }));
  const diagnosis = aboutAgents.has(problem.code)
    ? diagnosisAt(open, problem.offset).map((action) => ({ ...action, diagnostics }))
    : [];
  if (converted === undefined) return [...actions, ...diagnosis];
  const action = { ...converted, diagnostics };
  return action.isPreferred === true ? [action, ...actions, ...diagnosis] : [...actions, action, ...diagnosis];
}

/** Findings about what an agent makes of a server. */
const aboutAgents = wordSet('reader-difference agent-property agent-type');

/** True for a finding of VS Code itself, which has no source and no fix: a variable that it doesn't replace in this file. */
export const isAboutVariable = (
  text: TextDocument,
  { diagnostics }: { readonly diagnostics: readonly Diagnostic[] },
): boolean => diagnostics.some(({ source, range }) => source === undefined && text.getText(range).includes('$'));

/** Shows the whole chain to each agent, in editors with our command. It can define the server where variables are replaced. */
function diagnosisAt({ text, config, commands }: FixableDocument, offset: number): readonly CodeAction[] {
  if (!commands) return [];
  const server = config.servers.find(({ live, span }) => live && offset >= span.offset && offset < endOf(span));
  if (server === undefined) return [];
  const title = l10n.t('Diagnose {0}', quote(server.name));
  return [
    { title, kind: quickFix, command: { title, command: clientCommands.diagnose, arguments: [text.uri, server.name] } },
  ];
}

/**
 * Converts a file in another format to Oh My Pi's, if all servers and supported values can be kept. Preferred if the
 * other fixes would leave errors. Editors with our command show what couldn't be converted.
 */
function conversionAction(
  open: FixableDocument,
  problem: Problem,
  fixes: readonly Fix[],
  result: Conversion | undefined,
): CodeAction | undefined {
  const { text, options, commands } = open;
  if (result === undefined) return undefined;
  const format = l10n.t('Convert to Oh My Pi format');
  const title = result.removed.length === 0 ? format : l10n.t('{0} and remove {1}', format, result.removed.join(', '));
  const hasErrors = (after: string): boolean =>
    allProblems(check(new ConfigDocument(after), options.context)).some(({ severity }) => severity === 'error');
  const best = fixes.find(({ preferred }) => preferred === true);
  const isPreferred =
    result.isComparable &&
    problem.severity === 'error' &&
    result.removed.length === 0 &&
    (best === undefined || hasErrors(applyChanges(text.getText(), best.changes))) &&
    !hasErrors(result.text);
  const action = { title, kind: quickFix, ...(isPreferred && { isPreferred }) };
  if (commands) return { ...action, command: { title, command: clientCommands.convert, arguments: [text.uri] } };
  return { ...action, edit: editOf(open, result.changes) };
}

/** Maximum length in characters of a file for which all of its fixes are computed to find out whether there are several. */
const longestFixed = 200_000;

/** What fixes all problems of a document whose fix needs no decision. */
interface SureFixes {
  readonly changes: readonly Change[];
  readonly isFixed: (problem: Problem) => boolean;
}

/** Computed once for a text, because editors ask for actions after each move of the cursor. */
const sureFixesOf = new WeakMap<
  ConfigDocument,
  { readonly context: RuleContext | undefined; readonly fixes: SureFixes | undefined }
>();

/** Returns undefined if there aren't several problems to fix. */
function sureFixesIn({ text, config, options: { context } }: FixableDocument): SureFixes | undefined {
  const known = sureFixesOf.get(config);
  if (known !== undefined && known.context === context) return known.fixes;
  const fixes = computeSureFixes(config, text.getText(), context);
  sureFixesOf.set(config, { context, fixes });
  return fixes;
}

function computeSureFixes(
  config: ConfigDocument,
  text: string,
  context: RuleContext | undefined,
): SureFixes | undefined {
  const changes = sureChanges(text, context);
  if (changes.length === 0) return undefined;
  const countsOf = (problems: readonly Problem[]) => groupBy(problems, ({ code, message }) => `${code} ${message}`);
  const after = allProblems(check(new ConfigDocument(applyChanges(text, changes)), context));
  const before = allProblems(check(config, context));
  if (before.length - after.length < 2) return undefined;
  const [left, counts] = [countsOf(after), countsOf(before)];
  const count = (groups: typeof left, { code, message }: Problem): number =>
    groups.get(`${code} ${message}`)?.length ?? 0;
  return { changes, isFixed: (problem) => count(left, problem) < count(counts, problem) };
}

/** Returns the action that fixes all problems whose fix needs no decision, if there are several. */
function safeFixes(open: FixableDocument, here: readonly Problem[]): readonly CodeAction[] {
  if (here.length === 0 || open.config.text.length > longestFixed) return [];
  const sure = sureFixesIn(open);
  if (sure === undefined) return [];
  const diagnostics = here.filter(sure.isFixed).map((problem) => toDiagnostic(open.text, problem, open.options));
  const title = l10n.t('Fix all clear problems');
  const edit = editOf(open, sure.changes);
  return [{ title, kind: quickFix, ...(diagnostics.length > 0 && { diagnostics }), edit }];
}

/** Returns the action "Fix all" for each kind of problem that can be fixed both here and elsewhere. */
function kindFixes(open: FixableDocument, here: readonly Problem[]): readonly CodeAction[] {
  const isFixable = (problem: Problem): boolean => bestFix(open.config, problem, open.options.context) !== undefined;
  const fixable = here.filter(isFixable);
  if (fixable.length === 0) return [];
  const { config, options } = open;
  const codes = new Set(fixable.map(({ code }) => code));
  const hasOne = (entry: ServerEntry): boolean =>
    findingsIn(entry, config, options.context).some(({ code }) => codes.has(code));
  const all = allProblems(check(config, options.context, hasOne));
  return [...codes].flatMap((code): readonly CodeAction[] => {
    const same = all.filter((problem) => problem.code === code && isFixable(problem));
    const title = rules.find((rule) => rule.code === code)?.docs.title;
    if (same.length < 2 || title === undefined) return [];
    const diagnostics = fixable
      .filter((problem) => problem.code === code)
      .map((problem) => toDiagnostic(open.text, problem, open.options));
    const action: CodeAction = { title: l10n.t('Fix all {0}: {1}', same.length, title), kind: quickFix, diagnostics };
    const deferred: DeferredEdit = { uri: open.text.uri, version: open.text.version, code };
    return [
      canDeferEdit(open.capabilities) ? { ...action, data: deferred } : { ...action, edit: kindEdit(open, code) },
    ];
  });
}

function canDeferEdit({ textDocument }: ClientCapabilities): boolean {
  const { resolveSupport, dataSupport } = textDocument?.codeAction ?? {};
  return dataSupport === true && resolveSupport?.properties.includes('edit') === true;
}

function isDeferredEdit(data: unknown): data is DeferredEdit {
  return typeof data === 'object' && data !== null && 'uri' in data && 'version' in data && 'code' in data;
}

/**
 * Computes the edit of an action that was sent without it; adds no edit if the document has changed since then.
 * @param find returns an open document
 */
export function resolveAction(action: CodeAction, find: (uri: string) => FixableDocument | undefined): CodeAction {
  const { data } = action;
  const open = isDeferredEdit(data) ? find(data.uri) : undefined;
  if (open === undefined || data.version !== open.text.version) return action;
  return { ...action, edit: kindEdit(open, data.code) };
}

function kindEdit(open: FixableDocument, code: string): WorkspaceEdit {
  return editOf(open, kindChanges(open.text.getText(), open.options.context, [code]));
}

/** Converts changes to an edit of this version of the document. */
function editOf({ text, capabilities }: FixableDocument, changes: readonly Change[]): WorkspaceEdit {
  const edits = changes.map((change): TextEdit => ({ range: rangeOf({ text }, change), newText: change.text }));
  return workspaceEditOf(capabilities, [{ uri: text.uri, version: text.version, edits }]);
}

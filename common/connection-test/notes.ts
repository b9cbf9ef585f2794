/** What a finished test says about a server besides its lists: one or two sentences each. */
import * as l10n from '@vscode/l10n';
import { ellipsize } from '../text/cut.ts';
import { visible } from '../text/escape.ts';
import type { CapabilityKind } from './capabilities.ts';
import { explainFailure, revisionNote, sseNote, survivorsNote } from './explain.ts';
import { type Flaw, hasNameless, type InvalidField, type InvalidItem } from './flaw.ts';
import { speaksOhMyPiRevision, type TestResult } from './result.ts';

/** Maximum number of characters of a list of names. */
const longest = 300;
/** Number of invalid items that are named. */
const namedItems = 5;

/** Returns what Oh My Pi does differently from the test, and what else the server supports. */
export function notesOf(result: TestResult): readonly string[] {
  const { transport, revisions, extensions, leftOut, unset, survivors } = result;
  const notes: string[] = [];
  if (!speaksOhMyPiRevision(revisions)) notes.push(revisionNote(revisions));
  if (survivors.length > 0) notes.push(survivorsNote(survivors));
  if (transport === 'sse') notes.push(sseNote());
  if (extensions.length > 0) notes.push(l10n.t('Supports the extensions {0}.', names(extensions)));
  if (leftOut.length > 0) notes.push(l10n.t('Skipped because the value comes from a command: {0}.', names(leftOut)));
  return [...notes, ...unsetNotes(unset)];
}

/** Names the variables that aren't set, also for a test that failed. */
export const unsetNotes = (unset: readonly string[]): readonly string[] =>
  unset.length === 0 ? [] : [l10n.t('Variables not set: {0}.', names(unset))];

const names = (list: readonly string[]): string => visible(ellipsize(list.join(', '), longest));

/** Says what is wrong, and what that means for agents. */
export function flawText(flaw: Flaw): string {
  switch (flaw.kind) {
    case 'list':
      return l10n.t(
        "{0} can't be listed. Oh My Pi uses the rest. {1}",
        listName(flaw.list),
        explainFailure(flaw.failure),
      );
    case 'items':
      return `${itemsText(flaw.list, flaw.items)} ${consequence(flaw)}`;
    case 'initialize':
      return l10n.t(
        'The response to "initialize" is invalid: {0}. Oh My Pi accepts it; Gemini CLI doesn\'t connect.',
        flaw.fields.slice(0, namedItems).map(fieldText).join(', '),
      );
    case 'ids':
      return l10n.t(
        'The IDs of responses have another type than those of requests. Oh My Pi waits for a response until the request times out.',
      );
  }
}

function consequence({ list, items }: Extract<Flaw, { kind: 'items' }>): string {
  if (list !== 'tools') return l10n.t('Oh My Pi uses the list; stricter agents may reject it.');
  return hasNameless(items)
    ? l10n.t("Oh My Pi and OpenCode can't use any tool of this server.")
    : l10n.t('Oh My Pi uses them; OpenCode rejects all tools of this server.');
}

/** "Invalid tools (2): odd (title is null), [3] (name is missing)." */
function itemsText(list: CapabilityKind, items: readonly InvalidItem[]): string {
  const shown = items.slice(0, namedItems).map(({ name, field }) => `${names([name])} (${fieldText(field)})`);
  const more = items.length > shown.length ? ', …' : '';
  return l10n.t('{0}, invalid ({1}): {2}.', listName(list), items.length, shown.join(', ') + more);
}

function fieldText({ path, problem }: InvalidField): string {
  const field = path === '' ? l10n.t('the entry') : visible(path);
  switch (problem) {
    case 'missing':
      return l10n.t('{0} is missing', field);
    case 'null':
      return l10n.t('{0} is null', field);
    case 'invalid':
      return l10n.t('{0} is invalid', field);
  }
}

function listName(list: CapabilityKind): string {
  return {
    tools: l10n.t('Tools'),
    prompts: l10n.t('Prompts'),
    resources: l10n.t('Resources'),
    resourceTemplates: l10n.t('Resource templates'),
  }[list];
}

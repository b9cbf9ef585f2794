/** Tree items of a connection test. All names and texts come from the server, so they're plain text. */
import { l10n, ThemeColor, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from 'vscode';
import {
  type CapabilityItem,
  type CapabilityKind,
  capabilityKinds,
} from '../../../../common/connection-test/capabilities.ts';
import { explainFailure, survivorsNote } from '../../../../common/connection-test/explain.ts';
import { flawText, notesOf, unsetNotes } from '../../../../common/connection-test/notes.ts';
import { isUsable, type TestResult } from '../../../../common/connection-test/result.ts';
import { comparisonText } from '../../../../common/tool-lock/lock-text.ts';
import { rowItem } from '../../../shared/list/row.ts';
import { duration, oneLine, plainText } from '../../../shared/text/format.ts';
import { warningIcon } from '../appearance.ts';
import { changesKey, findingsItem, lockItem, numbered } from '../lock/lock-items.ts';
import {
  compared,
  type FailedOutcome,
  type LockState,
  type Outcome,
  type OutcomeViewModel,
  type PassedOutcome,
  type TestItem,
  type TestItems,
} from './test-results.ts';

export function outcomeViewModel(outcome: Outcome): OutcomeViewModel {
  const lock = compared(outcome)?.lock;
  return {
    change: lock?.kind === 'changed' ? comparisonText(lock.comparison) : '',
    text: outcomeText(outcome),
    isSuspicious: isSuspicious(outcome),
    hasFailed: outcome.kind === 'failed',
    children: itemsOf(outcome),
  };
}

/** True if the user should review the server's tools. */
export function isSuspicious(outcome: Outcome | undefined): boolean {
  const lock = compared(outcome)?.lock;
  if (lock?.kind === 'changed' || lock?.kind === 'failed') return true;
  // Locking accepts the findings.
  return outcome?.kind === 'passed' && outcome.findings.length > 0 && outcome.lock.kind !== 'same';
}

function itemsOf(outcome: Outcome): TestItems {
  if (outcome.kind === 'running') return new Map();
  if (outcome.kind === 'failed') return new Map([['outcome', { item: failureItem(outcome) }]]);
  if (outcome.kind === 'remembered') return lockItems(outcome.lock, l10n.t('when last tested'));
  const rows = new Map<string, TestItem>([['outcome', { item: resultItem(outcome) }]]);
  for (const [index, flaw] of outcome.result.flaws.entries())
    rows.set(`flaw${index}`, { item: flawItem(flawText(flaw)) });
  for (const [key, item] of lockItems(outcome.lock)) rows.set(key, item);
  if (outcome.findings.length > 0) rows.set('findings', findingsItem(outcome.findings));
  for (const kind of capabilityKinds) {
    const items = outcome.result[kind];
    // Every server with resources lists templates, often none.
    if (items !== undefined && (items.length > 0 || kind !== 'resourceTemplates'))
      rows.set(kind, capabilityItems(kind, items));
  }
  return rows;
}

/** Returns no row if the server isn't compared with a lock. @param time when it was, if that wasn't in this window */
function lockItems(lock: LockState, time?: string): TestItems {
  const row = lockItem(lock, time);
  // A separate key, because VS Code keeps a row collapsed that had no children before.
  return new Map(row && [[lock.kind === 'changed' ? changesKey : 'lock', row]]);
}

function capabilityItems(kind: CapabilityKind, items: readonly CapabilityItem[]): TestItem {
  const [name, icon] = {
    tools: [l10n.t('Tools'), 'tools'] as const,
    prompts: [l10n.t('Prompts'), 'comment'] as const,
    resources: [l10n.t('Resources'), 'file'] as const,
    resourceTemplates: [l10n.t('Resource Templates'), 'file-code'] as const,
  }[kind];
  const item = rowItem(name, {
    collapsibleState: TreeItemCollapsibleState.Collapsed,
    description: String(items.length),
    iconPath: new ThemeIcon(icon),
  });
  return { item, children: numbered(items.map(capabilityItem)) };
}

function capabilityItem({ name, title, description, uri }: CapabilityItem): TreeItem {
  const about = description ?? title ?? uri ?? '';
  const lines = [name, title, uri, description].flatMap((text) => (text === undefined ? [] : plainText(text)));
  return rowItem(oneLine(name), {
    ...(about.trim() !== '' && { description: oneLine(about, 200) }),
    tooltip: lines.join('\n'),
    contextValue: 'capabilityItem',
  });
}

/** Short outcome for the description of the server's row. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'running':
      return l10n.t('testing…');
    case 'remembered':
      return '';
    case 'failed':
      return l10n.t('test failed');
    case 'passed': {
      const count = outcome.result.tools?.length;
      return count === 1 ? l10n.t('1 tool') : l10n.t('{0} tools', count ?? 0);
    }
  }
}

/** Returns the server's name and version, the revisions of the protocol, and the startup time in one line. */
export function introduction({ server, revisions, initialized }: TestResult): string {
  const who = oneLine(`${server.name} ${server.version}`.trim());
  return l10n.t('{0} · MCP {1} · ready in {2}', who, oneLine(revisions.join(', '), 60), duration(initialized / 1000));
}

function resultItem({ result, lock, current }: PassedOutcome): TreeItem {
  const notes = notesOf(result);
  return rowItem(introduction(result), {
    iconPath: isUsable(result)
      ? new ThemeIcon('debug-connected', new ThemeColor('testing.iconPassed'))
      : new ThemeIcon('warning', new ThemeColor('list.warningForeground')),
    tooltip: [introduction(result), ...notes, plainText(result.instructions ?? '')].filter(Boolean).join('\n'),
    ...(notes.length > 0 && { description: notes.join(' ') }),
    contextValue: lock.kind === 'none' && typeof current !== 'string' ? 'outcome unlocked' : 'outcome',
  });
}

function flawItem(text: string): TreeItem {
  return rowItem(oneLine(text, 300), {
    iconPath: warningIcon(),
    tooltip: plainText(text),
    contextValue: 'flaw',
  });
}

function failureItem({ failure, survivors, unset }: FailedOutcome): TreeItem {
  const text = explainFailure(failure);
  const said = failure.kind === 'exited' ? plainText(failure.stderr) : '';
  const notes = [...unsetNotes(unset), ...(survivors.length > 0 ? [survivorsNote(survivors)] : [])];
  const last = notes.length > 0 ? notes.join(' ') : said.split('\n').at(-1);
  return rowItem(oneLine(text, 300), {
    iconPath: new ThemeIcon('debug-disconnect', new ThemeColor('testing.iconFailed')),
    tooltip: [plainText(text), ...notes, said].filter(Boolean).join('\n\n'),
    ...(last && { description: oneLine(last, 200) }),
    contextValue: 'outcome failed',
  });
}

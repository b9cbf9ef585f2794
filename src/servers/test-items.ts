/** Tree items of a connection test. All names and texts come from the server, so they're plain text. */
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import { explainFailure } from '../../common/connection-test/explain.ts';
import type { TestFailure } from '../../common/connection-test/failure.ts';
import type { CapabilityKind, TestResult } from '../../common/connection-test/result.ts';
import { comparisonText } from '../../common/tool-lock/messages.ts';
import { duration, oneLine, plainText } from '../shared/format.ts';
import { isSuspicious, type Outcome, type PassedOutcome } from './outcome.ts';
import { findingRow, findingsRow, pinChangeRow, pinRow } from './pin-items.ts';
import { listOf, type TestNode } from './test-nodes.ts';
import type { OutcomeRows } from './test-results.ts';

function testRow(node: TestNode, outcome: Outcome | undefined): TreeItem {
  if (outcome?.kind === 'failed') return failureRow(outcome.failure);
  if (outcome?.kind !== 'passed') return new TreeItem('');
  const { result, pin } = outcome;
  switch (node.kind) {
    case 'outcome':
      return resultRow(outcome);
    case 'pin':
      return pinRow(pin);
    case 'pinChange':
      return pinChangeRow(pin, node.index, node);
    case 'findings':
      return findingsRow(outcome);
    case 'finding':
      return findingRow(outcome, node.index);
  }
  if (node.kind === 'capability') {
    const item = new TreeItem(capabilityName(node.capability), TreeItemCollapsibleState.Collapsed);
    item.description = String(listOf(result, node.capability).length);
    item.iconPath = capabilityIcon(node.capability);
    return item;
  }
  const capabilityItem = listOf(result, node.capability)[node.index];
  if (capabilityItem === undefined) return new TreeItem('');
  const { name, title, description, uri } = capabilityItem;
  const item = new TreeItem(oneLine(name));
  item.description = oneLine(description ?? title ?? uri ?? '', 200).replace('(unnamed)', '');
  item.tooltip = [name, title, uri, description]
    .flatMap((text) => text ?? [])
    .map((text) => plainText(text))
    .join('\n');
  item.contextValue = 'capabilityItem';
  return item;
}

export const outcomeRows: OutcomeRows = {
  row: testRow,
  summary: (outcome) => ({
    change: outcome.kind === 'passed' && outcome.pin.kind === 'changed' ? comparisonText(outcome.pin.comparison) : '',
    text: outcomeText(outcome),
    isSuspicious: isSuspicious(outcome),
  }),
};

/** Short outcome for the description of the server's row. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'running':
      return l10n.t('testing…');
    case 'failed':
      return l10n.t('test failed');
    case 'passed': {
      const count = outcome.result.tools?.length;
      return count === 1 ? l10n.t('1 tool') : l10n.t('{0} tools', count ?? 0);
    }
  }
}

/** Returns the server's name and version, the protocol version, and the startup time in one line. */
export function introduction({ server, protocol, initialized }: TestResult): string {
  const who = oneLine(`${server.name} ${server.version}`.trim());
  return l10n.t('{0} · MCP {1} · ready in {2}', who, oneLine(protocol, 20), duration(initialized / 1000));
}

function resultRow({ result, pin, current }: PassedOutcome): TreeItem {
  const item = new TreeItem(introduction(result));
  item.iconPath = new ThemeIcon('debug-connected', new ThemeColor('testing.iconPassed'));
  const notes = notesOf(result);
  item.tooltip = [introduction(result), ...notes, plainText(result.instructions ?? '')].filter(Boolean).join('\n');
  if (notes.length > 0) item.description = notes.join(' ');
  item.contextValue = pin.kind === 'none' && typeof current !== 'string' ? 'outcome unpinned' : 'outcome';
  return item;
}

/** Returns how the test differed from a start by Oh My Pi. */
function notesOf({ leftOut, unset }: Pick<TestResult, 'leftOut' | 'unset'>): readonly string[] {
  const notes: string[] = [];
  if (leftOut.length > 0)
    notes.push(l10n.t('Skipped because the value comes from a command: {0}.', leftOut.join(', ')));
  if (unset.length > 0) notes.push(l10n.t('Variables not set: {0}.', unset.join(', ')));
  return notes;
}

function failureRow(failure: TestFailure): TreeItem {
  const text = explainFailure(failure);
  const item = new TreeItem(oneLine(text, 300));
  item.iconPath = new ThemeIcon('debug-disconnect', new ThemeColor('testing.iconFailed'));
  const said = failure.kind === 'exited' ? plainText(failure.stderr) : '';
  item.tooltip = [plainText(text), said].filter(Boolean).join('\n\n');
  if (said !== '') item.description = oneLine(said.split('\n').at(-1) ?? '', 200);
  item.contextValue = 'outcome failed';
  return item;
}

function capabilityName(capability: CapabilityKind): string {
  switch (capability) {
    case 'tools':
      return l10n.t('Tools');
    case 'prompts':
      return l10n.t('Prompts');
    case 'resources':
      return l10n.t('Resources');
    case 'resourceTemplates':
      return l10n.t('Resource Templates');
  }
}

function capabilityIcon(capability: CapabilityKind): ThemeIcon {
  return new ThemeIcon(
    { tools: 'tools', prompts: 'comment', resources: 'file', resourceTemplates: 'file-code' }[capability],
  );
}

/** Tree items for `mcp-lock.json` and suspicious texts. Names and texts come from the server, so they're escaped. */
import { l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { visible } from '../../common/escape.ts';
import type { Comparison } from '../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../common/tool-lock/findings.ts';
import {
  changeText,
  comparisonText,
  findingPlace,
  kindName,
  problemText,
  serverChangeTexts,
} from '../../common/tool-lock/messages.ts';
import type { ServerRef } from '../../common/tool-servers.ts';
import { commands } from '../shared/contract.ts';
import { oneLine, plainText } from '../shared/format.ts';
import { warningIcon } from './appearance.ts';
import type { TestNode } from './nodes.ts';
import type { PinState } from './outcome.ts';
import type { TestRow, TestRows } from './test-results.ts';

/** Key of the row with the changes since tools were pinned. */
export const changesKey = 'pinChanges';

/** Returns rows without children, named by their index. */
export function numbered(items: readonly TreeItem[]): TestRows {
  return new Map(items.map((item, index) => [String(index), { item }]));
}

/** Row below a server that shows whether its tools match the pinned ones; undefined if they weren't compared. */
export function pinRow(pin: PinState, at: ServerRef): TestRow | undefined {
  switch (pin.kind) {
    case 'none':
    case 'overridden':
      return undefined;
    case 'same': {
      const item = new TreeItem(l10n.t('No changes since pinned'));
      item.iconPath = new ThemeIcon('lock');
      item.tooltip = l10n.t(
        'Tools, prompts, resource templates, and instructions are as pinned in {0}.',
        'mcp-lock.json',
      );
      item.contextValue = 'pin';
      return { item };
    }
    case 'changed': {
      const item = new TreeItem(comparisonText(pin.comparison), TreeItemCollapsibleState.Expanded);
      item.iconPath = warningIcon();
      item.tooltip = l10n.t(
        'Descriptions are instructions for the model. Review each change, then select "Pin Again" to accept them in {0}.',
        'mcp-lock.json',
      );
      item.contextValue = 'pin changed';
      return { item, children: numbered(changeItems(pin.comparison, at)) };
    }
    case 'failed': {
      const item = new TreeItem(oneLine(pin.message, 300));
      item.iconPath = warningIcon();
      item.tooltip = plainText(pin.message);
      item.contextValue = 'pin failed';
      if (pin.place) {
        const { uri, line } = pin.place;
        const start = { line: line - 1, character: 0 };
        const options = { selection: { start, end: start } };
        item.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [Uri.parse(uri), options] };
      }
      return { item };
    }
  }
}

/** Changes of the server itself come first, then those of its tools. */
function changeItems(comparison: Comparison, at: ServerRef): readonly TreeItem[] {
  const compare = (item: TreeItem, index: number) => {
    const node: TestNode = { kind: 'test', at, path: [changesKey, String(index)] };
    item.contextValue = 'pinChange';
    item.command = { command: commands.compareWithPin, title: l10n.t('Compare with Pinned'), arguments: [node] };
  };
  const ofServer = serverChangeTexts(comparison).map((text) => {
    const item = new TreeItem(oneLine(text));
    item.iconPath = new ThemeIcon('diff-modified');
    return item;
  });
  const instructions = comparison.instructions && ofServer.at(-1);
  if (instructions) compare(instructions, ofServer.length - 1);
  const ofTools = comparison.items.map((change, index) => {
    const item = new TreeItem(oneLine(visible(change.name)));
    item.iconPath = new ThemeIcon(
      change.before === undefined ? 'diff-added' : change.after === undefined ? 'diff-removed' : 'diff-modified',
    );
    item.description = changeText(change);
    item.tooltip = [`${kindName(change.kind)}: ${plainText(visible(change.name), 300)}`, changeText(change)].join('\n');
    compare(item, ofServer.length + index);
    return item;
  });
  return [...ofServer, ...ofTools];
}

export function findingsRow(findings: readonly TextFinding[]): TestRow {
  const label = findings.length === 1 ? l10n.t('1 text to review') : l10n.t('{0} texts to review', findings.length);
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = warningIcon();
  item.tooltip = l10n.t('Hidden characters and instructions to the model in what the server tells it.');
  item.contextValue = 'findings';
  return { item, children: numbered(findings.map(findingItem)) };
}

function findingItem(finding: TextFinding): TreeItem {
  const item = new TreeItem(oneLine(finding.item ? visible(finding.item.name) : findingPlace(finding)));
  item.description = oneLine(problemText(finding), 200);
  item.iconPath = new ThemeIcon(finding.problem.kind === 'hidden' ? 'eye-closed' : 'comment');
  item.tooltip = [findingPlace(finding), problemText(finding)].map((text) => plainText(text)).join('\n');
  item.contextValue = 'finding';
  return item;
}

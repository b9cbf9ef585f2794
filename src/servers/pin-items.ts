/** Tree items for `mcp-lock.json` and suspicious texts. Names and texts come from the server, so they're escaped. */
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { visible } from '../../common/escape.ts';
import {
  changeText,
  comparisonText,
  findingPlace,
  kindName,
  problemText,
  serverChangeTexts,
} from '../../common/tool-lock/messages.ts';
import { commands } from '../shared/contract.ts';
import { oneLine, plainText } from '../shared/format.ts';
import type { PassedOutcome, PinState } from './outcome.ts';

const warning = () => new ThemeIcon('warning', new ThemeColor('list.warningForeground'));

/** Row below a server that shows whether its tools match the pinned ones. */
export function pinRow(pin: PinState): TreeItem {
  switch (pin.kind) {
    case 'none':
    case 'overridden':
      return new TreeItem('');
    case 'same': {
      const item = new TreeItem(l10n.t('No changes since pinned'));
      item.iconPath = new ThemeIcon('lock');
      item.tooltip = l10n.t(
        'Tools, prompts, resource templates, and instructions are as pinned in {0}.',
        'mcp-lock.json',
      );
      item.contextValue = 'pin';
      return item;
    }
    case 'changed': {
      const item = new TreeItem(comparisonText(pin.comparison), TreeItemCollapsibleState.Expanded);
      item.iconPath = warning();
      item.tooltip = l10n.t(
        'Descriptions are instructions for the model. Review each change, then select "Pin Again" to accept them in {0}.',
        'mcp-lock.json',
      );
      item.contextValue = 'pin changed';
      return item;
    }
    case 'failed': {
      const item = new TreeItem(oneLine(pin.message, 300));
      item.iconPath = warning();
      item.tooltip = plainText(pin.message);
      item.contextValue = 'pin failed';
      if (pin.place) {
        const { uri, line } = pin.place;
        const at = { line: line - 1, character: 0 };
        const options = { selection: { start: at, end: at } };
        item.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [Uri.parse(uri), options] };
      }
      return item;
    }
  }
}

/** @param argument passed to the command of the row */
export function pinChangeRow(pin: PinState, index: number, argument: unknown): TreeItem {
  if (pin.kind !== 'changed') return new TreeItem('');
  const { comparison } = pin;
  const texts = serverChangeTexts(comparison);
  const text = texts[index];
  const change = comparison.items[index - texts.length];
  const item = new TreeItem(oneLine(text ?? visible(change?.name ?? '')));
  const icon =
    change === undefined || !change.before || !change.after
      ? change?.before
        ? 'diff-removed'
        : 'diff-added'
      : 'diff-modified';
  item.iconPath = new ThemeIcon(change === undefined ? 'diff-modified' : icon);
  if (change !== undefined) {
    item.description = changeText(change);
    item.tooltip = [`${kindName(change.kind)}: ${plainText(visible(change.name), 300)}`, changeText(change)].join('\n');
  }
  const isInstructions = comparison.instructions !== undefined && index === texts.length - 1;
  if (change !== undefined || isInstructions) {
    item.contextValue = 'pinChange';
    item.command = { command: commands.compareWithPin, title: l10n.t('Compare with Pinned'), arguments: [argument] };
  }
  return item;
}

export function findingsRow({ findings }: PassedOutcome): TreeItem {
  const label = findings.length === 1 ? l10n.t('1 text to review') : l10n.t('{0} texts to review', findings.length);
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  item.iconPath = warning();
  item.tooltip = l10n.t('Hidden characters and instructions to the model in what the server tells it.');
  item.contextValue = 'findings';
  return item;
}

export function findingRow({ findings }: PassedOutcome, index: number): TreeItem {
  const finding = findings[index];
  if (finding === undefined) return new TreeItem('');
  const item = new TreeItem(oneLine(finding.item ? visible(finding.item.name) : findingPlace(finding)));
  item.description = oneLine(problemText(finding), 200);
  item.iconPath = new ThemeIcon(finding.problem.kind === 'hidden' ? 'eye-closed' : 'comment');
  item.tooltip = [findingPlace(finding), problemText(finding)].map((text) => plainText(text)).join('\n');
  item.contextValue = 'finding';
  return item;
}

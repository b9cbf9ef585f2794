/** Tree items for `mcp-lock.json` and suspicious texts. Names and texts come from the server, so they're escaped. */
import { l10n, ThemeIcon, type TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import { visible } from '../../../../common/text/escape.ts';
import type { Comparison } from '../../../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../../../common/tool-lock/findings.ts';
import { lockName } from '../../../../common/tool-lock/lock.ts';
import {
  changeText,
  comparisonText,
  findingPlace,
  kindName,
  problemText,
  serverChangeTexts,
} from '../../../../common/tool-lock/lock-text.ts';
import { commands } from '../../../shared/generated/names.ts';
import { rowItem } from '../../../shared/list/row.ts';
import { oneLine, plainText } from '../../../shared/text/format.ts';
import { warningIcon } from '../appearance.ts';
import type { LockPlace, LockState, TestItem, TestItems } from '../testing/test-results.ts';

/** Key of the row with the changes since tools were locked. */
export const changesKey = 'lockChanges';

/** Returns rows without children, named by their index. */
export function numbered(items: readonly TreeItem[]): TestItems {
  return new Map(items.map((item, index) => [String(index), { item }]));
}

/**
 * Row below a server that shows whether its tools match the locked ones; undefined if they weren't compared.
 * @param time when the server was tested, if that wasn't in this window
 */
export function lockItem(lock: LockState, time?: string): TestItem | undefined {
  switch (lock.kind) {
    case 'none':
    case 'overridden':
      return undefined;
    case 'same':
      return {
        item: rowItem(l10n.t('No changes since locked'), {
          iconPath: new ThemeIcon('lock'),
          tooltip: l10n.t('Tools, prompts, resource templates, and instructions are as locked in {0}.', lockName),
          contextValue: 'lock',
        }),
      };
    case 'changed': {
      const item = rowItem(comparisonText(lock.comparison), {
        collapsibleState: TreeItemCollapsibleState.Expanded,
        ...(time !== undefined && { description: time }),
        iconPath: warningIcon(),
        tooltip: l10n.t(
          'Descriptions are instructions for the model. Review each change, then select "Lock Tools of Server" to accept them in {0}.',
          lockName,
        ),
        contextValue: 'lock changed',
      });
      return { item, children: numbered(changeItems(lock.comparison)) };
    }
    case 'failed': {
      const { message, place } = lock;
      const item = rowItem(oneLine(message, 300), {
        iconPath: warningIcon(),
        tooltip: plainText(message),
        contextValue: 'lock failed',
        ...(place && { command: openCommand(place) }),
      });
      return { item };
    }
  }
}

function openCommand({ uri, line }: LockPlace) {
  const start = { line: line - 1, character: 0 };
  const options = { selection: { start, end: start } };
  return { command: 'vscode.open', title: l10n.t('Open'), arguments: [Uri.parse(uri), options] };
}

/** Changes of the server itself come first, then those of its tools. */
function changeItems(comparison: Comparison): readonly TreeItem[] {
  const comparable = {
    contextValue: 'lockChange',
    command: { command: commands.servers.compareWithLock, title: l10n.t('Compare with Locked') },
  };
  const ofServer = serverChangeTexts(comparison).map((text) =>
    rowItem(oneLine(text), { iconPath: new ThemeIcon('diff-modified') }),
  );
  const instructions = comparison.instructions && ofServer.at(-1);
  if (instructions) Object.assign(instructions, comparable);
  const ofTools = comparison.items.map((change) => {
    const { kind, name, before, after } = change;
    const icon = before === undefined ? 'diff-added' : after === undefined ? 'diff-removed' : 'diff-modified';
    return rowItem(oneLine(visible(name)), {
      iconPath: new ThemeIcon(icon),
      description: changeText(change),
      tooltip: `${kindName(kind)}: ${plainText(visible(name), 300)}\n${changeText(change)}`,
      ...comparable,
    });
  });
  return [...ofServer, ...ofTools];
}

export function findingsItem(findings: readonly TextFinding[]): TestItem {
  const label = findings.length === 1 ? l10n.t('1 text to review') : l10n.t('{0} texts to review', findings.length);
  const item = rowItem(label, {
    collapsibleState: TreeItemCollapsibleState.Expanded,
    iconPath: warningIcon(),
    tooltip: l10n.t('Hidden characters and instructions to the model in what the server tells it.'),
    contextValue: 'findings',
  });
  return { item, children: numbered(findings.map(findingItem)) };
}

function findingItem(finding: TextFinding): TreeItem {
  const [place, problem] = [findingPlace(finding), problemText(finding)];
  return rowItem(oneLine(finding.item ? visible(finding.item.name) : place), {
    description: oneLine(problem, 200),
    iconPath: new ThemeIcon(finding.problem.kind === 'hidden' ? 'eye-closed' : 'comment'),
    tooltip: `${plainText(place)}\n${plainText(problem)}`,
    contextValue: 'finding',
  });
}

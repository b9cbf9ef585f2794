/** Output of `mcp-config lock` for a server: changes since it was locked, tool by tool, and findings in its texts. */
import { visible } from '../../../common/text/escape.ts';
import type { Comparison } from '../../../common/tool-lock/compare.ts';
import type { TextFinding } from '../../../common/tool-lock/findings.ts';
import {
  changeText,
  comparisonText,
  findingPlace,
  itemText,
  kindName,
  lockedText,
  problemText,
  serverChangeTexts,
} from '../../../common/tool-lock/lock-text.ts';
import { unifiedDiff } from '../check/unified-diff.ts';
import type { Paint } from '../output/color.ts';

/** @param name of the server in the config */
export function comparisonReport(name: string, comparison: Comparison, paint: Paint): string {
  const { items, instructions } = comparison;
  const lines = [`${visible(name)}: ${paint('yellow', comparisonText(comparison))}`];
  lines.push(...serverChangeTexts(comparison).map((text) => `  ${text}`));
  for (const item of items) lines.push(`  ${kindName(item.kind)} ${visible(item.name)}: ${changeText(item)}`);
  const diffs = items.flatMap(({ kind, name: item, before, after }) =>
    diffOf(`${name}/${kind}/${item}`, itemText(before), itemText(after), paint),
  );
  if (instructions !== undefined) {
    const [before, after] = [instructions.before, instructions.after].map((lock) => `${lockedText(lock)}\n`);
    diffs.unshift(...diffOf(`${name}/instructions`, before ?? '', after ?? '', paint));
  }
  return `${[...lines, ...diffs].join('\n')}\n`;
}

function diffOf(place: string, before: string, after: string, paint: Paint): readonly string[] {
  const diff = unifiedDiff(visible(place), before, after, { paint, escapes: true });
  return diff === undefined ? [] : ['', diff.trimEnd()];
}

export function findingsReport(name: string, findings: readonly TextFinding[], paint: Paint): string {
  return findings
    .map((finding) => {
      const place = `${visible(name)}: ${findingPlace(finding)}`;
      return `${place}: ${paint('yellow', 'warning')}: ${problemText(finding)}\n`;
    })
    .join('');
}

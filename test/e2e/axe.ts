/** Looks at one of our pages with axe, as an accessibility checker does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * What is serious or critical, a line each.
 * @param inside something in the page to look at; pages of webviews lie in frames of their own
 */
export async function seriousFaults(inside: Locator): Promise<readonly string[]> {
  const element = await inside.elementHandle();
  const frame = await element?.ownerFrame();
  if (!frame) throw new Error('The page has no frame.');
  // A view is see-through: what the workbench draws behind it is in another frame, where axe does not look.
  await frame.evaluate(() => {
    const { body, documentElement } = document;
    const behind = getComputedStyle(documentElement).getPropertyValue('--vscode-sideBar-background');
    // The page may have been looked at in another theme.
    body.style.backgroundColor = '';
    if (getComputedStyle(body).backgroundColor === 'rgba(0, 0, 0, 0)') body.style.backgroundColor = behind;
  });
  // By the debugger and not by a script tag: the page's policy would rightly refuse that.
  await frame.evaluate(source);
  const violations = (await frame.evaluate('axe.run(document).then(({ violations }) => violations)')) as Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

/** Checks one of our pages with axe, an accessibility checker. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * Returns what axe finds, one per line.
 * @param inside an element of the page to check; the pages of webviews are in separate frames
 */
export async function accessibilityFaults(inside: Locator): Promise<readonly string[]> {
  const element = await inside.elementHandle();
  const frame = await element?.ownerFrame();
  if (!frame) throw new Error('The page has no frame.');
  // Views are transparent: the workbench draws their background in another frame, which axe doesn't check.
  await frame.evaluate(() => {
    const { body, documentElement } = document;
    const behind = getComputedStyle(documentElement).getPropertyValue('--vscode-sideBar-background');
    if (getComputedStyle(body).backgroundColor === 'rgba(0, 0, 0, 0)') body.style.backgroundColor = behind;
  });
  // Through the debugger, because the page's CSP blocks script tags.
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  // The chat has no heading of its own: a screen reader says the name of its tab or view.
  const options = JSON.stringify({ rules: { 'page-has-heading-one': { enabled: false } } });
  const run = `axe.run(document, ${options}).then(({ violations }) => violations)`;
  const violations = (await frame.evaluate(run)) as Violation[];
  // Otherwise, pictures in other themes would show this color.
  await frame.evaluate(() => document.body.style.removeProperty('background-color'));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

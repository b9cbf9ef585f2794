/** Reports of conversions: plain text for an editor, converted from files of other tools. */
import { describe, expect, test } from 'vitest';
import type { Uri } from 'vscode';
import { Reports } from '../../../src/mcp/conversion/report.ts';
import { opened } from '../fake-vscode.ts';

/** Shows a report and returns a function that reads the text of its editor. */
async function show(reports: Reports, text: string): Promise<() => string | undefined> {
  await reports.show(text);
  const uri = opened.at(-1) as unknown as Uri;
  return () => reports.provideTextDocumentContent(uri);
}

describe('a conversion report', () => {
  test('is shown without characters that hide or reorder text', async () => {
    const read = await show(new Reports(), 'Not converted: "pay\u202eroll\u200b"');
    expect(read()).toBe('Not converted: "payroll"');
  });

  test('keeps its text until 20 later reports are shown', async () => {
    const reports = new Reports();
    const read = await show(reports, 'the first');
    for (let count = 0; count < 19; count++) await show(reports, `report ${count}`);
    expect(read()).toBe('the first');
    const newest = await show(reports, 'the newest');
    expect([read(), newest()]).toEqual([undefined, 'the newest']);
  });
});

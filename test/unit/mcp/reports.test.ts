/** Reports of conversions: plain text for an editor, converted from files of other tools. */
import { describe, expect, test } from 'vitest';
import type { Uri } from 'vscode';
import type { Remark } from '../../../common/conversion.ts';
import { Reports, showPasteReport } from '../../../src/mcp/conversion/report.ts';
import { chosen, opened, shown } from '../fake-vscode.ts';

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

describe('a paste', () => {
  const remark = (kind: Remark['kind'], field: string): Remark => ({
    kind,
    server: 'docs',
    field,
    reason: 'x',
    line: 1,
  });
  const pasteOf = (...report: readonly Remark[]) => ({
    changes: [],
    names: [],
    plain: false,
    report,
    reportText: 'why',
  });

  test('names what was not converted, and shows the report on request', async () => {
    const reports = new Reports();
    chosen.push('Show Report');
    await showPasteReport(reports, pasteOf(remark('lost', 'autoApprove'), remark('changed', 'env.A')));
    expect(shown.at(-1)).toBe('Pasted as a tool server. Not converted: autoApprove');
    expect(reports.provideTextDocumentContent(opened.at(-1) as unknown as Uri)).toBe('why');
  });

  test('asks to review what was converted to another form', async () => {
    await showPasteReport(new Reports(), pasteOf(remark('changed', 'env.A')));
    expect(shown.at(-1)).toBe('Pasted as a tool server. Please review what was converted.');
  });

  test('without remarks shows nothing', async () => {
    const count = shown.length;
    await showPasteReport(new Reports(), pasteOf());
    expect(shown).toHaveLength(count);
  });
});

/** Reports of conversions: plain text for an editor, converted from files of other tools. */
import { describe, expect, test, vi } from 'vitest';
import { window } from 'vscode';
import type { Remark } from '../../../../common/messages/conversion.ts';
import { Reports, showPasteReport } from '../../../../src/config/client/conversion/report.ts';
import { chosen, closeDocument, contentProviders, opened, shown } from '../../fake-vscode.ts';

/** Returns the text in the editor that was opened last. */
async function lastText(): Promise<string | undefined> {
  const uri = opened.at(-1);
  return uri && contentProviders.get(uri.scheme)?.provideTextDocumentContent(uri);
}

describe('a conversion report', () => {
  test('is shown without characters that hide or reorder text', async () => {
    await new Reports().show('Not converted: "pay\u202eroll\u200b"');
    expect(await lastText()).toBe('Not converted: "payroll"');
  });

  test('is forgotten when its editor is closed', async () => {
    await new Reports().show('why');
    expect(await lastText()).toBe('why');
    closeDocument(opened.at(-1) as (typeof opened)[number]);
    expect(await lastText()).toBeUndefined();
  });

  test('is closed by the next conversion if that has none', async () => {
    const close = vi.fn();
    const reports = new Reports();
    await reports.show('why');
    const tab = { input: { uri: opened.at(-1) } };
    Object.assign(window, { tabGroups: { all: [{ tabs: [tab] }], close } });
    await reports.show('');
    await reports.show('');
    expect(close.mock.calls).toEqual([[[tab]]]);
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
    expect(await lastText()).toBe('why');
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

import { describe, expect, test } from 'vitest';
import { asCsv, asJson } from '../../../../src/service/runs/export.ts';
import { run } from './run.ts';

const rows = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe('export of runs', () => {
  test('writes every field as CSV and quotes separators', () => {
    const named = { ...run('a', { version_display_name: 'v1, "final"', finished_at: null }), workflow_name: 'Intake' };
    const [head, row] = rows(asCsv([named]));
    expect(head).toBe(
      'id,workflow_id,workflow_name,version_id,version_display_name,type,status,duration,created_at,started_at,finished_at',
    );
    expect(row).toBe(
      `a,wf,Intake,ver,"v1, ""final""",WEBHOOK_ASYNC,SUCCEEDED,1.5,${named.created_at},${named.started_at},`,
    );
    expect(asCsv([]).startsWith('\ufeff')).toBe(true);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u200b=1', '=HYPERLINK("http://x")'])(
    'escapes %j to prevent a spreadsheet formula',
    (name) => {
      const text = asCsv([{ ...run('a'), workflow_name: name }]);
      expect(text).toContain(`"'${name.replaceAll('"', '""')}"`);
    },
  );

  test('writes the fields from the service and the workflow name as JSON', () => {
    const named = { ...run('a'), workflow_name: null };
    expect(JSON.parse(asJson([named]))).toEqual([named]);
  });
});

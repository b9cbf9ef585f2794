/** Files of each tool are converted as their fixtures say: every field is converted, or reported with its place. */
import { describe, expect, test } from 'vitest';
import type { Remark } from '../../../../common/messages/conversion.ts';
import { convert } from '../../../../server/convert/index.ts';
import { errorsOf, obeysTheSpec } from '../support.ts';
import { conversionFixtures } from './conversion-fixtures.ts';

const inShort = ({ kind, server, field }: Remark): string => `${kind} ${server ?? '-'} ${field ?? '-'}`;

const cases = conversionFixtures.map((fixture) => [fixture.file, fixture.title, fixture] as const);

describe.each(cases)('%s: %s', (file, _title, { text, options, isDetected, result, report }) => {
  test('has the result and the report of the fixture', async () => {
    const converted = await convert(text, { project: '/srv/shop', ...options });
    if (options.to === undefined) expect(converted.dialect).toBe(file);
    expect(typeof result === 'string' ? converted.text : JSON.parse(converted.text)).toEqual(result);
    expect(converted.report.map(inShort)).toEqual(report.map(({ remark }) => remark));
    for (const [index, { reason }] of report.entries()) expect(converted.report[index]?.reason).toContain(reason);
    for (const { line } of converted.report) expect(line).toBeGreaterThan(0);
    if (isDetected) expect((await convert(text)).dialect).toBe(file);
    if (options.to !== undefined) return;
    // In a file of the agent, an entry that only disables a server is kept, although the format rejects it.
    const codes = errorsOf(converted.text).map(({ code }) => code);
    expect(codes.filter((code) => code !== 'disabled-stub')).toEqual([]);
    expect(obeysTheSpec(converted.text)).toBe(codes.length === 0);
  });
});

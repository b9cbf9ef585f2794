/** docs/rules.md and package.json agree with the rules; the links of diagnostics lead to the right place. */
import { expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { ruleLink } from '../../../server/features/diagnostics.ts';
import { allRules, rulesDoc } from '../../../server/rules/rules-doc.ts';

test('docs/rules.md matches the rules (run npm run rules-doc to update it)', () => {
  expect(readText('docs/rules.md')).toBe(rulesDoc());
});

test('each rule has a section and a file link to its line', () => {
  const lines = readText('docs/rules.md').split('\n');
  for (const { code } of allRules) {
    expect(lines.filter((line) => line === `## ${code}`)).toHaveLength(1);
    const line = /^file:\/\/\/docs\/rules\.md#L(\d+)$/.exec(ruleLink('file:///docs/rules.md', code))?.[1];
    expect(lines[Number(line) - 1]).toBe(`## ${code}`);
  }
});

test('web links point to the heading of the rule', () => {
  expect(ruleLink('https://example.com/rules.md', 'legacy-sse')).toBe('https://example.com/rules.md#legacy-sse');
});

test('the extension package includes docs/rules.md', () => {
  expect(readText('.vscodeignore').split('\n')).toContain('!docs/rules.md');
});

test('the switchyard.config.rules setting lists all rules and severities', () => {
  const groups: { properties: Record<string, unknown> }[] = JSON.parse(readText('package.json')).contributes
    .configuration;
  // biome-ignore lint/suspicious/noExplicitAny: a JSON schema
  const setting: any = groups.map(({ properties }) => properties['switchyard.config.rules']).find(Boolean);
  expect(setting.propertyNames.enum).toEqual(allRules.map(({ code }) => code));
  expect(setting.additionalProperties.enum).toEqual(['error', 'warning', 'information', 'hint', 'off']);
});

/** docs/agents.md agrees with the facts about agents. */
import { expect, test } from 'vitest';
import { agentsPage } from '../../../scripts/lib/agents-page.ts';
import { readText } from '../../../scripts/lib/repository.ts';
import { agents } from '../../../server/agents/all-agents.ts';

test('docs/agents.md matches the facts (run npm run agents-doc to update it)', () => {
  expect(readText('docs/agents.md')).toBe(agentsPage());
});

test('each agent has a section with its version, and a column of the properties', () => {
  const page = agentsPage();
  for (const { name, facts } of agents) {
    expect(page).toContain(`\n## ${name}\n`);
    expect(page).toContain(`| Version checked | ${facts.version} (`);
    for (const property of Object.keys(facts.format.properties)) expect(page).toContain(`\n| \`${property}\` |`);
  }
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `timeout` |') || line.startsWith('| Property | Oh'));
  expect(rows.map((row) => row.split('|').length)).toEqual([agents.length + 3, agents.length + 3]);
});

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
    if (facts.format.isOpen === true) continue;
    for (const property of Object.keys(facts.format.properties)) expect(page).toContain(`\n| \`${property}\` |`);
  }
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `timeout` |') || line.startsWith('| Property | Oh'));
  const known = agents.filter(({ facts }) => facts.format.isOpen !== true);
  expect(rows.map((row) => row.split('|').length)).toEqual([known.length + 3, known.length + 3]);
});

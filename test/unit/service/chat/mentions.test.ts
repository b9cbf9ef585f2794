import { describe, expect, it } from 'vitest';
import { MentionProvider } from '../../../../src/service/chat/context/mentions.ts';
import { TestAccounts } from '../../session.ts';

function provider(...names: string[]): MentionProvider {
  const listWorkflows = async () => names.map((name) => ({ id: `id of ${name}`, name }));
  return new MentionProvider(new TestAccounts({ listWorkflows }));
}

describe('suggestions for a mention', () => {
  it('start with names in which a word starts with the query, even if they contain it again', async () => {
    const names = ['Retest', 'contest', 'Test of the latest', 'docs/test/main-test.ts'];
    const { items } = await provider(...names).find('workflow', 'test');
    expect(items.map(({ label }) => label)).toEqual([
      'docs/test/main-test.ts',
      'Test of the latest',
      'contest',
      'Retest',
    ]);
  });
});

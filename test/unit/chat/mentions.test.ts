import { describe, expect, it } from 'vitest';
import { MentionProvider } from '../../../src/chat/context/mentions.ts';
import type { ChatFeatures } from '../../../src/chat/context/service.ts';

function provider(...names: string[]): MentionProvider {
  const entries = names.map((name) => ({ workflow: { id: `id of ${name}`, name } }));
  const store = { ensure: async () => undefined, entries };
  return new MentionProvider({ workflows: { store } } as unknown as ChatFeatures);
}

describe('suggestions for a mention', () => {
  it('start with names in which a word starts with the query, even if they contain it again', async () => {
    const names = ['Retest', 'contest', 'Test of the latest', 'docs/test/main-test.ts'];
    const { items } = await provider(...names).find('workflow', 'test');
    expect(items.map(({ label }) => label)).toEqual([
      'Test of the latest',
      'docs/test/main-test.ts',
      'Retest',
      'contest',
    ]);
  });
});

import { expect, test } from 'vitest';
import { NewestFirst } from '../../../../src/service/session/paging/newest-first.ts';
import { PagedList } from '../../../../src/service/session/paging/paged-list.ts';

const rows = Array.from({ length: 45 }, (_, index) => ({ id: `v${index}`, revision: 45 - index }));

/** @param sentPage the page that the service sends instead of the requested one */
function listOf(totalOf: (sent: number) => number, sentPage = (page: number) => page) {
  const pages = new NewestFirst<(typeof rows)[number], never>(({ revision }) => revision);
  return new PagedList<(typeof rows)[number]>((page) =>
    pages.page('list', { page, limit: 10 }, async ({ page: asked, limit }) => {
      const from = (sentPage(asked) - 1) * limit;
      const items = rows.slice(from, from + limit);
      return { items, total: totalOf(items.length), unreadable: undefined } as never;
    }),
  );
}

test.each([
  ['the rows of the list', () => 45, 45],
  ['the rows of the page', (sent: number) => sent, undefined],
  ['nothing', () => -1, undefined],
  ['a fraction', () => 4.5, undefined],
  ['zero', () => 0, undefined],
  ['rows that are gone', () => 1000, 1000],
])('a list is loaded to its end if its total counts %s', async (_case, totalOf, total) => {
  const list = listOf(totalOf);
  await list.loadNext();
  expect([list.total, list.isComplete]).toEqual([total, false]);
  for (let pages = 0; list.hasMore && pages < 10; pages++) await list.loadNext();
  expect([list.items.length, list.isComplete, list.total]).toEqual([45, true, 45]);
});

test('a list has no more if each page has the same rows, but is not complete', async () => {
  const list = listOf(
    () => 45,
    () => 1,
  );
  for (let pages = 0; list.hasMore && pages < 10; pages++) await list.loadNext();
  expect([list.pages, list.isComplete, list.isRepeating, list.total]).toEqual([2, false, true, 45]);
});

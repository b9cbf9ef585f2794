import { expect, test } from 'vitest';
import { FullPages, type PageRequest } from '../../../../src/service/session/paging/full-pages.ts';

/** A service with 107 rows that sends at most `largest` of them, and the pages that it was asked for. */
function serviceOf(largest: number) {
  const rows = Array.from({ length: 107 }, (_, id) => id);
  const asked: string[] = [];
  const request = async ({ page, limit: most }: PageRequest) => {
    asked.push(`${page}/${most}`);
    const limit = Math.min(most, largest);
    return { items: rows.slice((page - 1) * limit, page * limit), total: 107, unreadable: undefined, limit };
  };
  return { rows, asked, request };
}

test.for([100, 50, 30, 10, 7])('pages have the wanted size if the service sends at most %i rows', async (largest) => {
  const { rows, request } = serviceOf(largest);
  const pages = new FullPages<number, Awaited<ReturnType<typeof request>>>();
  for (const page of [3, 1, 2, 4]) {
    const { items, limit } = await pages.read({ page, limit: 50 }, request);
    expect([items, limit]).toEqual([rows.slice((page - 1) * 50, page * 50), 50]);
  }
});

test('one request reads a page of the wanted size', async () => {
  const { asked, request } = serviceOf(100);
  await new FullPages<number, Awaited<ReturnType<typeof request>>>().read({ page: 1, limit: 50 }, request);
  expect(asked).toEqual(['1/50']);
});

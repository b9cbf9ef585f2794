import { describe, expect, test } from 'vitest';
import { NewestFirst } from '../../../../src/service/session/paging/newest-first.ts';

interface Row {
  readonly at: number;
}

/** A service with these rows in this order; `asked` lists the requested pages. */
function serviceOf(rows: Row[]) {
  const asked: string[] = [];
  const request = async ({ page, limit }: { readonly page: number; readonly limit: number }) => {
    asked.push(`${page}/${limit}`);
    return { items: rows.slice((page - 1) * limit, page * limit), total: rows.length, unreadable: undefined };
  };
  const pages = new NewestFirst<Row, Awaited<ReturnType<typeof request>>>(({ at }) => at);
  const read = async (page: number, limit = 10) => {
    const { items, isNewestKnown } = await pages.page('list', { page, limit }, request);
    return { times: items.map(({ at }) => at), isNewestKnown };
  };
  return { asked, read, rows };
}

const ascending = (count: number): Row[] => Array.from({ length: count }, (_, at) => ({ at }));
/** A fixed order that is neither ascending nor descending. */
const mixed = (count: number): Row[] => ascending(count).map((_, index) => ({ at: (index * 7919) % count }));
const countdown = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);

describe('a list that the service sends newest first', () => {
  test('is read page by page', async () => {
    const { read, asked } = serviceOf(ascending(45).reverse());
    expect([await read(1), await read(2)].map(({ times }) => times)).toEqual([countdown(44, 10), countdown(34, 10)]);
    expect(asked).toEqual(['1/10', '2/10']);
  });

  test('may have a few records in another order, because the service sorts by another time', async () => {
    const rows = ascending(45).reverse();
    rows.splice(2, 2, { at: 41 }, { at: 42 });
    const { read, asked } = serviceOf(rows);
    expect(await read(1, 20)).toEqual({ times: countdown(44, 20), isNewestKnown: true });
    expect(asked).toEqual(['1/20']);
  });
});

describe('a list that the service sends oldest first', () => {
  test('is read from its end', async () => {
    const { read, asked } = serviceOf(ascending(45));
    const pages = [await read(1), await read(2), await read(5)];
    expect(pages.map(({ times }) => times)).toEqual([countdown(44, 10), countdown(34, 10), countdown(4, 5)]);
    expect(pages.every(({ isNewestKnown }) => isNewestKnown)).toBe(true);
    expect(asked).toEqual(['1/10', '5/10', '4/10', '4/10', '3/10', '1/10']);
  });

  test('shows rows that were added since, and ends after its oldest row', async () => {
    const { read, rows } = serviceOf(ascending(40));
    await read(1);
    rows.push({ at: 40 }, { at: 41 });
    expect((await read(1)).times).toEqual(countdown(41, 10));
    rows.splice(5);
    expect((await read(1)).times).toEqual(countdown(4, 5));
    expect((await read(2)).times).toEqual([]);
  });
});

describe('a list without an order', () => {
  test('is read page by page, and its newest rows are not known', async () => {
    const { read, asked } = serviceOf(mixed(450));
    const { times, isNewestKnown } = await read(1);
    expect([isNewestKnown, (await read(2)).isNewestKnown]).toEqual([false, false]);
    expect(times).toEqual([...times].sort((one, other) => other - one));
    expect(asked).toEqual(['1/10', '2/10']);
  });

  test('loses no rows when all pages are read', async () => {
    const { read } = serviceOf(mixed(1201));
    const all = new Set<number>();
    for (let page = 1; page <= Math.ceil(1201 / 30); page++) for (const at of (await read(page, 30)).times) all.add(at);
    expect(all.size).toBe(1201);
  });

  test('is read from its end again once it has an order', async () => {
    const { read, asked, rows } = serviceOf(mixed(1201));
    await read(1);
    rows.splice(0, rows.length, ...ascending(1300));
    expect(await read(1)).toEqual({ times: countdown(1299, 10), isNewestKnown: true });
    const before = asked.length;
    expect(await read(1)).toEqual({ times: countdown(1299, 10), isNewestKnown: true });
    expect(asked.slice(before)).toEqual(['130/10']);
    rows.splice(0, rows.length, ...mixed(1201));
    expect((await read(1)).isNewestKnown).toBe(false);
    rows.splice(0, rows.length, ...ascending(1300).reverse());
    expect(await read(1)).toEqual({ times: countdown(1299, 10), isNewestKnown: true });
  });

  test('is sorted without more requests if one page contains all of it', async () => {
    const { read, asked } = serviceOf(mixed(9));
    expect(await read(1)).toEqual({ times: countdown(8, 9), isNewestKnown: true });
    expect(asked).toEqual(['1/10']);
  });
});

test.each([
  [700, 900, 10],
  [700, 701, 10],
  [57, 170, 50],
  [3, 170, 50],
  [0, 170, 50],
  [300, -1, 50],
  [301, -1, 50],
  [7000, -1, 50],
])('a list of %i rows whose total is %i is read from its last row', async (count, total, limit) => {
  let asked = 0;
  const lists = new NewestFirst<Row, Awaited<ReturnType<typeof request>>>(({ at }) => at);
  const request = async ({ page, limit: most }: { readonly page: number; readonly limit: number }) => {
    asked++;
    return { items: ascending(count).slice((page - 1) * most, page * most), total, unreadable: undefined };
  };
  const other = { items: ascending(10), total: 20, unreadable: undefined };
  await lists.page('other', { page: 1, limit: 10 }, async () => other);
  const page = await lists.page('list', { page: 1, limit }, request);
  expect(page).toMatchObject({ total: count, isNewestKnown: true });
  expect(page.items.map(({ at }) => at)).toEqual(countdown(count - 1, Math.min(count, limit)));
  expect(asked).toBeLessThan(20);
});

test('a list of exactly one page has its total', async () => {
  const lists = new NewestFirst<Row, Awaited<ReturnType<typeof request>>>(({ at }) => at);
  const request = async ({ page }: { readonly page: number }) => ({
    items: page === 1 ? ascending(10).reverse() : [],
    total: 10,
    unreadable: undefined,
  });
  expect(await lists.page('list', { page: 1, limit: 10 }, request)).toMatchObject({ total: 10, isNewestKnown: true });
});

test('a list without a total is not searched again from its beginning, and not at all if it has no end', async () => {
  const asked: number[] = [];
  const rows = ascending(7000);
  let isRepeating = false;
  const request = async ({ page, limit }: { readonly page: number; readonly limit: number }) => {
    asked.push(page);
    const from = isRepeating ? 0 : (page - 1) * limit;
    return { items: rows.slice(from, from + limit), total: -1, unreadable: undefined };
  };
  const lists = new NewestFirst<Row, Awaited<ReturnType<typeof request>>>(({ at }) => at);
  const read = async (key: string) => {
    asked.length = 0;
    return { ...(await lists.page(key, { page: 1, limit: 50 }, request)), requests: asked.length };
  };
  const [first, second] = [await read('list'), await read('list')];
  expect([first, second].map(({ items }) => items[0]?.at)).toEqual([6999, 6999]);
  expect([first.requests > 10, second.requests]).toEqual([true, 3]);
  isRepeating = true;
  const [repeated, again] = [await read('other'), await read('other')];
  expect([repeated.isNewestKnown, again.isNewestKnown]).toEqual([false, false]);
  expect([repeated.requests > 10, again.requests]).toEqual([true, 1]);
});

test('a list whose pages lack rows that the service left out loses none of the others', async () => {
  const rows = ascending(170);
  const lists = new NewestFirst<Row, Awaited<ReturnType<typeof request>>>(({ at }) => at);
  const request = async ({ page, limit }: { readonly page: number; readonly limit: number }) => ({
    items: rows.slice((page - 1) * limit, page * limit).filter(({ at }) => at % 3 === 0),
    total: rows.length,
    unreadable: undefined,
  });
  const all = new Set<number>();
  for (let page = 1; page <= 4; page++)
    for (const { at } of (await lists.page('list', { page, limit: 50 }, request)).items) all.add(at);
  expect(all.size).toBe(57);
});

/** All items of a paged list. The order of items is undefined and the list may change while it is read. */

interface Page<Item> {
  items: Item[];
  total: number;
  limit: number;
}

/** No list is followed further than this, whatever the service says. */
const MOST_PAGES = 10_000;

/**
 * Yields each id once, a page being asked for when its first item is. Ends on an empty page, on one with fewer items
 * than the page size, when `total` items have come, or on a page without a single new item (a service that ignores
 * `page`). The page size is the smaller of what was asked for and what the service says it used.
 */
export async function* allPages<Item extends { id: string }>(
  limit: number,
  fetchPage: (page: number) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  let received = 0;
  for (let number = 1; number <= MOST_PAGES; number++) {
    const page = await fetchPage(number);
    const fresh: Item[] = [];
    for (const item of page.items) {
      if (seen.has(item.id)) continue;
      seen.add(item.id);
      fresh.push(item);
    }
    yield* fresh;
    received += page.items.length;
    const size = page.limit >= 1 ? Math.min(limit, page.limit) : limit;
    if (fresh.length === 0 || page.items.length < size || received >= page.total) return;
  }
}

/** Loads every page of a list, each with the previous page's cursor. */
export async function loadAllPages<Page extends { nextCursor: string | null }>(
  load: (query: { limit: string; cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await load({ limit: "100" })];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await load({ limit: "100", cursor }));
  return pages;
}

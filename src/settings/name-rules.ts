/** The name of the business, and the segment of the site's addresses that follows it. */

/** The segment of a name: its letters and digits, accents dropped, in lower case. */
export function slugOf(brand: string): string {
  return brand
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 40);
}

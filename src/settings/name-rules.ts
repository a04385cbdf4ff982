/** The rules for the name of the business and the segment of the site's addresses that is made from it. */

/** Returns the segment for a name: its letters and digits in lower case, without accents. */
export function slugOf(brand: string): string {
  return brand
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .slice(0, 40);
}

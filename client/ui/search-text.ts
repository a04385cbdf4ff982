/** A text of an address, where one of digits alone arrives as a number; undefined without one. */
export function searchText(value: unknown, maxLength = 200): string | undefined {
  return (typeof value === "string" || typeof value === "number") && value !== ""
    ? String(value).slice(0, maxLength)
    : undefined;
}

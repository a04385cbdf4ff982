/** Reads a text from an address, where a text of only digits arrives as a number. Returns undefined without a text. */
export function searchText(value: unknown, maxLength = 200): string | undefined {
  return (typeof value === "string" || typeof value === "number") && value !== ""
    ? String(value).slice(0, maxLength)
    : undefined;
}

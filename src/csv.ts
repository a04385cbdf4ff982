/** Files for spreadsheets. */

/** One line of a CSV file. What a spreadsheet would take for a formula is told to be text. */
export function csvLine(values: readonly (string | number)[]): string {
  const cells = values.map((value) => {
    if (typeof value === "number") return String(value);
    const text = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}

/** Before the first line: what reads the file then knows how its letters are written. */
export const CSV_MARK = "\ufeff";

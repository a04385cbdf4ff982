/** Files for spreadsheets. */

/**
 * The sign that makes a formula of a cell, and the place before a tab. A cell begins with the text, and behind each
 * sign by which the spreadsheets of some country split lines: those do not see our quotation marks as such.
 */
const formulaStartPattern = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)(?=[=+\-@＝＋－＠])/g;

/** One line of a CSV file. What a spreadsheet would take for a formula is told to be text. */
export function csvLine(values: readonly (string | number)[]): string {
  const cells = values.map((value) => {
    if (typeof value === "number") return String(value);
    const text = value.replace(/^(?=\s*[\t\r])/, "'").replace(formulaStartPattern, "$1$2'");
    return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}

/** The headers of a file that is saved under its name. */
export const csvHeaders = (name: string) => ({
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** Before the first line: what reads the file then knows how its letters are written. */
export const CSV_BOM = "\ufeff";

/**
 * After so many pieces their memory is collected: otherwise the collector lets tens of megabytes
 * gather, which a small machine would rather have for its riders.
 */
const CHUNKS_PER_GARBAGE_COLLECTION = 20;

/**
 * A long file that is read when its reader wants more, in a memory that stays the same however many pieces
 * there are.
 */
export function streamText(chunks: Iterator<string, unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sentChunks = 0;
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = chunks.next();
      if (!done) {
        controller.enqueue(encoder.encode(value));
        sentChunks++;
        if (sentChunks % CHUNKS_PER_GARBAGE_COLLECTION === 0) Bun.gc(true);
        return;
      }
      controller.close();
    },
  });
}

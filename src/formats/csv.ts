/** Files for spreadsheets. */

/**
 * Matches the places before a sign that makes a spreadsheet treat a cell as a formula. A cell may begin at the start of
 * the text, and after each separator of the spreadsheets of any country, because those do not recognise the quotation
 * marks.
 */
const formulaStartPattern = /(^|[;\t\r\n])((?:"|[^\S\t\r\n])*)(?=[=+\-@＝＋－＠])/g;

/** Returns one line of a CSV file. Text that a spreadsheet would treat as a formula is marked as text. */
export function csvLine(values: readonly (string | number)[]): string {
  const cells = values.map((value) => {
    if (typeof value === "number") return String(value);
    const text = value.replace(/^(?=\s*[\t\r])/, "'").replace(formulaStartPattern, "$1$2'");
    return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(",")}\r\n`;
}

/** Returns the headers with which a file is saved under its name. */
export const csvHeaders = (name: string) => ({
  "Content-Type": "text/csv; charset=utf-8",
  "Content-Disposition": `attachment; filename="${name}"`,
});

/** Written before the first line, so that programs recognise the encoding. */
export const CSV_BOM = "\ufeff";

/**
 * How many chunks are sent before memory is collected. Otherwise the collector lets tens of megabytes accumulate, which
 * a small machine needs for requests.
 */
const CHUNKS_PER_GARBAGE_COLLECTION = 20;

/**
 * Streams a long file, reading only as fast as its recipient does. Memory use does not depend on the number of chunks.
 */
export function streamText(chunks: Iterator<string, unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let sentChunkCount = 0;
  return new ReadableStream({
    pull: (controller) => {
      const { done, value } = chunks.next();
      if (!done) {
        controller.enqueue(encoder.encode(value));
        sentChunkCount++;
        if (sentChunkCount % CHUNKS_PER_GARBAGE_COLLECTION === 0) Bun.gc(true);
        return;
      }
      controller.close();
    },
  });
}

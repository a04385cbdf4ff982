/**
 * Converts an uploaded table of any format into a file of Livery's own: one JSON line for each line of the table that
 * isn't empty, with its number, the header first. All later steps read this file.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { Readable } from "node:stream";
import Papa from "papaparse";
import { AppError } from "../errors";
import type { DayOrder, ImportColumn } from "./contract";
import { cellText, dayOrderOf } from "./value-rules";

/** The maximum number of columns: more than any system exports. */
const MAX_COLUMNS = 500;
const MAX_LINES = 200_000;
const MAX_CELL_LENGTH = 20_000;
/**
 * The maximum unpacked size of a workbook, and of its lines: a few bytes of a workbook can repeat one long text many
 * times.
 */
const MAX_UNPACKED_BYTES = 300 * 1024 * 1024;
const SAMPLE_COUNT = 3;
/** How many lines are read between two garbage collections. */
const LINES_PER_GARBAGE_COLLECTION = 5_000;

/** How many days of a column are written in each order. */
type DayOrderCounts = Record<DayOrder | "either", number>;
/** A column with the day orders in it. */
type TableColumn = ImportColumn & { days: DayOrderCounts };
/** The columns and size of a table. */
export interface TableSummary {
  columns: TableColumn[];
  /** The number of lines below the header that aren't empty. */
  lines: number;
}

/** The refusal of a whole file, in words for the person who uploaded it. */
const refuseFile = (text: string) =>
  new AppError("import.unreadable", { message: text, fields: { file: text } });

const tooLarge = () =>
  refuseFile(
    "This workbook unpacks to more than 300 MB. Save only the sheet that you need, as CSV.",
  );

/** Reads the table at `path` into the file `rows`. Throws `import.unreadable` with the reason and the line. */
export async function readTable(path: string, rowsPath: string): Promise<TableSummary> {
  const out = openSync(rowsPath, "w", 0o600);
  const rowWriter = createRowWriter((text) => void writeSync(out, text));
  try {
    const head = new Uint8Array(await Bun.file(path).slice(0, 8).arrayBuffer());
    const isZip = head[0] === 0x50 && head[1] === 0x4b;
    if (head[0] === 0xd0 && head[1] === 0xcf)
      throw refuseFile(
        "This workbook has an old format or a password. Save it as .xlsx without a password, or as CSV.",
      );
    await (isZip ? readWorkbook(path, rowWriter.take) : readText(path, rowWriter.take));
    return rowWriter.end();
  } finally {
    closeSync(out);
  }
}

/** Writes lines in order. The first line that isn't empty is the header. */
function createRowWriter(write: (text: string) => void) {
  const columns: TableColumn[] = [];
  let hasHeader = false;
  let lines = 0;
  let pending = "";
  let writtenBytes = 0;
  const bufferLine = (number: number, cells: readonly string[]) => {
    pending += `${JSON.stringify([number, cells])}\n`;
    if (pending.length < 65_536) return;
    write(pending);
    writtenBytes += Buffer.byteLength(pending);
    pending = "";
    if (writtenBytes > MAX_UNPACKED_BYTES) throw tooLarge();
  };
  return {
    take(number: number, rawCells: readonly string[]) {
      if (rawCells.every((cell) => cell.trim() === "")) return;
      if (
        rawCells.length > MAX_COLUMNS &&
        rawCells.findLastIndex((cell) => cell !== "") >= MAX_COLUMNS
      )
        throw refuseFile(
          `Line ${number} has ${rawCells.length} columns. A file can have at most ${MAX_COLUMNS}.`,
        );
      const cells = rawCells.slice(0, MAX_COLUMNS).map((cell) => {
        if (cell.includes("\0"))
          throw refuseFile(
            `Line ${number} has a NUL character, which a table cannot have. Export the file again.`,
          );
        if (cell.length > MAX_CELL_LENGTH)
          throw refuseFile(
            `Line ${number} has a cell of ${cell.length} characters. A closing quotation mark may be missing there or earlier.`,
          );
        return cellText(cell);
      });
      bufferLine(number, cells);
      if (!hasHeader) {
        hasHeader = true;
        for (const header of cells)
          columns.push({ header, samples: [], days: { dmy: 0, mdy: 0, either: 0 } });
        return;
      }
      lines++;
      if (lines % LINES_PER_GARBAGE_COLLECTION === 0) Bun.gc(true);
      if (lines > MAX_LINES)
        throw refuseFile(
          `A file can have at most ${MAX_LINES.toLocaleString("en")} lines. Split this one.`,
        );
      for (const [at, cell] of cells.entries()) {
        const column = columns[at];
        if (!column || cell === "") continue;
        if (column.samples.length < SAMPLE_COUNT) column.samples.push(cell.slice(0, 80));
        const order = dayOrderOf(cell);
        if (order) column.days[order]++;
      }
    },
    end(): TableSummary {
      write(pending);
      if (!hasHeader) throw refuseFile("This file is empty.");
      if (lines === 0) throw refuseFile("This file has a header but no lines below it.");
      return { columns, lines };
    },
  };
}

type LineHandler = (number: number, cells: readonly string[]) => void;

async function readText(path: string, take: LineHandler): Promise<void> {
  const encoding = await encodingOf(path);
  const decoder = new TextDecoder(encoding, { fatal: encoding === "utf-8" });
  async function* pieces() {
    for await (const chunk of Bun.file(path).stream())
      yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  }
  await new Promise<void>((done, fail) => {
    let number = 0;
    const source = Readable.from(pieces());
    const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimitersToGuess: [",", ";", "\t", "|"] });
    parser.on("data", (cells: string[]) => {
      try {
        take(++number, cells);
      } catch (error) {
        source.destroy();
        parser.destroy();
        fail(error);
      }
    });
    parser.on("end", done);
    parser.on("error", fail);
    source.on("error", fail);
    source.pipe(parser);
  });
}

/**
 * Detects the encoding of a text: by its byte order mark, else UTF-16 if every other byte is zero, UTF-8 if all of it
 * is valid UTF-8, else Windows-1252. Throws if a text mixes UTF-8 and Windows-1252.
 */
async function encodingOf(
  path: string,
): Promise<"utf-8" | "utf-16le" | "utf-16be" | "windows-1252"> {
  const head = new Uint8Array(await Bun.file(path).slice(0, 4_096).arrayBuffer());
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeroShareAt = (place: 0 | 1) =>
    head.filter((byte, at) => byte === 0 && at % 2 === place).length / (head.length / 2);
  // In UTF-16, one of the two bytes of a Latin letter is zero.
  if (zeroShareAt(1) > 0.4 && zeroShareAt(0) === 0) return "utf-16le";
  if (zeroShareAt(0) > 0.4 && zeroShareAt(1) === 0) return "utf-16be";
  // A byte above 127 is either part of a UTF-8 letter or a letter of Windows-1252.
  let multiByteLetters = 0;
  let nonUtf8Line: number | null = null;
  let line = 1;
  let missingBytes = 0;
  for await (const chunk of Bun.file(path).stream())
    for (const byte of chunk) {
      if (missingBytes > 0) {
        if ((byte & 0xc0) === 0x80) {
          missingBytes--;
          if (missingBytes === 0) multiByteLetters++;
          continue;
        }
        nonUtf8Line ??= line;
        missingBytes = 0;
      }
      if (byte === 10) line++;
      if (byte < 0x80) continue;
      if (byte >= 0xc2 && byte < 0xe0) missingBytes = 1;
      else if (byte >= 0xe0 && byte < 0xf0) missingBytes = 2;
      else if (byte >= 0xf0 && byte < 0xf5) missingBytes = 3;
      else nonUtf8Line ??= line;
    }
  if (missingBytes > 0) nonUtf8Line ??= line;
  if (nonUtf8Line === null) return "utf-8";
  if (multiByteLetters > 0)
    throw refuseFile(
      `Line ${nonUtf8Line} has a different encoding from the other lines. Save the whole file as UTF-8.`,
    );
  return "windows-1252";
}

async function readWorkbook(path: string, take: LineHandler): Promise<void> {
  const bytes = await Bun.file(path).bytes();
  const unpackedSizeBytes = unpackedSizeOf(bytes);
  if (unpackedSizeBytes === null)
    throw refuseFile("This is a ZIP file, not a workbook. Export .xlsx or CSV.");
  if (unpackedSizeBytes > MAX_UNPACKED_BYTES) throw tooLarge();
  const { streamXlsxRows } = await import("hucre/xlsx");
  try {
    for await (const { index, values } of streamXlsxRows(bytes))
      take(index + 1, values.map(cellOf));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuseFile(
      `This workbook cannot be read (${error instanceof Error ? error.message : "it is damaged"}). Save it again, or as CSV.`,
    );
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) {
    const text = Number.isNaN(value.getTime()) ? "" : value.toISOString();
    // Spreadsheets store a time without a day on the first day of their calendar.
    if (text.startsWith("1899-") || text.startsWith("1900-01-0")) return text.slice(11, 16);
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 16);
  }
  if (typeof value === "number") return withoutExponent(value);
  if (typeof value === "object" && "text" in value) return String(value.text);
  return String(value);
}

/** Formats a number as it was typed: 250788123456 instead of 2.5E+11, and 12.1 instead of 12.100000000000001. */
function withoutExponent(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return value.toFixed(0);
  return String(Number(value.toPrecision(15)));
}

/**
 * Returns the unpacked size of a ZIP file's entries according to its directory, or null if it has none. The reader
 * enforces this size.
 */
function unpackedSizeOf(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const searchEnd = Math.max(0, bytes.length - 65_557);
  for (let end = bytes.length - 22; end >= searchEnd; end--) {
    if (view.getUint32(end, true) !== 0x06054b50) continue;
    let at = view.getUint32(end + 16, true);
    let sum = 0;
    for (let entries = view.getUint16(end + 10, true); entries > 0; entries--) {
      if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null;
      // The size of an entry that hides its unpacked size could not be enforced.
      if (view.getUint32(at + 20, true) > 2 && view.getUint32(at + 24, true) === 0) return null;
      sum += view.getUint32(at + 24, true);
      at +=
        46 +
        view.getUint16(at + 28, true) +
        view.getUint16(at + 30, true) +
        view.getUint16(at + 32, true);
    }
    return sum;
  }
  return null;
}

/**
 * Yields the lines of a file that `readTable` has written, without the header. It is synchronous so that a transaction
 * can read it.
 */
export function* linesOf(
  rowsPath: string,
): Generator<{ number: number; cells: readonly string[] }> {
  const file = openSync(rowsPath, "r");
  try {
    const buffer = new Uint8Array(262_144);
    const decoder = new TextDecoder();
    let rest = "";
    let isHeader = true;
    for (;;) {
      const length = readSync(file, buffer);
      if (length === 0) return;
      const parts = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split(
        "\n",
      );
      rest = parts.pop() ?? "";
      for (const part of parts) {
        // Written by `readTable`.
        const [number, cells] = JSON.parse(part) as [number, string[]];
        if (!isHeader) yield { number, cells };
        isHeader = false;
      }
    }
  } finally {
    closeSync(file);
  }
}

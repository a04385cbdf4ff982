/**
 * A ZIP archive as a stream (APPNOTE 6.3.10). Entries are compressed as they arrive, and their sizes follow in data
 * descriptors, so that nothing is held as a whole. Up to 4 GB and 65,535 entries.
 */

/** One file of an archive. Its content arrives in pieces. */
export type Entry = {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** Whether it is stored without compression, because it is already compressed. */
  stored?: boolean;
};

const encoder = new TextEncoder();
const ZIP_VERSION = 20;
/** Flags for sizes in a descriptor after the data, and for names in UTF-8. */
const FLAGS = 0x0808;

/** Yields the archive's bytes. `modifiedAt` is in ms; the archive stores its time of day in UTC. */
export async function* zip(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  modifiedAt: number,
): AsyncGenerator<Uint8Array> {
  const { date, time } = dosTime(modifiedAt);
  const centralDirectory: Uint8Array[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = encoder.encode(entry.name);
    const method = entry.stored ? 0 : 8;
    const header = record(30 + name.length, [
      [4, 0x04034b50],
      [2, ZIP_VERSION],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ]);
    header.set(name, 30);
    yield header;
    const totals = { crc: 0, size: 0, packed: 0 };
    const plain = countBytes(entry.content, totals);
    for await (const piece of entry.stored ? plain : deflated(plain)) {
      totals.packed += piece.length;
      yield piece;
    }
    yield record(16, [
      [4, 0x08074b50],
      [4, totals.crc],
      [4, totals.packed],
      [4, totals.size],
    ]);
    const directoryHeader = record(46 + name.length, [
      [4, 0x02014b50],
      [2, ZIP_VERSION],
      [2, ZIP_VERSION],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, date],
      [4, totals.crc],
      [4, totals.packed],
      [4, totals.size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ]);
    directoryHeader.set(name, 46);
    centralDirectory.push(directoryHeader);
    offset += header.length + totals.packed + 16;
  }
  const size = centralDirectory.reduce((sum, { length }) => sum + length, 0);
  yield* centralDirectory;
  yield record(22, [
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, centralDirectory.length],
    [2, centralDirectory.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
}

/** Yields the pieces as bytes, and adds up their size and checksum. */
async function* countBytes(
  content: Entry["content"],
  totals: { crc: number; size: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const piece of content) {
    const bytes = typeof piece === "string" ? encoder.encode(piece) : new Uint8Array(piece);
    totals.crc = Bun.hash.crc32(bytes, totals.crc);
    totals.size += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

function deflated(
  plain: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await plain.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await plain.return(undefined);
    },
  });
  return source.pipeThrough(new CompressionStream("deflate-raw"));
}

/** Returns a record of `length` bytes with consecutive numbers of 2 or 4 bytes, low byte first. */
function record(length: number, fields: [bytes: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

function dosTime(at: number): { date: number; time: number } {
  const when = new Date(at);
  return {
    date:
      ((when.getUTCFullYear() - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
    time: (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
  };
}

/** Packs a small PMTiles file from the format's specification, without Livery's reader. */
import { tileId } from "../../src/maps/pmtiles";

type Compress = (bytes: Uint8Array) => Uint8Array;

/**
 * Packs `tiles`, keyed by `z/x/y`. `compressionCode` is the header's number for the compression of `pack`, by default
 * gzip.
 */
export function packPmtiles(
  tiles: ReadonlyMap<string, string>,
  options: { layers: string[]; leaves?: boolean; pack?: Compress; compressionCode?: number },
): Uint8Array {
  const {
    pack = (bytes: Uint8Array) => Bun.gzipSync(Uint8Array.from(bytes)),
    compressionCode = 2,
  } = options;
  const text = (value: string) => new TextEncoder().encode(value);
  const sorted = [...tiles]
    .map(([place, body]) => {
      const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
      return { id: tileId(z, x, y), bytes: pack(text(body)) };
    })
    .sort((a, b) => a.id - b.id);
  let at = 0;
  const entries = sorted.map(({ id, bytes }) => {
    const entry = { id, run: 1, offset: at, length: bytes.length };
    at += bytes.length;
    return entry;
  });
  const leaves: Uint8Array[] = [];
  let root = entries;
  if (options.leaves) {
    let leafAt = 0;
    root = entries.map((entry) => {
      const leaf = pack(directory([entry]));
      leaves.push(leaf);
      const made = { id: entry.id, run: 0, offset: leafAt, length: leaf.length };
      leafAt += leaf.length;
      return made;
    });
  }
  const rootBytes = pack(directory(root));
  const metadata = pack(
    text(
      JSON.stringify({
        attribution: "Test tiles",
        vector_layers: options.layers.map((id) => ({ id, fields: {} })),
      }),
    ),
  );
  const leafBytes = Buffer.concat(leaves);
  const header = Buffer.alloc(127);
  header.write("PMTiles");
  header[7] = 3;
  const parts = [rootBytes, metadata, leafBytes, Buffer.concat(sorted.map((t) => t.bytes))];
  let offset = header.length;
  for (const [i, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + i * 16);
    offset += part.length;
  }
  header.set([1, compressionCode, compressionCode, 1, 0, 12], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries())
    header.writeInt32LE(degrees * 1e7, 102 + i * 4);
  return Uint8Array.from(Buffer.concat([header, ...parts]));
}

type Entry = { id: number; run: number; offset: number; length: number };

function directory(entries: Entry[]): Uint8Array {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, i) => {
      const before = entries[i - 1];
      return before && offset === before.offset + before.length ? 0 : offset + 1;
    }),
  ];
  return Uint8Array.from(numbers.flatMap(varint));
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

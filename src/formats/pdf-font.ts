/**
 * Fonts for documents and pictures: reads a font with TrueType outlines, as WOFF or uncompressed, and provides what a
 * PDF or a drawing of its letters needs. Format: OpenType 1.9, tables `glyf` and `loca`.
 */
import { inflateSync } from "node:zlib";

/** One font file in the form that a document needs. Measures are in thousandths of the font size. */
export interface PdfFont {
  /** All its tables as a TrueType file, for text shaping. */
  file: Uint8Array;
  /** Returns the outlines of these glyphs as a TrueType file. All glyphs keep their numbers. */
  subset(glyphs: ReadonlySet<number>): Uint8Array;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
  /** Returns the glyph of a character, or undefined if the font has none. */
  glyphOf(codePoint: number): number | undefined;
  /** Yields each character with its glyph. */
  characters(): Iterable<[codePoint: number, glyph: number]>;
  widthOf(glyph: number): number;
  /** Returns the closed outlines of a glyph. Empty for a space. */
  outlineOf(glyph: number): OutlinePoint[][];
}

/** A point of an outline: a corner, or the control point of a quadratic curve. Positive is upwards. */
export interface OutlinePoint {
  x: number;
  y: number;
  corner: boolean;
}

/** The tables that a PDF viewer needs. Text consists of glyph numbers, so no `cmap` is needed. */
const REQUIRED_TABLES = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"];

/** Reads a font. Throws RangeError for bytes of another format. */
export function readFont(bytes: Uint8Array): PdfFont {
  const tables = readFontTables(bytes);
  const table = (name: string): DataView => {
    const tableBytes = tables.get(name);
    if (!tableBytes) throw new RangeError(`The font has no table ${name}`);
    return new DataView(tableBytes.buffer, tableBytes.byteOffset, tableBytes.byteLength);
  };
  const head = table("head");
  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const scale = 1000 / head.getUint16(18);
  const metricCount = hhea.getUint16(34);
  const glyphs = charactersOf(table("cmap"));
  const scaledInt16 = (view: DataView, at: number) => Math.round(view.getInt16(at) * scale);
  const hasLongOffsets = head.getInt16(50) === 1;
  const outlines = outlinesOf(table("glyf"), table("loca"), hasLongOffsets);
  return {
    file: writeTrueType(tables),
    subset: (requested) => {
      const parts = subsetOf(table("glyf"), table("loca"), hasLongOffsets, requested);
      const requiredTables = REQUIRED_TABLES.flatMap((name) => {
        const bytes = parts[name] ?? tables.get(name);
        return bytes ? [[name, bytes] as const] : [];
      });
      return writeTrueType(new Map(requiredTables));
    },
    ascent: scaledInt16(hhea, 4),
    descent: scaledInt16(hhea, 6),
    box: [
      scaledInt16(head, 36),
      scaledInt16(head, 38),
      scaledInt16(head, 40),
      scaledInt16(head, 42),
    ],
    glyphOf: (codePoint) => glyphs.get(codePoint),
    characters: () => glyphs,
    widthOf: (glyph) => hmtx.getUint16(Math.min(glyph, metricCount - 1) * 4) * scale,
    outlineOf: (glyph) =>
      outlines(glyph).map((line) =>
        line.map(({ x, y, corner }) => ({ x: x * scale, y: y * scale, corner })),
      ),
  };
}

/** How deep glyphs may be nested. An accented letter has two levels, and no sensible font has more than this. */
const MAX_DEPTH = 5;

/** Returns a function that reads a glyph's outlines, in the font's own units. */
function outlinesOf(glyf: DataView, loca: DataView, hasLongOffsets: boolean) {
  const offsetOf = glyphOffsets(loca, hasLongOffsets);

  function outline(glyph: number, depth: number): OutlinePoint[][] {
    const at = offsetOf(glyph);
    if (offsetOf(glyph + 1) === at || depth > MAX_DEPTH) return [];
    const count = glyf.getInt16(at);
    return count >= 0 ? simpleOutline(at + 10, count) : compositeOutline(at + 10, depth);
  }

  function simpleOutline(start: number, count: number): OutlinePoint[][] {
    const ends = Array.from({ length: count }, (_, line) => glyf.getUint16(start + line * 2));
    const total = (ends.at(-1) ?? -1) + 1;
    let at = start + count * 2;
    at += 2 + glyf.getUint16(at);
    const flags: number[] = [];
    while (flags.length < total) {
      const flag = glyf.getUint8(at++);
      const times = flag & 8 ? glyf.getUint8(at++) + 1 : 1;
      for (let each = 0; each < times; each++) flags.push(flag);
    }
    /** Each point is stored as its distance from the previous one. */
    const readDeltas = (shortFlag: number, sameFlag: number) => {
      let value = 0;
      return flags.map((flag) => {
        if (flag & shortFlag) {
          const step = glyf.getUint8(at++);
          value += flag & sameFlag ? step : -step;
        } else if (!(flag & sameFlag)) {
          value += glyf.getInt16(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = readDeltas(2, 16);
    const ys = readDeltas(4, 32);
    return ends.map((end, line) => {
      const from = line === 0 ? 0 : (ends[line - 1] ?? 0) + 1;
      return flags.slice(from, end + 1).map((flag, place) => ({
        x: xs[from + place] ?? 0,
        y: ys[from + place] ?? 0,
        corner: (flag & 1) !== 0,
      }));
    });
  }

  /** Returns the outlines of a glyph that consists of others, each moved and sometimes scaled or rotated. */
  function compositeOutline(start: number, depth: number): OutlinePoint[][] {
    const contours: OutlinePoint[][] = [];
    const fraction = (at: number) => glyf.getInt16(at) / 16_384;
    for (let at = start, hasMore = true; hasMore;) {
      const flags = glyf.getUint16(at);
      const part = glyf.getUint16(at + 2);
      at += 4;
      const [hasWords, isMoved] = [(flags & 1) !== 0, (flags & 2) !== 0];
      // Parts positioned by shared points are not supported, because none of Livery's fonts have them.
      const dx = !isMoved ? 0 : hasWords ? glyf.getInt16(at) : glyf.getInt8(at);
      const dy = !isMoved ? 0 : hasWords ? glyf.getInt16(at + 2) : glyf.getInt8(at + 1);
      at += hasWords ? 4 : 2;
      let [xx, xy, yx, yy] = [1, 0, 0, 1];
      if (flags & 0x08) {
        xx = yy = fraction(at);
        at += 2;
      } else if (flags & 0x40) {
        [xx, yy] = [fraction(at), fraction(at + 2)];
        at += 4;
      } else if (flags & 0x80) {
        [xx, xy, yx, yy] = [fraction(at), fraction(at + 2), fraction(at + 4), fraction(at + 6)];
        at += 8;
      }
      for (const line of outline(part, depth + 1)) {
        contours.push(
          line.map(({ x, y, corner }) => ({
            x: xx * x + yx * y + dx,
            y: xy * x + yy * y + dy,
            corner,
          })),
        );
      }
      hasMore = (flags & 0x20) !== 0;
    }
    return contours;
  }

  return (glyph: number) => outline(glyph, 0);
}

/** Returns a function for the position of a glyph in `glyf`. */
function glyphOffsets(loca: DataView, hasLongOffsets: boolean) {
  return (glyph: number) =>
    hasLongOffsets ? loca.getUint32(glyph * 4) : loca.getUint16(glyph * 2) * 2;
}

/** Returns `glyf` and `loca` with only the given glyphs and those that they consist of. */
function subsetOf(
  glyf: DataView,
  loca: DataView,
  hasLongOffsets: boolean,
  requested: ReadonlySet<number>,
): Record<string, Uint8Array> {
  const offsetOf = glyphOffsets(loca, hasLongOffsets);
  const includedGlyphs = new Set<number>();
  const includeWithParts = (glyph: number) => {
    if (includedGlyphs.has(glyph)) return;
    includedGlyphs.add(glyph);
    const at = offsetOf(glyph);
    if (offsetOf(glyph + 1) > at && glyf.getInt16(at) < 0)
      partsOf(glyf, at + 10).forEach(includeWithParts);
  };
  requested.forEach(includeWithParts);
  const count = loca.byteLength / (hasLongOffsets ? 4 : 2) - 1;
  const subsetLoca = new Uint8Array(loca.byteLength);
  const view = new DataView(subsetLoca.buffer);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    if (hasLongOffsets) view.setUint32(glyph * 4, at);
    else view.setUint16(glyph * 2, at / 2);
    if (glyph === count || !includedGlyphs.has(glyph)) continue;
    const from = offsetOf(glyph);
    const part = new Uint8Array(glyf.buffer, glyf.byteOffset + from, offsetOf(glyph + 1) - from);
    parts.push(part);
    at += part.byteLength;
  }
  return { glyf: new Uint8Array(Buffer.concat(parts)), loca: subsetLoca };
}

/** Returns the glyphs of which a composite glyph consists. */
function partsOf(glyf: DataView, start: number): number[] {
  const partGlyphs: number[] = [];
  for (let at = start, hasMore = true; hasMore;) {
    const flags = glyf.getUint16(at);
    partGlyphs.push(glyf.getUint16(at + 2));
    at += 4 + (flags & 1 ? 4 : 2);
    at += flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    hasMore = (flags & 0x20) !== 0;
  }
  return partGlyphs;
}

/** Returns the tables of a font, by name. */
export function readFontTables(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = view.byteLength < 44 ? 0 : view.getUint32(0);
  const tables = new Map<string, Uint8Array>();
  const tableNameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (kind === 0x10000) {
    for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16) {
      const start = view.getUint32(at + 8);
      tables.set(tableNameAt(at), bytes.subarray(start, start + view.getUint32(at + 12)));
    }
    return tables;
  }
  if (kind !== 0x774f4646 || view.getUint32(4) !== 0x10000)
    throw new RangeError("This font has no TrueType outlines");
  for (let at = 44; at < 44 + view.getUint16(12) * 20; at += 20) {
    const start = view.getUint32(at + 4);
    const compressedTable = bytes.subarray(start, start + view.getUint32(at + 8));
    const length = view.getUint32(at + 12);
    tables.set(
      tableNameAt(at),
      compressedTable.length < length
        ? new Uint8Array(inflateSync(compressedTable))
        : compressedTable,
    );
  }
  return tables;
}

/** Reads the characters of the font's Unicode table in format 4, which has all characters below U+10000. */
function charactersOf(cmap: DataView): Map<number, number> {
  const glyphByCharacter = new Map<number, number>();
  for (let record = 0; record < cmap.getUint16(2); record++) {
    const at = cmap.getUint32(4 + record * 8 + 4);
    if (cmap.getUint16(at) !== 4) continue;
    const segments = cmap.getUint16(at + 6) / 2;
    const [ends, starts] = [at + 14, at + 16 + segments * 2];
    const [deltas, offsets] = [starts + segments * 2, starts + segments * 4];
    for (let segment = 0; segment < segments; segment++) {
      const start = cmap.getUint16(starts + segment * 2);
      const end = cmap.getUint16(ends + segment * 2);
      const delta = cmap.getInt16(deltas + segment * 2);
      const offset = cmap.getUint16(offsets + segment * 2);
      for (let code = start; code <= end && code !== 0xffff; code++) {
        const glyphEntry =
          offset === 0 ? code : cmap.getUint16(offsets + segment * 2 + offset + (code - start) * 2);
        const glyph = offset !== 0 && glyphEntry === 0 ? 0 : (glyphEntry + delta) & 0xffff;
        if (glyph !== 0) glyphByCharacter.set(code, glyph);
      }
    }
    return glyphByCharacter;
  }
  throw new RangeError("The font has no table of Unicode characters in format 4");
}

/** Returns a TrueType file with these tables. */
export function writeTrueType(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sortedTables = [...tables]
    .map(([name, bytes]) => ({ name, bytes }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const header = 12 + sortedTables.length * 16;
  const size = sortedTables.reduce((sum, { bytes }) => sum + paddedLength(bytes.length), header);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const largestPower = 2 ** Math.floor(Math.log2(sortedTables.length));
  view.setUint32(0, 0x10000);
  view.setUint16(4, sortedTables.length);
  view.setUint16(6, largestPower * 16);
  view.setUint16(8, Math.log2(largestPower));
  view.setUint16(10, (sortedTables.length - largestPower) * 16);
  let start = header;
  for (const [place, { name, bytes }] of sortedTables.entries()) {
    const at = 12 + place * 16;
    file.set(new TextEncoder().encode(name), at);
    file.set(bytes, start);
    view.setUint32(at + 4, checksum(view, start, paddedLength(bytes.length)));
    view.setUint32(at + 8, start);
    view.setUint32(at + 12, bytes.length);
    start += paddedLength(bytes.length);
  }
  return file;
}

const paddedLength = (length: number) => (length + 3) & ~3;

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

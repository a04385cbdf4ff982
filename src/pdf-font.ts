/** Typefaces for documents: reads a WOFF file with TrueType outlines and tells what a PDF asks of it. */
import { inflateSync } from "node:zlib";

/** One font file as a document needs it. Measures are in thousandths of the type size. */
export interface PdfFont {
  /** The outlines as a TrueType file, without what only layout engines read. */
  file: Uint8Array;
  ascent: number;
  descent: number;
  box: readonly [number, number, number, number];
  /** The glyph of a character; undefined when the font has none. */
  glyphOf(codePoint: number): number | undefined;
  widthOf(glyph: number): number;
}

/** What a PDF viewer draws from; the characters come as glyph numbers, so no `cmap` is needed. */
const NEEDED = ["cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"];

/** Reads a font. Throws RangeError when the bytes are none that it knows. */
export function readWoff(bytes: Uint8Array): PdfFont {
  const tables = tablesOf(bytes);
  const table = (name: string): DataView => {
    const found = tables.get(name);
    if (!found) throw new RangeError(`The font has no table ${name}`);
    return new DataView(found.buffer, found.byteOffset, found.byteLength);
  };
  const head = table("head");
  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const scale = 1000 / head.getUint16(18);
  const metrics = hhea.getUint16(34);
  const glyphs = charactersOf(table("cmap"));
  const scaled = (view: DataView, at: number) => Math.round(view.getInt16(at) * scale);
  return {
    file: trueType(tables),
    ascent: scaled(hhea, 4),
    descent: scaled(hhea, 6),
    box: [scaled(head, 36), scaled(head, 38), scaled(head, 40), scaled(head, 42)],
    glyphOf: (codePoint) => glyphs.get(codePoint),
    widthOf: (glyph) => hmtx.getUint16(Math.min(glyph, metrics - 1) * 4) * scale,
  };
}

function tablesOf(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 44 || view.getUint32(0) !== 0x774f4646 || view.getUint32(4) !== 0x10000)
    throw new RangeError("This is no WOFF file with TrueType outlines");
  const tables = new Map<string, Uint8Array>();
  for (let at = 44; at < 44 + view.getUint16(12) * 20; at += 20) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const start = view.getUint32(at + 4);
    const packed = bytes.subarray(start, start + view.getUint32(at + 8));
    const length = view.getUint32(at + 12);
    tables.set(name, packed.length < length ? new Uint8Array(inflateSync(packed)) : packed);
  }
  return tables;
}

/** The characters of the font's Unicode table in format 4, which all text below U+10000 is in. */
function charactersOf(cmap: DataView): Map<number, number> {
  const found = new Map<number, number>();
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
        const own =
          offset === 0 ? code : cmap.getUint16(offsets + segment * 2 + offset + (code - start) * 2);
        const glyph = offset !== 0 && own === 0 ? 0 : (own + delta) & 0xffff;
        if (glyph !== 0) found.set(code, glyph);
      }
    }
    return found;
  }
  throw new RangeError("The font has no table of Unicode characters in format 4");
}

function trueType(tables: Map<string, Uint8Array>): Uint8Array {
  const kept = NEEDED.flatMap((name) => {
    const bytes = tables.get(name);
    return bytes ? [{ name, bytes }] : [];
  });
  const header = 12 + kept.length * 16;
  const size = kept.reduce((sum, { bytes }) => sum + padded(bytes.length), header);
  const file = new Uint8Array(size);
  const view = new DataView(file.buffer);
  const power = 2 ** Math.floor(Math.log2(kept.length));
  view.setUint32(0, 0x10000);
  view.setUint16(4, kept.length);
  view.setUint16(6, power * 16);
  view.setUint16(8, Math.log2(power));
  view.setUint16(10, (kept.length - power) * 16);
  let start = header;
  for (const [place, { name, bytes }] of kept.entries()) {
    const at = 12 + place * 16;
    file.set(new TextEncoder().encode(name), at);
    file.set(bytes, start);
    view.setUint32(at + 4, checksum(view, start, padded(bytes.length)));
    view.setUint32(at + 8, start);
    view.setUint32(at + 12, bytes.length);
    start += padded(bytes.length);
  }
  return file;
}

const padded = (length: number) => (length + 3) & ~3;

function checksum(view: DataView, start: number, length: number): number {
  let sum = 0;
  for (let at = start; at < start + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

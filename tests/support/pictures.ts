/** Handmade pictures, valid and hostile ones. */
import { crc32, deflateSync } from "node:zlib";

/** Returns a PNG of one colour. Large `width` and `height` make one that a decoder should refuse. */
export function png(width: number, height: number): Uint8Array {
  const row = Buffer.alloc(1 + width * 3, 0x7f);
  row[0] = 0;
  return pngOf(width, height, [8, 2], Buffer.concat(Array<Buffer>(height).fill(row)));
}

/**
 * Returns a black-and-white PNG with one bit per pixel: the most pixels for the fewest bytes, and the slowest to read.
 * It is black except for about `noise` bytes at its top.
 */
export function bitPng(width: number, height: number, noise = 0): Uint8Array<ArrayBuffer> {
  const row = 1 + Math.ceil(width / 8);
  const rows = Buffer.alloc(row * height);
  for (let at = 0; at < noise; at += 32_768)
    crypto.getRandomValues(rows.subarray(at, Math.min(at + 32_768, noise)));
  for (let at = 0; at < rows.length; at += row) rows[at] = 0;
  return pngOf(width, height, [1, 0], rows);
}

function pngOf(
  width: number,
  height: number,
  [depth, colour]: readonly [number, number],
  pixels: Buffer,
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colour, 0, 0, 0], 8);
  const rows = deflateSync(pixels, { level: 9 });
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      chunk("IDAT", rows),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

export function jpeg(): Promise<Uint8Array> {
  return new Bun.Image(png(64, 48)).jpeg({ quality: 80 }).bytes();
}

/** Returns a JPEG whose EXIF block has the place of the photo: Kigali, 1°57′S 30°3′E. */
export async function jpegWithGps(): Promise<Uint8Array> {
  const plain = Buffer.from(await jpeg());
  const u16 = (n: number) => [n & 0xff, n >> 8];
  const u32 = (n: number) => [n & 0xff, (n >> 8) & 0xff, (n >> 16) & 0xff, n >>> 24];
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...u16(tag),
    ...u16(type),
    ...u32(count),
    ...value,
  ];
  const degrees = (d: number, m: number) =>
    [
      [d, 1],
      [m, 1],
      [0, 1],
    ]
      .flat()
      .flatMap(u32);
  const GPS_OFFSET = 26;
  const VALUES_OFFSET = GPS_OFFSET + 2 + 4 * 12 + 4;
  const tiff = [
    ...Buffer.from("II"),
    ...u16(42),
    ...u32(8),
    ...u16(1),
    ...entry(0x8825, 4, 1, u32(GPS_OFFSET)),
    ...u32(0),
    ...u16(4),
    ...entry(1, 2, 2, [0x53, 0, 0, 0]),
    ...entry(2, 5, 3, u32(VALUES_OFFSET)),
    ...entry(3, 2, 2, [0x45, 0, 0, 0]),
    ...entry(4, 5, 3, u32(VALUES_OFFSET + 24)),
    ...u32(0),
    ...degrees(1, 57),
    ...degrees(30, 3),
  ];
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), Buffer.from(tiff)]);
  const length = exif.length + 2;
  return new Uint8Array(
    Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, 0xe1, length >> 8, length & 0xff]),
      exif,
      plain.subarray(2),
    ]),
  );
}

/** Returns a PDF with one empty page and `words` in a comment. */
export function pdf(words = "a page"): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.from(
      `%PDF-1.4\n% ${words}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
    ),
  );
}

import { type OutlinePoint, readFont, writeTrueType } from "../src/formats/pdf-font";

/**
 * Returns the font with its outlines on a coarse grid of `unitsPerEm`, without tables for shaping and hinting. For
 * scripts whose characters are placed side by side, each with its own width.
 */
export function coarsenFont(bytes: Uint8Array, unitsPerEm: number): Uint8Array {
  const font = readFont(bytes);
  const characters = [...font.characters()].toSorted(([a], [b]) => a - b);
  const scale = unitsPerEm / 1000;
  const glyphs = [
    new Uint8Array(),
    ...characters.map(([, glyph]) => encodeGlyph(font.outlineOf(glyph), scale)),
  ];
  const glyphOffsets: number[] = [0];
  for (const glyph of glyphs) glyphOffsets.push((glyphOffsets.at(-1) ?? 0) + glyph.byteLength);
  const packLongOffsets = (values: number[]) =>
    buildTable(values.length * 4, (view) =>
      writeEach(values, (value, at) => view.setUint32(at * 4, value)),
    );
  const widths = [
    unitsPerEm,
    ...characters.map(([, glyph]) => Math.round(font.widthOf(glyph) * scale)),
  ];
  return writeTrueType(
    new Map([
      ["cmap", buildCharacterMap(characters.map(([code], at) => [code, at + 1]))],
      ["glyf", new Uint8Array(Buffer.concat(glyphs))],
      [
        "head",
        buildTable(54, (view) => {
          view.setUint32(0, 0x10000);
          view.setUint32(12, 0x5f0f3cf5);
          view.setUint16(18, unitsPerEm);
          writeEach(font.box, (value, at) => view.setInt16(36 + at * 2, Math.round(value * scale)));
          view.setInt16(50, 1);
        }),
      ],
      [
        "hhea",
        buildTable(36, (view) => {
          view.setUint32(0, 0x10000);
          view.setInt16(4, Math.round(font.ascent * scale));
          view.setInt16(6, Math.round(font.descent * scale));
          view.setUint16(10, unitsPerEm);
          view.setInt16(18, 1);
          view.setUint16(34, glyphs.length);
        }),
      ],
      [
        "hmtx",
        buildTable(glyphs.length * 4, (view) =>
          writeEach(widths, (width, at) => view.setUint16(at * 4, width)),
        ),
      ],
      ["loca", packLongOffsets(glyphOffsets)],
      [
        "maxp",
        buildTable(32, (view) => {
          view.setUint32(0, 0x10000);
          view.setUint16(4, glyphs.length);
        }),
      ],
    ]),
  );
}

function writeEach(values: readonly number[], write: (value: number, at: number) => void): void {
  for (const [at, value] of values.entries()) write(value, at);
}

function buildTable(length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
}

/** Encodes a glyph for the table `glyf`: each point as the step from the point before. */
function encodeGlyph(contours: OutlinePoint[][], scale: number): Uint8Array {
  const contourEnds: number[] = [];
  const flags: number[] = [];
  const [xs, ys]: [number[], number[]] = [[], []];
  const box = { left: 32_767, bottom: 32_767, right: -32_768, top: -32_768 };
  let [previousX, previousY] = [0, 0];
  /** Writes a step: in one byte with its sign in the flag, in two bytes, or not at all if it is zero. */
  const encodeStep = (
    delta: number,
    target: number[],
    shortFlag: number,
    sameFlag: number,
  ): number => {
    if (delta === 0) return sameFlag;
    if (Math.abs(delta) < 256) {
      target.push(Math.abs(delta));
      return shortFlag | (delta > 0 ? sameFlag : 0);
    }
    target.push((delta >> 8) & 255, delta & 255);
    return 0;
  };
  for (const contour of contours) {
    for (const point of contour) {
      const [x, y] = [Math.round(point.x * scale), Math.round(point.y * scale)];
      flags.push(
        (point.corner ? 1 : 0) |
          encodeStep(x - previousX, xs, 2, 16) |
          encodeStep(y - previousY, ys, 4, 32),
      );
      [previousX, previousY] = [x, y];
      box.left = Math.min(box.left, x);
      box.bottom = Math.min(box.bottom, y);
      box.right = Math.max(box.right, x);
      box.top = Math.max(box.top, y);
    }
    contourEnds.push(flags.length - 1);
  }
  if (flags.length === 0) return new Uint8Array();
  const glyphHeader = buildTable(10 + contourEnds.length * 2 + 2, (view) => {
    view.setInt16(0, contourEnds.length);
    view.setInt16(2, box.left);
    view.setInt16(4, box.bottom);
    view.setInt16(6, box.right);
    view.setInt16(8, box.top);
    writeEach(contourEnds, (end, at) => view.setUint16(10 + at * 2, end));
  });
  return new Uint8Array(Buffer.concat([glyphHeader, Uint8Array.from([...flags, ...xs, ...ys])]));
}

/** Builds a character map in format 4: ranges of characters in which glyph numbers increase by one. */
function buildCharacterMap(pairs: [code: number, glyph: number][]): Uint8Array {
  const codeRanges: { from: number; to: number; delta: number }[] = [];
  for (const [code, glyph] of pairs) {
    const lastRange = codeRanges.at(-1);
    if (lastRange && lastRange.to === code - 1 && ((glyph - code) & 0xffff) === lastRange.delta)
      lastRange.to = code;
    else codeRanges.push({ from: code, to: code, delta: (glyph - code) & 0xffff });
  }
  codeRanges.push({ from: 0xffff, to: 0xffff, delta: 1 });
  const count = codeRanges.length;
  const length = 16 + count * 8;
  const largestPowerOfTwo = 2 ** Math.floor(Math.log2(count));
  return buildTable(12 + length, (view) => {
    view.setUint16(2, 1);
    view.setUint16(4, 3);
    view.setUint16(6, 1);
    view.setUint32(8, 12);
    view.setUint16(12, 4);
    view.setUint16(14, length);
    view.setUint16(18, count * 2);
    view.setUint16(20, largestPowerOfTwo * 2);
    view.setUint16(22, Math.log2(largestPowerOfTwo));
    view.setUint16(24, (count - largestPowerOfTwo) * 2);
    for (const [at, { from, to, delta }] of codeRanges.entries()) {
      view.setUint16(26 + at * 2, to);
      view.setUint16(28 + count * 2 + at * 2, from);
      view.setUint16(28 + count * 4 + at * 2, delta);
    }
  });
}

/**
 * Reads the pixels of a PNG that Livery has made: eight bits per channel, not interlaced, with or without alpha, grey
 * or in colour. Format: PNG specification, third edition, 5 (chunks) and 9 (filters).
 */
/** The number of channels, by colour type. */
const channelsByColorType: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };
const FIRST_CHUNK_AT = 8;

interface Pixels {
  width: number;
  height: number;
  channels: number;
  /** The pixels row by row, with the channels of each pixel together. */
  bytes: Uint8Array;
}

/** Reads a PNG. Throws for a kind of PNG that Livery does not make. */
export function readPng(file: Uint8Array): Pixels {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const width = view.getUint32(FIRST_CHUNK_AT + 8);
  const height = view.getUint32(FIRST_CHUNK_AT + 12);
  const [depth, type = -1, , , interlaceMethod] = file.subarray(FIRST_CHUNK_AT + 16);
  const channels = channelsByColorType[type];
  if (depth !== 8 || channels === undefined || interlaceMethod !== 0)
    throw new Error(`PNG files of depth ${depth} and colour type ${type} are not supported.`);
  const parts: Uint8Array[] = [];
  for (let at = FIRST_CHUNK_AT; at + 12 <= file.length; at += 12 + view.getUint32(at)) {
    const isImageData = String.fromCharCode(...file.subarray(at + 4, at + 8)) === "IDAT";
    if (isImageData) parts.push(file.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  // Loaded when a picture is first read, because it also loads Node's streams.
  const filteredRows = process.getBuiltinModule("node:zlib").inflateSync(Buffer.concat(parts));
  const row = width * channels;
  const bytes = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    const filter = filteredRows[y * (row + 1)];
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0);
      const up = y === 0 ? 0 : (bytes[at - row] ?? 0);
      const upperLeft = x < channels || y === 0 ? 0 : (bytes[at - row - channels] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, upperLeft)][filter ?? 0] ?? 0;
      bytes[at] = (filteredRows[y * (row + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return { width, height, channels, bytes };
}

/** Returns the one of three neighbours that is nearest to left + up - upperLeft (9.4, Paeth). */
function nearest(left: number, up: number, upperLeft: number): number {
  const guess = left + up - upperLeft;
  const [a, b, c] = [left, up, upperLeft].map((each) => Math.abs(guess - each)) as [
    number,
    number,
    number,
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upperLeft;
}

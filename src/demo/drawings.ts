/** Draws pictures and documents of people who do not exist, shape by shape, in the form a camera would send. */
import { deflateSync, crc32 } from "node:zlib";

/**
 * How many pixels one unit takes while a picture is drawn. Pictures are drawn at twice their stored size, which smooths
 * their edges.
 */
const OVERSAMPLING = 20;
const WIDTH_UNITS = 64;
const HEIGHT_UNITS = 48;
const PHOTO_WIDTH_PX = 640;
const PHOTO_HEIGHT_PX = 480;

/** A shape in units of a 64 by 48 picture, with its colour as `#rrggbb`. */
type Shape =
  | readonly [
      kind: "box",
      colour: string,
      x: number,
      y: number,
      w: number,
      h: number,
      round?: number,
    ]
  | readonly [kind: "disc", colour: string, x: number, y: number, radius: number]
  | readonly [kind: "area", colour: string, ...corners: (readonly [x: number, y: number])[]];

/** Draws the eight photos of a car in a colour, by the form's fields. */
export async function drawCar(colour: string): Promise<Map<string, Uint8Array>> {
  const side = carSideShapes(colour);
  const scenes: Record<string, readonly Shape[]> = {
    exteriorPhoto1: carEndShapes(colour, "front"),
    exteriorPhoto2: carEndShapes(colour, "back"),
    exteriorPhoto3: side.map(mirrorShape),
    exteriorPhoto4: side,
    interiorPhoto1: dashboard,
    interiorPhoto2: seats([6, 24, 42]),
    interiorPhoto3: seats([8, 38]),
    interiorPhoto4: openTrunkShapes(colour),
  };
  return new Map(
    await Promise.all(
      Object.entries(scenes).map(async ([field, shapes]) => [field, await draw(shapes)] as const),
    ),
  );
}

/** Draws a card with a portrait on a table. */
export function drawIdentityCard(bandColour: string): Promise<Uint8Array> {
  return draw([
    ["box", "#8d8172", 0, 0, WIDTH_UNITS, HEIGHT_UNITS],
    ["box", "#7b7062", 7.4, 10, 50, 30.5, 2],
    ["box", "#eef2ec", 7, 9, 50, 30.5, 2],
    ["box", bandColour, 7, 11, 50, 4.5],
    ["box", "#d3dcd4", 11, 19, 13, 16.5, 0.6],
    ["disc", "#7a5a45", 17.5, 25.2, 3.5],
    ["box", "#3d5368", 12.5, 30, 10, 5.5, 2.4],
    ...[20, 24, 28, 32].flatMap((y, at): Shape[] => [
      ["box", "#a3aea6", 28, y, 7, 0.8],
      ["box", "#4c5852", 28, y + 1.4, 22 - (at % 3) * 5, 1.1],
    ]),
  ]);
}

/** Draws a closed gate in a wall, the photo that comes with a no-show. */
export function drawEntrance(): Promise<Uint8Array> {
  return draw([
    ...streetShapes,
    ["box", "#cbb89a", 0, 10, WIDTH_UNITS, 22],
    ["box", "#b5a184", 0, 8.5, WIDTH_UNITS, 2.4],
    ["box", "#b5a184", 0, 30, WIDTH_UNITS, 2],
    ["box", "#8f7d62", 17, 5, 4, 27],
    ["box", "#8f7d62", 43, 5, 4, 27],
    ["box", "#24506e", 21, 9, 22, 23],
    ["box", "#1c4059", 31.7, 9, 0.7, 23],
    ...[11, 17.5, 24].flatMap((y): Shape[] => [
      ["box", "#2f6285", 22.4, y, 8, 5, 0.4],
      ["box", "#2f6285", 33.6, y, 8, 5, 0.4],
    ]),
    ["disc", "#d9c36b", 33.4, 21.4, 0.7],
    ["box", "#f3f0e6", 49.5, 14, 7, 4.4, 0.5],
    ["box", "#4c5852", 51, 15.6, 4, 1.2, 0.3],
    ["disc", "#5f7f5a", 5, 31, 5],
    ["disc", "#6f8f67", 58, 32, 4.4],
  ]);
}

/** Returns an A4 page as PDF with a title and a few lines, in a font that every reader has. */
export function createPdfPage(title: string, lines: readonly string[]): Uint8Array {
  const showTextCommand = (text: string) => `(${text.replace(/[\\()]/g, "\\$&")}) Tj`;
  const text = [
    `BT /F1 20 Tf 72 760 Td ${showTextCommand(title)}`,
    "/F1 11 Tf 0 -40 Td 18 TL",
    ...lines.map((line) => `${showTextCommand(line)} T*`),
    "ET",
  ].join("\n");
  const pdfObjects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let file = "%PDF-1.4\n";
  const byteOffsets = pdfObjects.map((pdfObject, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${pdfObject}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xrefOffset = file.length;
  file += `xref\n0 ${pdfObjects.length + 1}\n0000000000 65535 f \n${byteOffsets.join("")}`;
  file += `trailer\n<</Size ${pdfObjects.length + 1}/Root 1 0 R>>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, "latin1"));
}

const streetShapes: readonly Shape[] = [
  ["box", "#c9dce8", 0, 0, WIDTH_UNITS, 28],
  ["disc", "#9db79a", 6, 27, 9],
  ["disc", "#8fac8c", 58, 28, 11],
  ["box", "#e4ddd0", 14, 8, 15, 20],
  ["box", "#d8cfc0", 29, 12, 18, 16],
  ["box", "#b7afa3", 0, 27, WIDTH_UNITS, 21],
  ["box", "#a59d91", 0, 27, WIDTH_UNITS, 2],
];

function carEndShapes(colour: string, side: "front" | "back"): readonly Shape[] {
  const lampColour = side === "front" ? "#f6f1d8" : "#b3261e";
  return [
    ...streetShapes,
    ["box", "#857e74", 12, 40, 40, 4, 2],
    ["box", "#15181a", 15, 35, 6, 8, 1.4],
    ["box", "#15181a", 43, 35, 6, 8, 1.4],
    ["area", colour, [18, 24], [22.5, 13.5], [41.5, 13.5], [46, 24]],
    ["area", "#22303a", [20.6, 23.4], [24, 15.2], [40, 15.2], [43.4, 23.4]],
    ["box", colour, 13, 22.5, 38, 17, 3.5],
    ["box", lampColour, 14.5, 26, 7.5, 3.4, 1.5],
    ["box", lampColour, 42, 26, 7.5, 3.4, 1.5],
    ["box", side === "front" ? "#1b1f22" : colour, 25, 27, 14, 4.5, 1],
    ["box", "#2a2e31", 15, 36, 34, 2.4, 1],
    ["box", "#f3f0e6", 27, 32.6, 10, 2.6, 0.4],
  ];
}

function carSideShapes(colour: string): readonly Shape[] {
  return [
    ...streetShapes,
    ["box", "#857e74", 6, 39.5, 52, 3, 1.5],
    ["area", colour, [14, 28], [22, 17], [41, 17], [50, 27], [58, 29], [58, 33], [14, 33]],
    ["box", colour, 5, 26.5, 54, 11, 3],
    ["area", "#22303a", [18.5, 26.5], [24, 18.6], [31, 18.6], [31, 26.5]],
    ["area", "#22303a", [32.4, 26.5], [32.4, 18.6], [40, 18.6], [46.6, 26.5]],
    ["box", "#f6f1d8", 56, 28.5, 3, 2.4, 0.8],
    ["box", "#b3261e", 5, 28.5, 2.4, 2.6, 0.6],
    ["box", "#15181a", 29, 29.4, 3, 0.7],
    ["disc", "#15181a", 16.5, 37, 5.4],
    ["disc", "#b9bdc0", 16.5, 37, 3],
    ["disc", "#15181a", 47.5, 37, 5.4],
    ["disc", "#b9bdc0", 47.5, 37, 3],
  ];
}

const dashboard: readonly Shape[] = [
  ["box", "#c9dce8", 0, 0, WIDTH_UNITS, 20],
  ["box", "#b7afa3", 0, 13, WIDTH_UNITS, 7],
  ["box", "#2a2d30", 0, 17, WIDTH_UNITS, 31],
  ["box", "#1d2022", 0, 17, WIDTH_UNITS, 4],
  ["box", "#0f1214", 8, 21, 20, 8, 2],
  ["disc", "#d9dee0", 13.5, 25, 3],
  ["disc", "#d9dee0", 22.5, 25, 3],
  ["disc", "#121416", 18, 37, 11.5],
  ["disc", "#2a2d30", 18, 37, 9],
  ["box", "#121416", 9, 36, 18, 2.6, 1],
  ["disc", "#121416", 18, 37, 3.4],
  ["box", "#0f1b24", 33, 22, 17, 11, 1],
  ["box", "#3f7f9e", 35, 24, 13, 1],
  ["box", "#3f7f9e", 41, 24, 1, 7],
  ["box", "#17191b", 54, 23, 8, 4, 0.8],
  ["box", "#17191b", 36, 36, 11, 12, 2],
];

function seats(leftEdges: readonly number[]): readonly Shape[] {
  const seatWidth = leftEdges.length > 2 ? 16 : 18;
  return [
    ["box", "#cfdfe9", 0, 0, WIDTH_UNITS, 14],
    ["box", "#3b3733", 0, 12, WIDTH_UNITS, 36],
    ...leftEdges.flatMap((x): Shape[] => [
      ["box", "#5b524a", x + seatWidth / 2 - 4, 6, 8, 7, 2],
      ["box", "#6b6158", x, 12, seatWidth, 22, 3],
      ["box", "#5b524a", x + 3, 15, seatWidth - 6, 16, 2],
      ["box", "#766b61", x - 1, 31, seatWidth + 2, 11, 3],
    ]),
    ["box", "#2b2825", 0, 43, WIDTH_UNITS, 5],
  ];
}

function openTrunkShapes(colour: string): readonly Shape[] {
  return [
    ["box", colour, 0, 0, WIDTH_UNITS, HEIGHT_UNITS],
    ["box", "#1b1d1f", 6, 5, 52, 34, 5],
    ["box", "#33363a", 9, 24, 46, 13, 2],
    ["box", "#24272a", 9, 10, 46, 13, 2],
    ["box", "#7a4b2e", 38, 21, 13, 11, 1.6],
    ["box", "#5f3922", 42.5, 19, 4, 2.4, 1],
    ["box", "#b3261e", 1, 14, 4, 9, 1],
    ["box", "#b3261e", 59, 14, 4, 9, 1],
    ["box", "#2a2e31", 0, 43, WIDTH_UNITS, 5],
  ];
}

function mirrorShape(shape: Shape): Shape {
  if (shape[0] === "box") {
    const [kind, colour, x, y, w, h, round] = shape;
    return [kind, colour, WIDTH_UNITS - x - w, y, w, h, round];
  }
  if (shape[0] === "disc") {
    const [kind, colour, x, y, radius] = shape;
    return [kind, colour, WIDTH_UNITS - x, y, radius];
  }
  const [kind, colour, ...corners] = shape;
  return [kind, colour, ...corners.map(([x, y]) => [WIDTH_UNITS - x, y] as const)];
}

async function draw(shapes: readonly Shape[]): Promise<Uint8Array> {
  const width = WIDTH_UNITS * OVERSAMPLING;
  const height = HEIGHT_UNITS * OVERSAMPLING;
  const colours: string[] = [];
  // Each row begins with PNG's filter byte, which is 0.
  const pixels = Buffer.alloc((width + 1) * height);
  for (const shape of shapes) {
    if (!colours.includes(shape[1])) colours.push(shape[1]);
    const colour = colours.indexOf(shape[1]);
    for (let row = 0; row < height; row++) {
      const span = rowSpanOf(shape, (row + 0.5) / OVERSAMPLING);
      if (!span) continue;
      const from = Math.max(0, Math.round(span[0] * OVERSAMPLING));
      const to = Math.min(width, Math.round(span[1] * OVERSAMPLING));
      if (to > from) pixels.fill(colour, row * (width + 1) + 1 + from, row * (width + 1) + 1 + to);
    }
  }
  return new Bun.Image(png(width, height, colours, pixels))
    .resize(PHOTO_WIDTH_PX, PHOTO_HEIGHT_PX)
    .jpeg({ quality: 82 })
    .bytes();
}

/** Returns where a shape begins and ends on a line, or null if it is not on it. No shape has a hole. */
function rowSpanOf(shape: Shape, y: number): readonly [number, number] | null {
  if (shape[0] === "disc") {
    const [, , x, middle, radius] = shape;
    const halfWidth = Math.sqrt(radius ** 2 - (y - middle) ** 2);
    return Number.isNaN(halfWidth) ? null : [x - halfWidth, x + halfWidth];
  }
  if (shape[0] === "box") {
    const [, , x, top, w, h, round = 0] = shape;
    if (y < top || y > top + h) return null;
    const edgeDistance = Math.min(y - top, top + h - y);
    const inset =
      edgeDistance < round ? round - Math.sqrt(round ** 2 - (round - edgeDistance) ** 2) : 0;
    return [x + inset, x + w - inset];
  }
  const [, , ...corners] = shape;
  const crossings = corners.flatMap(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1];
    return y1 <= y === y2 <= y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
  });
  return crossings.length < 2 ? null : [Math.min(...crossings), Math.max(...crossings)];
}

function png(width: number, height: number, colours: readonly string[], rows: Buffer): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, each an index into the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const pngChunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const chunk = Buffer.alloc(body.length + 8);
    chunk.writeUInt32BE(data.length, 0);
    chunk.set(body, 4);
    chunk.writeUInt32BE(crc32(body), body.length + 4);
    return chunk;
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("PLTE", Buffer.from(colours.map((colour) => colour.slice(1)).join(""), "hex")),
    pngChunk("IDAT", deflateSync(rows, { level: 1 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The picture of a page for sharing: its texts are visible and stay within the edges, whatever they are. */
import { expect, test } from "bun:test";
import regular from "@fontsource/geist/files/geist-latin-600-normal.woff" with { type: "file" };
import extended from "@fontsource/geist/files/geist-latin-ext-600-normal.woff" with { type: "file" };
import { readFont } from "../../src/formats/pdf-font";
import { drawCard } from "../../src/pages/share-card";

const [ground, ink] = ["#0e4f3d", "#ffffff"];

/** Draws a card, and returns a function that gives the ink of each pixel, from 0 to 1. */
async function textColourOf(card: { brand: string; title: string; footer: string }) {
  const png = drawCard(card, ground, ink);
  const image = new Bun.Image(png);
  const { width, height } = await image.metadata();
  expect([width, height]).toEqual([1200, 630]);
  const idat = Buffer.from(png);
  const start = idat.indexOf("IDAT") + 4;
  const rows = Bun.inflateSync(idat.subarray(start + 2, start + idat.readUInt32BE(start - 8) - 4));
  return (x: number, y: number) => (rows[y * 1201 + 1 + x] ?? 0) / 255;
}

type Ink = Awaited<ReturnType<typeof textColourOf>>;
/** Counts the pixels within a box that are nearly all ink. */
function written(at: Ink, left: number, top: number, right: number, bottom: number): number {
  let count = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (at(x, y) > 0.7) count++;
  return count;
}

test("a share card has the mark, the name, the title and the footer in their places", async () => {
  const at = await textColourOf({
    brand: "Zebra",
    title: "Your car is waiting.",
    footer: "Kigali",
  });
  expect(written(at, 66, 62, 162, 158)).toBeGreaterThan(1000);
  expect(written(at, 168, 80, 400, 140)).toBeGreaterThan(1000);
  expect(written(at, 80, 380, 1120, 500)).toBeGreaterThan(5000);
  expect(written(at, 80, 520, 300, 570)).toBeGreaterThan(300);
  for (const [left, top, right, bottom] of [
    [0, 0, 1200, 50],
    [0, 590, 1200, 630],
    [0, 0, 60, 630],
    [1130, 0, 1200, 630],
  ] as const)
    expect(written(at, left, top, right, bottom)).toBe(0);
});

test("a share card keeps long text within its margins", async () => {
  const longTitle =
    "What happens when your flight is late and nobody has told us about it at all ".repeat(4);
  const at = await textColourOf({
    brand: "Z".repeat(80),
    title: longTitle,
    footer: "K".repeat(120),
  });
  expect(written(at, 1130, 0, 1200, 630)).toBe(0);
  expect(written(at, 0, 0, 60, 630)).toBe(0);
  const word = await textColourOf({ brand: "Zebra", title: "W".repeat(200), footer: "" });
  expect(written(word, 1130, 0, 1200, 630)).toBe(0);
});

test("a share card leaves out a title that no typeface can write", async () => {
  const at = await textColourOf({ brand: "Zebra", title: "ᜉᜒᜎᜒᜉᜒᜈᜐ car", footer: "Kigali" });
  expect(written(at, 80, 240, 1120, 500)).toBe(0);
  expect(written(at, 168, 80, 400, 140)).toBeGreaterThan(1000);
});

test("a share card is mirrored for right-to-left text", async () => {
  const at = await textColourOf({ brand: "Zebra", title: "سيارتك في انتظارك", footer: "Kigali" });
  // The mark, the name, the title and the footer start on the right.
  expect(written(at, 1038, 62, 1134, 158)).toBeGreaterThan(1000);
  expect(written(at, 800, 80, 1032, 140)).toBeGreaterThan(1000);
  expect(written(at, 600, 380, 1120, 500)).toBeGreaterThan(3000);
  expect(written(at, 900, 520, 1120, 570)).toBeGreaterThan(300);
  expect(written(at, 0, 0, 80, 630) + written(at, 1134, 0, 1200, 630)).toBe(0);
});

test("glyph outlines have the right height, and accents are above their letters", async () => {
  const font = readFont(await Bun.file(regular).bytes());
  const heights = (sign: string, of = font) => {
    const points = of.outlineOf(of.glyphOf(sign.codePointAt(0) ?? 0) ?? -1).flat();
    const ys = points.map(({ y }) => y);
    return { low: Math.min(...ys), high: Math.max(...ys), lines: points.length };
  };
  expect(heights("H").low).toBe(0);
  expect(heights("H").high).toBeGreaterThan(650);
  expect(heights("H").high).toBeLessThan(780);
  expect(heights("p").low).toBeLessThan(-100);
  expect(heights("é").high).toBeGreaterThan(heights("e").high + 100);
  expect(heights("o").lines).toBeGreaterThan(7);
  expect(font.outlineOf(font.glyphOf(32) ?? -1)).toEqual([]);
  const more = readFont(await Bun.file(extended).bytes());
  expect(heights("ő", more).high).toBeGreaterThan(heights("o").high + 100);
});

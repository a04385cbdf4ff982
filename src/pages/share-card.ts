/**
 * The preview picture of a shared page: its largest words on the operator's colour, with the mark and the name. It is
 * drawn pixel by pixel from the outlines of the typefaces for documents, and from right to left if the words are.
 */
import { drawMaskPng, markCoverageAt } from "./icons";
import { typefaces } from "../formats/pdf-font-faces";
import type { OutlinePoint } from "../formats/pdf-font";
import { type ShapedRun, shapeLine } from "../formats/pdf-shaping";
import { cardSize } from "./site-files";

/** The text on the picture. */
interface ShareCard {
  brand: string;
  title: string;
  /** The text at its foot, such as the town. */
  footer: string;
}

const { width: WIDTH, height: HEIGHT } = cardSize;
const MARGIN = 80;
/** The spacing of letters, as a share of their size. Large letters are set closer together. */
const LETTER_SPACING = -0.025;
/** The sizes of the title. The largest size in which it fits is used. */
const titleSizes = [
  { size: 84, lines: 3 },
  { size: 68, lines: 4 },
  { size: 56, lines: 5 },
];
const LINE_HEIGHT = 1.14;

/** Noto has only one weight here, so bold letters are drawn twice. This is the distance, as a share of their size. */
const BOLD_OFFSET = 0.022;

const face = typefaces.bold;
/** A text whose first letter belongs to a script that runs from right to left. */
const rightToLeftStart = /^\P{L}*[\u0590-\u08ff]/u;
/** Marks a line as right-to-left, whatever its first letter is. */
const RTL_MARK = "\u200f";

/** Draws a PNG of 1200 by 630 pixels. It takes some tens of milliseconds, so cache it. */
export function drawCard(
  { brand, title, footer }: ShareCard,
  ground: string,
  ink: string,
): Uint8Array {
  const thickStrokes = new Strokes();
  const thinStrokes = new Strokes();
  const maxLineWidth = WIDTH - 2 * MARGIN;
  const isRtl = rightToLeftStart.test(title);
  /** Returns where something of this width begins, `inset` from where lines begin. */
  const leftEdge = (width: number, inset = 0) =>
    isRtl ? WIDTH - MARGIN - inset - width : MARGIN + inset;
  const write = (strokes: Strokes, text: string, size: number, baseline: number, inset = 0) => {
    const runs = shapeLine(isRtl ? RTL_MARK + text : text, face);
    strokes.addGlyphs(runs, size, leftEdge(widthOf(runs, size), inset), baseline);
  };
  if (isWritable(brand)) write(thickStrokes, fit(brand, 40, maxLineWidth - 88), 40, 126, 88);
  if (isWritable(footer)) write(thinStrokes, fit(footer, 32, maxLineWidth), 32, HEIGHT - 76);
  if (isWritable(title)) {
    const { size, lines } = layOutTitle(title, maxLineWidth);
    const last = HEIGHT - 168;
    for (const [at, line] of lines.entries())
      write(thickStrokes, line, size, last - (lines.length - 1 - at) * size * LINE_HEIGHT);
  }
  const inkPerPixel = new Uint8Array(WIDTH * HEIGHT);
  const [thickCoverage, thinCoverage] = [thickStrokes.pixelCoverage(), thinStrokes.pixelCoverage()];
  for (let at = 0; at < inkPerPixel.length; at++)
    inkPerPixel[at] = Math.round(
      255 * Math.max(thickCoverage[at] ?? 0, 0.78 * (thinCoverage[at] ?? 0)),
    );
  // One mark is large and faint beneath the words, the other small beside the name.
  drawMark(inkPerPixel, { x: leftEdge(620, 610), y: -10, size: 620, share: 0.08 });
  drawMark(inkPerPixel, { x: leftEdge(96, -14), y: 62, size: 96, share: 1 });
  return drawMaskPng(WIDTH, HEIGHT, inkPerPixel, ground, ink);
}

/** Tells whether the typefaces have all letters of a text. A text with missing letters is left out. */
function isWritable(text: string): boolean {
  const missing = new Set<string>();
  shapeLine(text, face, missing);
  return text !== "" && missing.size === 0;
}

/**
 * Returns how far the pen moves for a glyph. Letters of Livery's own typeface are set closer together, but letters of
 * other typefaces may join and are not.
 */
const advanceOf = (run: ShapedRun, advance: number, size: number) =>
  (advance / 1000 + (run.face.isOwn ? LETTER_SPACING : 0)) * size;

function widthOf(runs: readonly ShapedRun[], size: number): number {
  let width = 0;
  for (const run of runs)
    for (const { advance } of run.glyphs) width += advanceOf(run, advance, size);
  return width;
}

const textWidth = (text: string, size: number) => widthOf(shapeLine(text, face), size);

/** Returns the text, or as much of it as fits, followed by an ellipsis. */
function fit(text: string, size: number, maxWidth: number): string {
  if (textWidth(text, size) <= maxWidth) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join("").trimEnd()}…`, size) > maxWidth)
    characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

function layOutTitle(title: string, maxWidth: number): { size: number; lines: string[] } {
  const smallestSize = titleSizes.at(-1) ?? { size: 56, lines: 5 };
  for (const { size, lines } of titleSizes) {
    const titleLines = linesOf(title, size, maxWidth);
    if (titleLines.length <= lines && titleLines.every((line) => textWidth(line, size) <= maxWidth))
      return { size, lines: titleLines };
  }
  const { size, lines: maxLines } = smallestSize;
  const fittedLines = linesOf(title, size, maxWidth).map((line) => fit(line, size, maxWidth));
  const shownLines = fittedLines.slice(0, maxLines);
  const last = shownLines.at(-1);
  if (fittedLines.length > maxLines && last !== undefined)
    shownLines[maxLines - 1] = fit(`${last} …`, size, maxWidth);
  return { size, lines: shownLines };
}

function linesOf(text: string, size: number, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const extendedLine = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(extendedLine, size) <= maxWidth)
      lines[lines.length - 1] = extendedLine;
    else lines.push(word);
  }
  return lines;
}

/** Draws the mark over the picture. No pixel beneath it gets less ink. */
function drawMark(
  inkPerPixel: Uint8Array,
  { x, y, size, share }: { x: number; y: number; size: number; share: number },
): void {
  const scale = 32 / size;
  for (let row = Math.max(0, y); row < Math.min(HEIGHT, y + size); row++) {
    for (let column = Math.max(0, x); column < Math.min(WIDTH, x + size); column++) {
      const [left, top] = [(column + 0.5 - x) * scale, (row + 0.5 - y) * scale];
      // No part of the mark is near the edges of its box.
      if (Math.min(left, top) < 5 || Math.max(left, top) > 27) continue;
      const [mark, hole] = markCoverageAt([left, top], scale);
      const ink = 255 * share * mark * (1 - hole);
      const at = row * WIDTH + column;
      if (ink > (inkPerPixel[at] ?? 0)) inkPerPixel[at] = Math.round(ink);
    }
  }
}

/**
 * Calculates how much of each pixel is inside closed lines. In the pixels that it crosses, each line adds the area to
 * its right. The sums along a row give the covered area, exact to a fraction of a pixel.
 */
class Strokes {
  /** Each row has extra pixels for lines that end at its right edge. */
  readonly #sums = new Float32Array((WIDTH + 2) * HEIGHT);

  /** Adds glyphs from left to right. */
  addGlyphs(runs: readonly ShapedRun[], size: number, left: number, baseline: number): void {
    let x = left;
    for (const run of runs)
      for (const { glyph, advance, dx, dy } of run.glyphs) {
        for (const shift of run.face.isOwn ? [0] : [0, BOLD_OFFSET])
          for (const outline of run.face.font().outlineOf(glyph))
            this.addOutline(
              outline.map((point) => ({
                x: x + ((point.x + dx) / 1000 + shift) * size,
                y: baseline - ((point.y + dy) / 1000) * size,
                corner: point.corner,
              })),
            );
        x += advanceOf(run, advance, size);
      }
  }

  addOutline(points: OutlinePoint[]): void {
    const first = points[0];
    const last = points.at(-1);
    if (!first || !last || points.length < 2) return;
    const start = first.corner ? first : last.corner ? last : middle(first, last);
    let from: { x: number; y: number } = start;
    let control: OutlinePoint | undefined;
    for (const point of [...(first.corner ? points.slice(1) : points), start]) {
      if (!point.corner) {
        if (control) {
          const between = middle(control, point);
          this.#curve(from, control, between);
          from = between;
        }
        control = point;
        continue;
      }
      if (control) this.#curve(from, control, point);
      else this.#line(from, point);
      control = undefined;
      from = point;
    }
  }

  /** Returns the coverage of each pixel, row by row, 0 to 1. */
  pixelCoverage(): Float32Array {
    const coverage = new Float32Array(WIDTH * HEIGHT);
    for (let row = 0; row < HEIGHT; row++) {
      let sum = 0;
      for (let column = 0; column < WIDTH; column++) {
        sum += this.#sums[row * (WIDTH + 2) + column] ?? 0;
        coverage[row * WIDTH + column] = Math.min(1, Math.abs(sum));
      }
    }
    return coverage;
  }

  #curve(
    from: { x: number; y: number },
    by: { x: number; y: number },
    to: { x: number; y: number },
  ): void {
    const steps = 8;
    let before = from;
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const u = 1 - t;
      const at = {
        x: u * u * from.x + 2 * u * t * by.x + t * t * to.x,
        y: u * u * from.y + 2 * u * t * by.y + t * t * to.y,
      };
      this.#line(before, at);
      before = at;
    }
  }

  #line(a: { x: number; y: number }, b: { x: number; y: number }): void {
    if (a.y === b.y) return;
    const [sign, top, bottom] = a.y < b.y ? [1, a, b] : [-1, b, a];
    const slope = (bottom.x - top.x) / (bottom.y - top.y);
    for (let row = Math.max(0, Math.floor(top.y)); row < Math.min(HEIGHT, bottom.y); row++) {
      const from = Math.max(row, top.y);
      const until = Math.min(row + 1, bottom.y);
      const one = top.x + (from - top.y) * slope;
      const other = top.x + (until - top.y) * slope;
      this.#step(row, Math.min(one, other), Math.max(one, other), sign * (until - from));
    }
  }

  /** Adds a piece of a line within one row, from `left` to `right`. `height` is signed. */
  #step(row: number, left: number, right: number, height: number): void {
    const start = row * (WIDTH + 2);
    const clamp = (x: number) => Math.min(WIDTH, Math.max(0, x));
    const [from, until] = [clamp(left), clamp(right)];
    const sums = this.#sums;
    /**
     * The share of `part` to the right of a crossing at `x` belongs to its pixel, and the rest to all following pixels.
     */
    const add = (pixel: number, x: number, part: number) => {
      const inside = part * (pixel + 1 - x);
      sums[start + pixel] = (sums[start + pixel] ?? 0) + inside;
      sums[start + pixel + 1] = (sums[start + pixel + 1] ?? 0) + part - inside;
    };
    if (until - from < 1e-6) {
      add(Math.min(WIDTH, Math.floor(from)), from, height);
      return;
    }
    const heightPerPixel = height / (until - from);
    for (let pixel = Math.floor(from); pixel < until; pixel++) {
      const pixelStart = Math.max(pixel, from);
      const leavesAt = Math.min(pixel + 1, until);
      add(pixel, (pixelStart + leavesAt) / 2, heightPerPixel * (leavesAt - pixelStart));
    }
  }
}

const middle = (a: { x: number; y: number }, b: { x: number; y: number }): OutlinePoint => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  corner: true,
});

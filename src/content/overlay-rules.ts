/**
 * Calculates how dark the overlay over a picture must be so that white text on it is readable. The text covers the top
 * of the picture, at full width on a phone and on the left half on a large screen. The overlay is only as strong as the
 * lightest spot under the text needs for a contrast of 4.5:1 (WCAG 2.2, 1.4.3).
 */
import type { Focus } from "./content-values-contract";

/** The grid of cells for which the lightness of a picture is measured. */
export const cellGrid = { columns: 24, rows: 16 } as const;

/**
 * The part of the box that text covers, as shares of the box, and the box's aspect ratio: on a phone, a laptop and a
 * wide screen.
 */
const textBoxes = [
  { aspectRatio: 0.85, right: 1, bottom: 0.9 },
  { aspectRatio: 1.5, right: 0.55, bottom: 0.65 },
  { aspectRatio: 2.2, right: 0.55, bottom: 0.65 },
] as const;

/** The overlay's colour as a grey from 0 to 1. `sceneTop` is equally dark in every hue. */
const OVERLAY_GREY = 0.09;
/** The lightest grey on which white text has a contrast of 4.5:1. */
const MAX_BACKDROP_LEVEL = encodeGamma(1.05 / 4.5 - 0.05);
/** Even a dark picture gets a light overlay, which makes the text easier to read. */
const MIN_OVERLAY_PERCENT = 30;
const STEP_PERCENT = 10;

interface Pixels {
  width: number;
  height: number;
  channels: number;
  /** The pixels row by row, with the channels of each pixel together. */
  bytes: Uint8Array;
}

/** Returns the lightness of the brightest pixel in each cell, row by row, from 0 for black to 255 for white. */
export function lightnessValues({ width, height, channels, bytes }: Pixels): number[] {
  const lights = Array<number>(cellGrid.columns * cellGrid.rows).fill(0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cell =
        Math.floor((y * cellGrid.rows) / height) * cellGrid.columns +
        Math.floor((x * cellGrid.columns) / width);
      const offset = (y * width + x) * channels;
      const isGreyscale = channels < 3;
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map(
        (each) => bytes[offset + (isGreyscale ? 0 : each)] ?? 0,
      );
      const light = Math.round(
        255 *
          encodeGamma(
            0.2126 * toLinear(r / 255) + 0.7152 * toLinear(g / 255) + 0.0722 * toLinear(b / 255),
          ),
      );
      lights[cell] = Math.max(lights[cell] ?? 0, light);
    }
  return lights;
}

/**
 * Returns the strength of the overlay in per cent, in steps of ten, for a picture that fills its box around its focus
 * point.
 */
export function overlayPercentFor(
  lights: readonly number[],
  { width, height }: { width: number; height: number },
  focus: Focus = { x: 50, y: 50 },
): number {
  const maxLightness = Math.max(
    ...textBoxes.flatMap(({ aspectRatio, right, bottom }) => {
      const visibleCrop = cropOf(width / height, aspectRatio, focus);
      return lights.filter((_, cell) => {
        const [column, row] = [cell % cellGrid.columns, Math.floor(cell / cellGrid.columns)];
        const overlaps = (at: number, of: number, from: number, share: number, until: number) =>
          (at + 1) / of > from && at / of < from + share * until;
        return (
          overlaps(column, cellGrid.columns, visibleCrop.left, visibleCrop.width, right) &&
          overlaps(row, cellGrid.rows, visibleCrop.top, visibleCrop.height, bottom)
        );
      });
    }),
  );
  const light = maxLightness / 255;
  const requiredOpacity =
    light <= MAX_BACKDROP_LEVEL ? 0 : (light - MAX_BACKDROP_LEVEL) / (light - OVERLAY_GREY);
  return Math.max(
    MIN_OVERLAY_PERCENT,
    Math.ceil((100 * requiredOpacity) / STEP_PERCENT) * STEP_PERCENT,
  );
}

/** Returns the part of a picture that is visible in a box that it fills, as shares of the picture. */
function cropOf(pictureAspectRatio: number, boxAspectRatio: number, { x, y }: Focus) {
  const width = Math.min(1, boxAspectRatio / pictureAspectRatio);
  const height = Math.min(1, pictureAspectRatio / boxAspectRatio);
  return { width, height, left: ((1 - width) * x) / 100, top: ((1 - height) * y) / 100 };
}

function toLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

function encodeGamma(v: number): number {
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
}

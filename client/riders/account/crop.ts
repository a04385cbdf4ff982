/**
 * The square of a picture that is kept. Lengths are in the picture's pixels: `x` and `y` are the square's centre,
 * `zoom` is the ratio of the largest possible square to this one.
 */
export interface Crop {
  x: number;
  y: number;
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 5;

/** Returns the largest square, in the middle. */
export function largestCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, zoom: 1 };
}

/** Returns the side of the square. */
export function cropSide({ width, height }: Size, { zoom }: Crop): number {
  return Math.min(width, height) / zoom;
}

/** Returns the crop with its square inside the picture and its zoom between 1 and `MAX_ZOOM`. */
export function clampedCrop(size: Size, crop: Crop): Crop {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, crop.zoom));
  const halfSide = cropSide(size, { ...crop, zoom }) / 2;
  const clampOffset = (at: number, length: number) =>
    Math.min(length - halfSide, Math.max(halfSide, at));
  return { x: clampOffset(crop.x, size.width), y: clampOffset(crop.y, size.height), zoom };
}

/** Returns the crop after the picture was dragged by `dx`, `dy` in a view of `viewSidePx` pixels a side. */
export function draggedCrop(
  size: Size,
  crop: Crop,
  viewSidePx: number,
  dx: number,
  dy: number,
): Crop {
  const scale = cropSide(size, crop) / viewSidePx;
  return clampedCrop(size, { ...crop, x: crop.x - dx * scale, y: crop.y - dy * scale });
}

import { expect, test } from "bun:test";
import {
  cropSide,
  draggedCrop,
  clampedCrop,
  MAX_ZOOM,
  largestCrop,
} from "../../../client/riders/account/crop";

const wide = { width: 400, height: 200 };

test("a crop begins as the largest square in the middle of the picture", () => {
  expect(largestCrop(wide)).toEqual({ x: 200, y: 100, zoom: 1 });
  expect(cropSide(wide, largestCrop(wide))).toBe(200);
});

test("a drag moves the crop and stops at the picture's edge", () => {
  const crop = largestCrop(wide);
  expect(draggedCrop(wide, crop, 100, 10, 10)).toEqual({ x: 180, y: 100, zoom: 1 });
  expect(draggedCrop(wide, crop, 100, 500, 0).x).toBe(100);
  expect(draggedCrop(wide, crop, 100, -500, 0).x).toBe(300);
});

test("zoom stays within its limits and the crop within the picture", () => {
  expect(clampedCrop(wide, { x: 0, y: 0, zoom: 2 })).toEqual({ x: 50, y: 50, zoom: 2 });
  expect(clampedCrop(wide, { x: 200, y: 100, zoom: 99 }).zoom).toBe(MAX_ZOOM);
  expect(clampedCrop(wide, { x: 390, y: 100, zoom: 0 })).toEqual({ x: 300, y: 100, zoom: 1 });
});

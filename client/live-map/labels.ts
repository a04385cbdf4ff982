/** Decides which car labels fit on the map. */

const LETTER_WIDTH_PX = 6.6;
const LABEL_HEIGHT_PX = 16;
/** Distance from a car to its label, and half a car's width. */
const LABEL_OFFSET_PX = 20;
const HALF_CAR_WIDTH_PX = 15;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Returns the labels that cover no car and no earlier label, in order, each with its side. A label whose first side has
 * no room gets the other side.
 */
export function visibleLabels(
  marks: readonly { id: string; text: string; x: number; y: number }[],
  width: number,
): Map<string, { isLeftOfCar: boolean }> {
  const cars = marks.map(({ id, x, y }) => ({
    id,
    box: boxAround(x, y, HALF_CAR_WIDTH_PX, HALF_CAR_WIDTH_PX),
  }));
  const occupiedBoxes: Box[] = [];
  const labelById = new Map<string, { isLeftOfCar: boolean }>();
  for (const { id, text, x, y } of marks) {
    // The car is outside the map, so its label would seem to belong to another mark.
    if (x < 0 || x > width) continue;
    const textWidth = text.length * LETTER_WIDTH_PX;
    // Labels grow towards the middle, where there is room.
    const isLeftFirst = x > width / 2;
    for (const isLeftOfCar of [isLeftFirst, !isLeftFirst]) {
      const left = isLeftOfCar ? x - LABEL_OFFSET_PX - textWidth : x + LABEL_OFFSET_PX;
      const box = {
        left,
        right: left + textWidth,
        top: y - LABEL_HEIGHT_PX / 2,
        bottom: y + LABEL_HEIGHT_PX / 2,
      };
      if (box.left < 0 || box.right > width) continue;
      const isFree =
        occupiedBoxes.every((other) => !doOverlap(other, box)) &&
        cars.every((car) => car.id === id || !doOverlap(car.box, box));
      if (!isFree) continue;
      occupiedBoxes.push(box);
      labelById.set(id, { isLeftOfCar });
      break;
    }
  }
  return labelById;
}

function boxAround(x: number, y: number, halfWidth: number, halfHeight: number): Box {
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

function doOverlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Places a pin's name on the side of the pin that has room for it. If it would cover the route, another pin or another
 * name there, it goes above or below the pin.
 */

interface PinLabel {
  /** The name, shortened if neither side has room for all of it. */
  text: string;
  /** Pixels from the pin's centre, negative to the left. */
  x: number;
  anchor: "start" | "middle" | "end";
}

/** Same as `PinLabel`, with the position of its letters: pixels from the pin's centre, negative above it. */
export interface PositionedLabel extends PinLabel {
  y: number;
}

interface WindowPoint {
  x: number;
  y: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels from the pin's centre to its name. */
const PIN_GAP_PX = 14;
const EDGE_GAP_PX = 6;
/** The width of a letter in the names' size and weight, rather too wide. */
const LETTER_WIDTH_PX = 7;
const MAX_LETTERS = 30;
/** The area that the map's buttons cover in its upper right corner, at their size for fingers. */
const BUTTONS_SIZE_PX = { width: 60, height: 156 };

/** Returns the label of a pin at `x` and `y` of a window, in pixels from its upper left corner. */
export function pinLabel(
  name: string,
  { x, y }: { x: number; y: number },
  { width }: { width: number },
): PinLabel & { anchor: "start" | "end" } {
  const isNearButtons = y < BUTTONS_SIZE_PX.height;
  const right = width - (isNearButtons ? BUTTONS_SIZE_PX.width : EDGE_GAP_PX) - x - PIN_GAP_PX;
  const left = x - PIN_GAP_PX - EDGE_GAP_PX;
  const wantedWidth = Math.min([...name].length, MAX_LETTERS) * LETTER_WIDTH_PX;
  // If both sides have room, the name is towards the middle, so that names keep off the edges when the map moves.
  const isRightHalf = x > width / 2;
  const isLeftOfPin = wantedWidth <= (isRightHalf ? left : right) ? isRightHalf : left > right;
  const maxLetterCount = Math.floor((isLeftOfPin ? left : right) / LETTER_WIDTH_PX);
  return {
    text: shortenName(name, Math.max(4, Math.min(MAX_LETTERS, maxLetterCount))),
    x: isLeftOfPin ? -PIN_GAP_PX : PIN_GAP_PX,
    anchor: isLeftOfPin ? "end" : "start",
  };
}

/** How far a letter and its halo extend above and below the baseline. */
const ASCENT_PX = 13;
const DESCENT_PX = 6;
/** Half the size of a pin's mark, with the space that the route needs beside it. */
const HALF_MARK_SIZE_PX = 12;
/** The area that the scale bar covers in the lower left corner. */
const SCALE_BAR_SIZE_PX = { width: 130, height: 34 };

/**
 * Returns the labels of all pins of a window. If possible, none covers the route between them or another label. If a
 * name has no room at all, not even on the route, its label is null when the pin `canHide`.
 */
export function placeLabels(
  pins: readonly (WindowPoint & { name: string; canHide?: boolean })[],
  routeSpots: readonly WindowPoint[],
  { width, height }: { width: number; height: number },
): (PositionedLabel | null)[] {
  const occupiedBoxes: Box[] = pins.map(({ x, y }) => ({
    left: x - HALF_MARK_SIZE_PX,
    right: x + HALF_MARK_SIZE_PX,
    top: y - HALF_MARK_SIZE_PX,
    bottom: y + HALF_MARK_SIZE_PX,
  }));
  return pins.map(({ name, canHide, ...pin }, pinIndex) => {
    const labelBeside = { ...pinLabel(name, pin, { width }), y: 4 };
    const coversAnother = (label: PositionedLabel) =>
      occupiedBoxes.some((other, at) => at !== pinIndex && doOverlap(boxOf(label, pin), other));
    const readableLabels = [labelBeside, ...otherPositions(name, pin, width, labelBeside)].filter(
      (label) => {
        const box = boxOf(label, pin);
        const isInside =
          box.left >= 0 &&
          box.top >= 0 &&
          box.bottom <= height &&
          box.right <=
            (box.top < BUTTONS_SIZE_PX.height
              ? width - BUTTONS_SIZE_PX.width + EDGE_GAP_PX
              : width) &&
          (box.left > SCALE_BAR_SIZE_PX.width || box.bottom < height - SCALE_BAR_SIZE_PX.height);
        return isInside && !coversAnother(label);
      },
    );
    const labelOffRoute = readableLabels.find((label) => {
      const box = boxOf(label, pin);
      return !routeSpots.some((from, at) => {
        const to = routeSpots[at + 1];
        return to !== undefined && isCrossedBy(box, from, to);
      });
    });
    const label =
      labelOffRoute ??
      (coversAnother(labelBeside)
        ? (readableLabels[0] ?? (canHide ? null : labelBeside))
        : labelBeside);
    if (label) occupiedBoxes.push(boxOf(label, pin));
    return label;
  });
}

/** Returns other positions of a name, the best first: the other side, then above and below its pin. */
function otherPositions(
  name: string,
  pin: WindowPoint,
  width: number,
  labelBeside: PinLabel,
): PositionedLabel[] {
  const text = shortenName(name, MAX_LETTERS);
  const halfWidth = ([...text].length * LETTER_WIDTH_PX) / 2;
  const low = EDGE_GAP_PX + halfWidth;
  const high =
    width - (pin.y < BUTTONS_SIZE_PX.height ? BUTTONS_SIZE_PX.width : EDGE_GAP_PX) - halfWidth;
  const middle = Math.max(low, Math.min(high, pin.x)) - pin.x;
  const side: PositionedLabel =
    labelBeside.anchor === "start"
      ? { text, x: -PIN_GAP_PX, y: 4, anchor: "end" }
      : { text, x: PIN_GAP_PX, y: 4, anchor: "start" };
  return [
    side,
    { text, x: middle, y: -PIN_GAP_PX - 5, anchor: "middle" },
    { text, x: middle, y: PIN_GAP_PX + ASCENT_PX - 1, anchor: "middle" },
  ];
}

function boxOf({ text, x, y, anchor }: PositionedLabel, pin: WindowPoint): Box {
  const length = [...text].length * LETTER_WIDTH_PX;
  const start = anchor === "start" ? 0 : anchor === "end" ? -length : -length / 2;
  const left = pin.x + x + start;
  return { left, right: left + length, top: pin.y + y - ASCENT_PX, bottom: pin.y + y + DESCENT_PX };
}

function doOverlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}

/** Whether a straight line passes through a box (Liang and Barsky's clipping). */
function isCrossedBy(box: Box, from: WindowPoint, to: WindowPoint): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false;
      continue;
    }
    const fraction = room / step;
    if (step < 0) enter = Math.max(enter, fraction);
    else leave = Math.min(leave, fraction);
  }
  return enter <= leave;
}

function shortenName(name: string, max: number): string {
  const letters = [...name];
  if (letters.length <= max) return name;
  return `${letters
    .slice(0, max - 1)
    .join("")
    .trimEnd()}…`;
}

/** Where a pin's name stands: on the side of the pin that has room for it. */

export interface PinLabel {
  /** The name, shortened where neither side has room for all of it. */
  text: string;
  /** Pixels from the pin's middle, negative to the left. */
  x: number;
  anchor: "start" | "end";
}

/** From the pin's middle to its name. */
const GAP = 14;
const EDGE = 6;
/** A letter of the names' size and weight, on the wide side. */
const LETTER = 7;
const MOST_LETTERS = 24;
/** What the buttons of the map cover in its upper right corner, at a finger's size. */
const BUTTONS = { width: 60, height: 156 };

/** The name of a pin at `x` and `y` of a window, in pixels from its upper left corner. */
export function pinLabel(
  name: string,
  { x, y }: { x: number; y: number },
  { width }: { width: number },
): PinLabel {
  const isBesideButtons = y < BUTTONS.height;
  const right = width - (isBesideButtons ? BUTTONS.width : EDGE) - x - GAP;
  const left = x - GAP - EDGE;
  const wanted = Math.min([...name].length, MOST_LETTERS) * LETTER;
  // Towards the middle where both have room, so that names keep off the edges when the map moves.
  const inwards = x > width / 2;
  const leftwards = wanted <= (inwards ? left : right) ? inwards : left > right;
  const room = Math.floor((leftwards ? left : right) / LETTER);
  return {
    text: shortened(name, Math.max(4, Math.min(MOST_LETTERS, room))),
    x: leftwards ? -GAP : GAP,
    anchor: leftwards ? "end" : "start",
  };
}

function shortened(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  return `${letters
    .slice(0, most - 1)
    .join("")
    .trimEnd()}…`;
}

/** What somebody types who names no place of a list: a point by its coordinates, a terminal. */
import type { Point } from "./contract";

const NUMBER_PATTERN = String.raw`(\d{1,3}(?:[.,]\d{1,12})?)`;
const MINUTES_PATTERN = String.raw`(?:(\d{1,2}(?:[.,]\d{1,8})?)\s*['′’m]\s*)?`;
const SECONDS_PATTERN = String.raw`(?:(\d{1,2}(?:[.,]\d{1,8})?)\s*(?:["″”s]|'')\s*)?`;
const COORDINATE_PATTERN = String.raw`([-+])?${NUMBER_PATTERN}\s*(°|º|deg)?\s*${MINUTES_PATTERN}${SECONDS_PATTERN}`;
const COMPASS_LETTER_PATTERN = "([NSEW])";
const COORDINATE_SEPARATOR_PATTERN = String.raw`\s*(?:[,;/]|\s|(?<=[NSEW]))\s*`;
/** With the letters after the numbers, before them, and without. */
const pairs = [
  `${COORDINATE_PATTERN}${COMPASS_LETTER_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COORDINATE_PATTERN}${COMPASS_LETTER_PATTERN}`,
  String.raw`${COMPASS_LETTER_PATTERN}\s*${COORDINATE_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COMPASS_LETTER_PATTERN}\s*${COORDINATE_PATTERN}`,
  `${COORDINATE_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COORDINATE_PATTERN}`,
].map((pair) => new RegExp(`^${pair}$`, "i"));

/**
 * The point that a text gives as latitude and longitude: decimal degrees, or degrees, minutes and seconds,
 * with a sign or a letter for the half of the globe; by the letters in the other order too. Null where it
 * is anything else: two whole numbers, say, which may be a house and a street.
 */
export function coordinatesIn(text: string): Point | null {
  const plain = text
    .slice(0, 100)
    // Of runs of spaces the patterns below would try every division.
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^geo:/i, "")
    .replace(/^[([](.*)[)\]]$/, "$1")
    .replaceAll(/[−–]/g, "-")
    .trim();
  for (const pair of pairs) {
    const pairMatch = pair.exec(plain);
    if (pairMatch) return pointOf(pairMatch.slice(1));
  }
  return null;
}

function pointOf(parts: readonly (string | undefined)[]): Point | null {
  const halfLength = parts.length / 2;
  const a = coordinateOf(parts.slice(0, halfLength));
  const b = coordinateOf(parts.slice(halfLength));
  if (a === null || b === null || !(a.isClearlyCoordinate || b.isClearlyCoordinate)) return null;
  if (a.axis !== null && a.axis === b.axis) return null;
  const [latitude, longitude] =
    a.axis === "longitude" ? [b.degrees, a.degrees] : [a.degrees, b.degrees];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

/** Six decimals are a hand's breadth. */
const ROUNDING_FACTOR = 1e6;

function coordinateOf(parts: readonly (string | undefined)[]) {
  const letter = parts.find((part) => part && /^[NSEW]$/i.test(part))?.toUpperCase();
  const [sign, whole = "", mark, minutes, seconds] = parts.filter(
    (part) => !(part && /^[NSEW]$/i.test(part)),
  );
  // A number is below nought by its sign or by its letter, not by both.
  if (sign && letter) return null;
  const number = (typed: string | undefined) => Number((typed ?? "0").replace(",", "."));
  if (number(minutes) >= 60 || number(seconds) >= 60) return null;
  const size = number(whole) + number(minutes) / 60 + number(seconds) / 3_600;
  const rounded = Math.round(size * ROUNDING_FACTOR) / ROUNDING_FACTOR;
  const isNegative = sign === "-" || letter === "S" || letter === "W";
  return {
    degrees: isNegative && rounded !== 0 ? -rounded : rounded,
    axis: letter === undefined ? null : "NS".includes(letter) ? "latitude" : "longitude",
    /** Whether it cannot be any other number. */
    isClearlyCoordinate: letter !== undefined || mark !== undefined || /[.,]/.test(whole),
  };
}

const TERMINAL_CODE = /^(?:[1-9]\d?[a-h]?|[a-h])$/;
const TERMINAL_WITHOUT_SPACE = /^(?:t|terminal)([1-9]\d?[a-h]?)$/;
const namedTerminals = [
  "north",
  "south",
  "east",
  "west",
  "central",
  "main",
  "international",
  "domestic",
];

/**
 * The terminal that folded words name, and the words without it: `lhr t5`, `terminal 2e paris`, `gatwick
 * south terminal`. Null where they name none, or nothing else.
 */
export function terminalIn(words: readonly string[]): { words: string[]; terminal: string } | null {
  const withoutTerminal = (from: number, count: number, terminal: string) => {
    const rest = words.toSpliced(from, count);
    return rest.length === 0 ? null : { words: rest, terminal };
  };
  for (const [at, word] of words.entries()) {
    const terminalInWord = TERMINAL_WITHOUT_SPACE.exec(word)?.[1];
    if (terminalInWord) return withoutTerminal(at, 1, `Terminal ${terminalInWord.toUpperCase()}`);
    if (word !== "terminal") continue;
    const next = words[at + 1];
    if (next !== undefined && TERMINAL_CODE.test(next))
      return withoutTerminal(at, 2, `Terminal ${next.toUpperCase()}`);
    const name = words[at - 1] ?? "";
    if (namedTerminals.includes(name))
      return withoutTerminal(at - 1, 2, `${name[0]?.toUpperCase()}${name.slice(1)} Terminal`);
  }
  return null;
}

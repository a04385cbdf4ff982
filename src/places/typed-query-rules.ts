/** Typed text that names no place in a list: a point by its coordinates, or a terminal. */
import type { Point } from "./contract";

const NUMBER_PATTERN = String.raw`(\d{1,3}(?:[.,]\d{1,12})?)`;
const MINUTES_PATTERN = String.raw`(?:(\d{1,2}(?:[.,]\d{1,8})?)\s*['′’m]\s*)?`;
const SECONDS_PATTERN = String.raw`(?:(\d{1,2}(?:[.,]\d{1,8})?)\s*(?:["″”s]|'')\s*)?`;
const COORDINATE_PATTERN = String.raw`([-+])?${NUMBER_PATTERN}\s*(°|º|deg)?\s*${MINUTES_PATTERN}${SECONDS_PATTERN}`;
const COMPASS_LETTER_PATTERN = "([NSEW])";
const COORDINATE_SEPARATOR_PATTERN = String.raw`\s*(?:[,;/]|\s|(?<=[NSEW]))\s*`;
/** Coordinates with the compass letters after the numbers, before them, and without letters. */
const coordinatePairPatterns = [
  `${COORDINATE_PATTERN}${COMPASS_LETTER_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COORDINATE_PATTERN}${COMPASS_LETTER_PATTERN}`,
  String.raw`${COMPASS_LETTER_PATTERN}\s*${COORDINATE_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COMPASS_LETTER_PATTERN}\s*${COORDINATE_PATTERN}`,
  `${COORDINATE_PATTERN}${COORDINATE_SEPARATOR_PATTERN}${COORDINATE_PATTERN}`,
].map((pair) => new RegExp(`^${pair}$`, "i"));

/**
 * Reads a point from a text with latitude and longitude: decimal degrees, or degrees, minutes and seconds, with a sign
 * or a compass letter. With letters, the order can be reversed. Returns null for any other text, such as two whole
 * numbers, which may be a house and a street.
 */
export function coordinatesIn(text: string): Point | null {
  const plain = text
    .slice(0, 100)
    // Runs of spaces are shortened, because the patterns below would try every way to split them.
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^geo:/i, "")
    .replace(/^[([](.*)[)\]]$/, "$1")
    .replaceAll(/[−–]/g, "-")
    .trim();
  for (const pair of coordinatePairPatterns) {
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

/** Six decimals are about the width of a hand. */
const ROUNDING_FACTOR = 1e6;

function coordinateOf(parts: readonly (string | undefined)[]) {
  const letter = parts.find((part) => part && /^[NSEW]$/i.test(part))?.toUpperCase();
  const [sign, whole = "", mark, minutes, seconds] = parts.filter(
    (part) => !(part && /^[NSEW]$/i.test(part)),
  );
  // A number is negative by a sign or by a compass letter, not by both.
  if (sign && letter) return null;
  const number = (typed: string | undefined) => Number((typed ?? "0").replace(",", "."));
  if (number(minutes) >= 60 || number(seconds) >= 60) return null;
  const absoluteDegrees = number(whole) + number(minutes) / 60 + number(seconds) / 3_600;
  const rounded = Math.round(absoluteDegrees * ROUNDING_FACTOR) / ROUNDING_FACTOR;
  const isNegative = sign === "-" || letter === "S" || letter === "W";
  return {
    degrees: isNegative && rounded !== 0 ? -rounded : rounded,
    axis: letter === undefined ? null : "NS".includes(letter) ? "latitude" : "longitude",
    /** Whether it can only be a coordinate. */
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
 * Finds the terminal that folded words name, and returns it with the other words: `lhr t5`, `terminal 2e paris`,
 * `gatwick south terminal`. Returns null if they name no terminal, or nothing else.
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

/**
 * Decides which found items may match a lost report.
 *
 * The same trip counts most, followed by the same car and the same driver. The time between, the category, the colour
 * and the words of both descriptions add points too. Words are compared by their stems. Words that are only similar are
 * compared by their groups of three letters. A different category costs points. An item found more than two hours
 * before the loss cannot match. Matches of at least 35 points are suggested, at most five. Only people confirm a match.
 */
import type { PropertyCategory } from "./contract";
import type { MatchReason } from "./register-contract";

/** The fields of a report or an item that a match compares. */
export type ComparableProperty = {
  category: PropertyCategory;
  what: string;
  colour: string;
  marks: string;
  reservationId: string | null;
  vehicleId: string | null;
  driverId: string | null;
  /** When it was lost or found (ms). */
  at: number;
};

type ScoredMatch = { points: number; reasons: MatchReason[] };

const HOUR_MS = 3_600_000;
/** Allows for an inaccurate clock, or for a report that names the previous trip. */
const MAX_EARLY_MS = 2 * HOUR_MS;
/** The longest time between the loss and the find. */
export const MATCH_WINDOW_MS = 120 * 24 * HOUR_MS;
export const MIN_SUGGESTION_SCORE = 35;
export const MAX_SUGGESTED_MATCHES = 5;
const MAX_WORD_POINTS = 25;
const MIN_SIMILARITY = 0.5;

/** Scores how well a found item matches a report. Null if it cannot be the lost item. */
export function scoreMatch(
  report: ComparableProperty,
  item: ComparableProperty,
): ScoredMatch | null {
  const betweenMs = item.at - report.at;
  if (betweenMs < -MAX_EARLY_MS || betweenMs > MATCH_WINDOW_MS) return null;
  const reasons: MatchReason[] = [];
  const isEqual = (one: string | null, other: string | null) => one !== null && one === other;
  if (isEqual(report.reservationId, item.reservationId)) reasons.push({ kind: "trip", points: 40 });
  else {
    if (isEqual(report.vehicleId, item.vehicleId)) reasons.push({ kind: "vehicle", points: 20 });
    if (isEqual(report.driverId, item.driverId)) reasons.push({ kind: "driver", points: 5 });
  }
  const hours = Math.max(0, Math.round(betweenMs / HOUR_MS));
  const timePoints = hours <= 24 ? 15 : hours <= 7 * 24 ? 8 : hours <= 30 * 24 ? 3 : 0;
  if (timePoints > 0) reasons.push({ kind: "time", points: timePoints, hours });
  if (report.category === item.category && report.category !== "other")
    reasons.push({ kind: "category", points: 15 });
  else if (report.category !== "other" && item.category !== "other")
    reasons.push({ kind: "category", points: -15 });
  const colours = commonWords(report.colour, item.colour);
  if (colours.length > 0) reasons.push({ kind: "colour", points: 10, words: colours });
  const wordMatch = descriptionMatch(
    `${report.what} ${report.marks}`,
    `${item.what} ${item.marks}`,
  );
  if (wordMatch.points > 0) reasons.push({ kind: "words", ...wordMatch });
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}

/** Returns the likeliest candidates, each with its reasons. */
export function suggest<Candidate>(
  candidates: readonly Candidate[],
  score: (candidate: Candidate) => ScoredMatch | null,
): (ScoredMatch & { candidate: Candidate })[] {
  return candidates
    .flatMap((candidate) => {
      const scoredMatch = score(candidate);
      return scoredMatch && scoredMatch.points >= MIN_SUGGESTION_SCORE
        ? { ...scoredMatch, candidate }
        : [];
    })
    .sort((a, b) => b.points - a.points)
    .slice(0, MAX_SUGGESTED_MATCHES);
}

/** Words that do not describe an item, in the languages of our riders. */
const stopWords = new Set(
  "the and with for from was has have its his her left lost found car seat back front avec pour dans une les des sur est mon mes con una los las para que del por".split(
    " ",
  ),
);

/** Returns the stems of a text's words, in their order. */
export function stemsOf(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]{3,}/gu);
  return [...new Set((words ?? []).filter((word) => !stopWords.has(word)).map(stemOf))];
}

/** Endings of plurals and participles are removed: keys and key, leathers and leather are one word. */
function stemOf(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function commonWords(one: string, other: string): string[] {
  const otherStems = new Set(stemsOf(other));
  return stemsOf(one).filter((word) => otherStems.has(word));
}

/** A shared word is worth 10 points, a similar word 5, and all words together at most 25. */
function descriptionMatch(one: string, other: string): { points: number; words: string[] } {
  const otherStems = stemsOf(other);
  const words: string[] = [];
  let points = 0;
  for (const word of stemsOf(one)) {
    if (otherStems.includes(word)) points += 10;
    else if (otherStems.some((candidate) => similarity(word, candidate) >= MIN_SIMILARITY))
      points += 5;
    else continue;
    words.push(word);
  }
  return { points: Math.min(MAX_WORD_POINTS, points), words };
}

/** Returns how similar two words are by their groups of three letters (Dice), 0 to 1. */
export function similarity(one: string, other: string): number {
  const first = trigrams(one);
  const second = trigrams(other);
  let shared = 0;
  for (const part of first) if (second.has(part)) shared++;
  return (2 * shared) / (first.size + second.size);
}

function trigrams(word: string): Set<string> {
  const paddedWord = ` ${word} `;
  const parts = new Set<string>();
  for (let at = 0; at + 3 <= paddedWord.length; at++) parts.add(paddedWord.slice(at, at + 3));
  return parts;
}

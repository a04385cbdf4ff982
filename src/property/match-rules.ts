/**
 * Which found item may be what somebody misses.
 *
 * The same trip says most, then the same car and the same driver; how soon it was found, the kind of
 * thing, the colour and the words of both descriptions say more or less. Words count by their stems,
 * and by their groups of three letters where they are only alike. Another kind of thing speaks against
 * it. Nothing is found more than two hours before it is lost. From 35 points on it is suggested, five
 * at most; only people say that it is so.
 */
import type { PropertyCategory } from "./contract";
import type { MatchReason } from "./register-contract";

/** What both sides of a match are compared by. */
export type ComparableProperty = {
  category: PropertyCategory;
  what: string;
  colour: string;
  marks: string;
  reservationId: string | null;
  vehicleId: string | null;
  driverId: string | null;
  /** When it was lost or found, ms. */
  at: number;
};

type ScoredMatch = { points: number; reasons: MatchReason[] };

const HOUR_MS = 3_600_000;
/** A clock that is not quite right, or a report of the trip before. */
const MAX_EARLY_MS = 2 * HOUR_MS;
/** How far apart two may lie. */
export const MATCH_WINDOW_MS = 120 * 24 * HOUR_MS;
export const MIN_SUGGESTION_SCORE = 35;
export const MAX_SUGGESTED_MATCHES = 5;
const MAX_WORD_POINTS = 25;
const MIN_SIMILARITY = 0.5;

/** How well a found item answers a report; null when it cannot be it. */
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
  const words = descriptionMatch(`${report.what} ${report.marks}`, `${item.what} ${item.marks}`);
  if (words.points > 0) reasons.push({ kind: "words", ...words });
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}

/** The likeliest of those that may be it, each with its reasons. */
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

/** Words that say nothing of a thing, in the languages of our riders. */
const stopWords = new Set(
  "the and with for from was has have its his her left lost found car seat back front avec pour dans une les des sur est mon mes con una los las para que del por".split(
    " ",
  ),
);

/** The words of a text by their stems, in their order. */
export function stemsOf(text: string): string[] {
  const words = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .match(/[\p{L}\p{N}]{3,}/gu);
  return [...new Set((words ?? []).filter((word) => !stopWords.has(word)).map(stemOf))];
}

/** Endings of plurals and participles go: keys and key, leathers and leather are one word. */
function stemOf(word: string): string {
  if (word.length > 5 && word.endsWith("ing")) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function commonWords(one: string, other: string): string[] {
  const knownStems = new Set(stemsOf(other));
  return stemsOf(one).filter((word) => knownStems.has(word));
}

/** A word in common is worth 10, one that is alike 5, 25 at most. */
function descriptionMatch(one: string, other: string): { points: number; words: string[] } {
  const theirs = stemsOf(other);
  const words: string[] = [];
  let points = 0;
  for (const word of stemsOf(one)) {
    if (theirs.includes(word)) points += 10;
    else if (theirs.some((candidate) => similarity(word, candidate) >= MIN_SIMILARITY)) points += 5;
    else continue;
    words.push(word);
  }
  return { points: Math.min(MAX_WORD_POINTS, points), words };
}

/** How alike two words are by their groups of three letters (Dice), 0 to 1. */
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

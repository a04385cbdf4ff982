/**
 * Ranks the drivers who can take a trip. The score, out of 100, has six parts, each with its reason in words. An
 * unknown fact gets half the points. Refused drivers cannot take the trip and are not ranked.
 */
import { durationText } from "../../fares/money-rules";
import { preferenceText } from "../../availability/rules";
import type { CandidateDriver } from "../contract";
import type { RankingFacts } from "./ranking-contract";

/** The most points of each part of a score. */
export const maxPointsByPart = {
  near: 30,
  free: 20,
  time: 20,
  share: 15,
  rating: 10,
  car: 5,
} as const;

export type Part = keyof typeof maxPointsByPart;

/** One part of a score: points, the maximum `of`, and the reason. */
type ScorePart = { part: Part; points: number; of: number; text: string };

/** A drive of this length or more gets no points. */
const FAR_DRIVE_SECONDS = 45 * 60;
/** With this much spare time on both sides a driver gets all points. */
const IDEAL_GAP_SECONDS = 30 * 60;
const MIN_STARS = 3;
const MAX_STARS = 5;

/** Returns a part of the score, rounded to whole points from 0 to its maximum. */
function scorePart(part: Part, fraction: number, text: string): ScorePart {
  const maxPoints = maxPointsByPart[part];
  return {
    part,
    points: Math.round(maxPoints * Math.min(1, Math.max(0, fraction))),
    of: maxPoints,
    text,
  };
}

function proximityScore({ approach }: RankingFacts): ScorePart {
  if (approach === null) return scorePart("near", 0.5, "Distance unknown");
  const minutes = Math.max(1, Math.ceil(approach.travelSeconds / 60));
  const from =
    approach.kind === "trip" ? `, from trip #${approach.number}` : ", from where they are";
  return scorePart(
    "near",
    1 - approach.travelSeconds / FAR_DRIVE_SECONDS,
    `${durationText(minutes)} away${from}`,
  );
}

function freeTimeScore({ spareBeforeSeconds, spareAfterSeconds }: RankingFacts): ScorePart {
  const spareSeconds = [spareBeforeSeconds, spareAfterSeconds].filter(
    (seconds) => seconds !== null,
  );
  if (spareSeconds.length === 0) return scorePart("free", 1, "No other trip before or after");
  const minSpareSeconds = Math.min(...spareSeconds);
  const minutes = (seconds: number) => durationText(Math.max(0, Math.floor(seconds / 60)));
  const words = [
    ...(spareBeforeSeconds === null ? [] : [`${minutes(spareBeforeSeconds)} free before pickup`]),
    ...(spareAfterSeconds === null ? [] : [`${minutes(spareAfterSeconds)} free after drop-off`]),
  ];
  return scorePart("free", minSpareSeconds / IDEAL_GAP_SECONDS, words.join(", "));
}

function availabilityScore({ standing, warningCount, reasons }: RankingFacts): ScorePart {
  const timeScore = { available: 0.9, unsaid: 0.6, outside_hours: 0.1, day_off: 0 }[standing];
  const words = {
    available: "Within working hours",
    unsaid: "No working hours set",
    outside_hours: "Outside working hours",
    day_off: "Day off",
  }[standing];
  const preferencesText =
    warningCount > 0
      ? "not a preferred trip"
      : reasons.map((wish) => lowerFirstLetter(preferenceText(wish))).join(", ");
  const fraction = timeScore - warningCount * 0.3 + (reasons.length > 0 ? 0.1 : 0);
  return scorePart(
    "time",
    fraction,
    preferencesText === "" ? words : `${words}, ${preferencesText}`,
  );
}

const lowerFirstLetter = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns more points the less a driver earns that day, and half the points at the mean. */
function workShareScore(facts: RankingFacts, money: (minor: number) => string): ScorePart {
  const { dayPayMinor, meanPayMinor, dayTrips } = facts;
  if (dayTrips === 0) return scorePart("share", 1, "No trips that day yet");
  const trips = dayTrips === 1 ? "1 trip" : `${dayTrips} trips`;
  const fraction = meanPayMinor > 0 ? 1 - dayPayMinor / (2 * meanPayMinor) : 0.5;
  return scorePart("share", fraction, `Earns ${money(dayPayMinor)} for ${trips} that day`);
}

function ratingScore({ stars }: RankingFacts): ScorePart {
  if (stars === null) return scorePart("rating", 0.5, "Too few ratings yet");
  return scorePart(
    "rating",
    (stars - MIN_STARS) / (MAX_STARS - MIN_STARS),
    `${stars.toFixed(1)} stars`,
  );
}

function carScore({ car }: RankingFacts): ScorePart {
  const words = {
    booked: "Own car, in the booked class",
    own: "Own car, in another class",
    other: "Needs another vehicle",
  };
  return scorePart("car", { booked: 1, own: 0.6, other: 0 }[car], words[car]);
}

/** Returns the parts of a driver's score in a fixed order, with their text. `money` formats an amount. */
export function scorePartsOf(facts: RankingFacts, money: (minor: number) => string): ScorePart[] {
  return [
    proximityScore(facts),
    freeTimeScore(facts),
    availabilityScore(facts),
    workShareScore(facts, money),
    ratingScore(facts),
    carScore(facts),
  ];
}

/** Returns the sum of the parts, from 0 to 100. */
export function scoreOf(points: readonly ScorePart[]): number {
  return points.reduce((sum, { points }) => sum + points, 0);
}

/** A candidate with the facts for the ranking. */
export type RankedDriver = CandidateDriver & { ranking: RankingFacts };

/** What decides the order of drivers. */
type RankedCandidate = {
  refusals: readonly unknown[];
  /** Whether the driver's working hours or preferences speak against the trip. */
  isUnsuitable: boolean;
  score: number;
  name: string;
};

const byName = new Intl.Collator("en");

/**
 * Compares drivers for the order in which they are listed and get offers: available ones first, among them those
 * without objections, then by score. Equal scores are sorted by name, so that the order is stable.
 */
export function compareByRank(a: RankedCandidate, b: RankedCandidate): number {
  return (
    Number(a.refusals.length > 0) - Number(b.refusals.length > 0) ||
    Number(a.isUnsuitable) - Number(b.isUnsuitable) ||
    b.score - a.score ||
    byName.compare(a.name, b.name)
  );
}

/**
 * Returns the vehicle for a driver from the ordered list of suitable ones: their usual one if it is in the list,
 * otherwise the first. Null if the list is empty.
 */
export function preferredVehicle(
  usualVehicleId: string | null,
  suitableVehicleIds: readonly string[],
): string | null {
  if (usualVehicleId !== null && suitableVehicleIds.includes(usualVehicleId)) return usualVehicleId;
  return suitableVehicleIds[0] ?? null;
}

/** The labels of lost and found property in dispatch. */
import type { PropertyEvent, ReturnWish } from "../../src/property/contract";
import type { Disposal, IdentifiedBy, MatchReason } from "../../src/property/register-contract";
import { countText } from "../ui/trip-words";

export const returnWishWords: Record<ReturnWish, string> = {
  collect: "Wants to collect it",
  deliver: "Wants delivery",
  post: "Wants it sent by post",
};

export const identificationWords: Record<IdentifiedBy, string> = {
  passport: "Passport",
  identity_card: "Identity card",
  driving_licence: "Driving licence",
  trip_code: "Trip code",
  description: "Description of the item",
  known: "Personal acquaintance",
};

export const disposalWords: Record<Disposal, string> = {
  donated: "Donated",
  destroyed: "Destroyed",
  authority: "Given to the authorities",
  finder: "Given to the finder",
};

export const contactMethodWords = {
  phone: "By phone",
  message: "By message",
  visit: "In person",
  post: "By post",
} as const;

const outcomeWords: Record<string, string> = { nothing: "found nothing", found: "found it" };

export const actionWords: Record<PropertyEvent["act"], string> = {
  reported: "Reported lost",
  found: "Found",
  searched: "Car searched",
  stored: "Stored",
  matched: "Matched",
  unmatched: "Match undone",
  return_attempted: "Return attempted",
  handed_over: "Handed over",
  disposed: "Disposed of",
  closed: "Closed",
  reopened: "Reopened",
  person_removed: "Personal data deleted",
};

/** Returns the details of a log entry; null without any. */
export function eventDetails({ act, detail }: PropertyEvent): string | null {
  if (act === "searched")
    return `${detail.searchedBy} ${outcomeWords[String(detail.outcome)] ?? detail.outcome}.`;
  if (detail.storage) return String(detail.storage);
  if (detail.message) return `Contact message ${detail.message}`;
  if (detail.item) return `Found item ${detail.item}`;
  if (detail.report) return `Lost report ${detail.report}`;
  if (detail.way)
    return contactMethodWords[detail.way as keyof typeof contactMethodWords] ?? String(detail.way);
  if (detail.identifiedBy)
    return `Identified by: ${identificationWords[detail.identifiedBy as IdentifiedBy] ?? detail.identifiedBy}`;
  if (detail.how) return disposalWords[detail.how as Disposal] ?? String(detail.how);
  return null;
}

/** Returns the text of a reason for a possible match. */
export function reasonWords({ kind, points, words, hours }: MatchReason): string {
  switch (kind) {
    case "trip":
      return "Same trip";
    case "vehicle":
      return "Same vehicle";
    case "driver":
      return "Same driver";
    case "time":
      return (hours ?? 0) < 24
        ? "Found within a day"
        : `Found ${countText(Math.round((hours ?? 0) / 24), "day")} later`;
    case "category":
      return points > 0 ? "Same kind of item" : "Different kind of item";
    case "colour":
      return `Same colour: ${(words ?? []).join(", ")}`;
    case "words":
      return `Same words: ${(words ?? []).join(", ")}`;
  }
}

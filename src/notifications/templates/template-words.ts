/**
 * The messages whose text the owner can change: their standard texts, the names allowed in braces, and filling these
 * in.
 */
import type { DriverFacts } from "../calendar-contract";
import type { OwnTemplate, TemplateId } from "./template-contract";
import type { MessageWords, MessageText } from "../words/message-words";

const tripPlaceholders = ["brand", "number", "time", "pickup", "dropoff", "fare"];
const driverPlaceholders = ["driver", "vehicle", "plate"];

/** A message's name, the names allowed in it besides those of every trip, and its standard text. */
type Entry = { name: string; more?: readonly string[]; ours: (words: MessageWords) => MessageText };

/** Stands for the trip's number in the standard texts. */
const STAND_IN_NUMBER = 987_654_321;
const driver: DriverFacts = { firstName: "{driver}", vehicle: "{vehicle}", plate: "{plate}" };

/** All messages whose text can be changed, in the order of a trip. */
export const templates: Record<TemplateId, Entry> = {
  received: { name: "Booking received", ours: (words) => words.received(STAND_IN_NUMBER) },
  price_requested: {
    name: "Request received",
    ours: (words) => words.priceRequested(STAND_IN_NUMBER),
  },
  priced: { name: "Price for a request", ours: (words) => words.priced(STAND_IN_NUMBER, "{fare}") },
  confirmed: { name: "Booking confirmed", ours: (words) => words.confirmed(STAND_IN_NUMBER) },
  changed: { name: "Booking changed", ours: (words) => words.changed(STAND_IN_NUMBER) },
  reminder: { name: "Reminder", ours: (words) => words.reminder(STAND_IN_NUMBER, "{time}") },
  assigned: {
    name: "Driver assigned",
    more: driverPlaceholders,
    ours: (words) => words.assigned(STAND_IN_NUMBER, driver),
  },
  on_the_way: {
    name: "Driver on the way",
    more: driverPlaceholders,
    ours: (words) => words.onTheWay(driver),
  },
  arrived: {
    name: "Driver arrived",
    more: driverPlaceholders,
    ours: (words) => words.arrived(driver),
  },
  cancelled_by_rider: {
    name: "Cancelled by the rider",
    ours: (words) => words.cancelled(STAND_IN_NUMBER, "rider"),
  },
  cancelled_by_us: {
    name: "Cancelled by us",
    ours: (words) => words.cancelled(STAND_IN_NUMBER, "us"),
  },
  missed: {
    name: "No-show",
    more: ["total"],
    ours: (words) => words.missed(STAND_IN_NUMBER, "{total}"),
  },
  receipt: {
    name: "Receipt",
    more: ["total"],
    ours: (words) => words.receipt(STAND_IN_NUMBER, "{brand}", "{total}"),
  },
  corrected: {
    name: "Price corrected",
    more: ["total", "before"],
    ours: (words) => words.corrected(STAND_IN_NUMBER, "{total}", "{before}"),
  },
};

/** Returns the names allowed in braces in a message. */
export function placeholdersOf(id: TemplateId): string[] {
  return [...tripPlaceholders, ...(templates[id].more ?? [])];
}

/** Returns the standard text of a message, in the form in which an owner would type it. */
export function standardText(
  id: TemplateId,
  words: MessageWords,
): { subject: string; body: string } {
  const { subject, paragraphs } = templates[id].ours(words);
  const withNumberPlaceholder = (text: string) =>
    text.replaceAll(String(STAND_IN_NUMBER), "{number}");
  return {
    subject: withNumberPlaceholder(subject),
    body: withNumberPlaceholder(paragraphs.join("\n\n")),
  };
}

/** Returns the faults of the names in braces by field, or nothing if all names are known. */
export function textFaults(id: TemplateId, own: OwnTemplate): Record<string, string> {
  const knownPlaceholders = placeholdersOf(id);
  const faults: Record<string, string> = {};
  for (const [field, text] of Object.entries(own)) {
    const unknownPlaceholder = [...text.matchAll(/\{([^{}]*)\}/g)].find(
      ([, name = ""]) => !knownPlaceholders.includes(name),
    );
    const textWithoutPlaceholders = text.replaceAll(/\{[^{}]*\}/g, "");
    if (unknownPlaceholder)
      faults[field] =
        `${unknownPlaceholder[0]} is unknown here. You can use ${knownPlaceholders.map((name) => `{${name}}`).join(", ")}.`;
    else if (/[{}]/.test(textWithoutPlaceholders))
      faults[field] = "A brace is missing. Write placeholders like {number}.";
  }
  return faults;
}

/** Replaces all names in braces in one pass, so that inserted values are not searched again. */
export function fillBraces(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

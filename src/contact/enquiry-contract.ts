/** Requests that visitors send with the forms for services and for lost and found items. */
import { z } from "zod";
import { CarPlace, PropertyCategory, ReturnWish } from "../property/contract";
import { Trouble } from "../reservations/contract";
import { Mobility } from "../vehicles/class-contract";
import { longText, TripNumber, ContactSender } from "./contract";
import { line } from "../settings/text-contract";

const upTo = (maxLength: number) => line.max(maxLength).default("");
const requiredText = (maxLength: number, words: string) => line.min(1, words).max(maxLength);
/** The visitor's own words, which follow the facts. */
const note = longText.pipe(z.string().max(4_000)).default("");
/** A day as the browser's date field sends it, or empty if none was chosen. */
const day = z
  .union([z.literal(""), z.iso.date().regex(/^2[01]/)], { error: "Please choose a day." })
  .default("");
/** A checkbox as a form sends it. The field is absent if the box is not ticked. */
const tick = z.enum(["yes", ""], { error: "Please tick the box or leave it empty." }).default("");

/** An enquiry about care rides or help at home. */
export const HomeCareEnquiry = ContactSender.extend({
  mobility: Mobility.default("ambulatory"),
  attendant: tick,
  repeats: tick,
  day,
  place: upTo(200),
  text: note,
});
export type HomeCareEnquiry = z.infer<typeof HomeCareEnquiry>;

/** An enquiry about an interpreter. */
export const InterpreterEnquiry = ContactSender.extend({
  languages: requiredText(120, "Please tell us the two languages."),
  meeting: z.enum(["rides_along", "meets_there"]).default("meets_there"),
  place: requiredText(200, "Please tell us where you need the interpreter."),
  day,
  text: note,
});
export type InterpreterEnquiry = z.infer<typeof InterpreterEnquiry>;

/** An enquiry about help with a car. */
export const RoadsideEnquiry = ContactSender.extend({
  trouble: Trouble.default("other"),
  vehicle: requiredText(120, "Please tell us which car it is."),
  place: requiredText(200, "Please tell us where the car is."),
  text: note,
});
export type RoadsideEnquiry = z.infer<typeof RoadsideEnquiry>;

/** An enquiry about a service that the operator added. */
export const ServiceEnquiry = ContactSender.extend({
  place: upTo(200),
  day,
  text: longText.pipe(z.string().min(1, "Please tell us what you need.").max(4_000)),
});
export type ServiceEnquiry = z.infer<typeof ServiceEnquiry>;
/** The last part of the address of a service's page. */
export const EnquiryService = z.object({ slug: z.string().max(80) });

export const TripsAMonth = z.enum(["up_to_10", "up_to_50", "up_to_200", "more"]);
export type TripsAMonth = z.infer<typeof TripsAMonth>;

/** A company's request for an account. */
export const CompanyEnquiry = ContactSender.extend({
  company: requiredText(120, "Please tell us your company’s name."),
  trips: TripsAMonth.default("up_to_10"),
  text: note,
});
export type CompanyEnquiry = z.infer<typeof CompanyEnquiry>;

/** A visitor's report of a lost item, described in the same terms that riders and dispatch use. */
export const LostPropertyForm = ContactSender.extend({
  category: PropertyCategory.default("other"),
  what: requiredText(200, "Please tell us what you lost."),
  colour: upTo(80),
  marks: longText.pipe(z.string().max(1_000)).default(""),
  place: CarPlace.default("unsure"),
  trip: TripNumber,
  day,
  wish: ReturnWish.default("collect"),
});
export type LostPropertyForm = z.infer<typeof LostPropertyForm>;

/** Where the found item is now. */
export const ItemHolder = z.enum(["me", "driver", "car"]);
export type ItemHolder = z.infer<typeof ItemHolder>;

/** A visitor's report of an item that they found. */
export const FoundPropertyForm = ContactSender.extend({
  category: PropertyCategory.default("other"),
  what: requiredText(200, "Please tell us what you found."),
  colour: upTo(80),
  marks: longText.pipe(z.string().max(1_000)).default(""),
  place: CarPlace.default("unsure"),
  trip: TripNumber,
  day,
  held: ItemHolder.default("me"),
});
export type FoundPropertyForm = z.infer<typeof FoundPropertyForm>;

/** Riders as dispatch sees them. */
import { z } from "zod";
import { Caller, CallerNote } from "../accounts/caller-contract";
import { Language } from "../accounts/contract";
import { MyCompanies } from "../companies/contract";
import { ContactRow } from "../contact/contact-desk-contract";
import { LostReportRow } from "../property/register-contract";
import { ReservationRow } from "../reservations/contract";
import { line } from "../settings/text-contract";

export const RiderRow = Caller.extend({
  createdAt: z.iso.datetime(),
  trips: z.number().int(),
  blocked: z.boolean(),
});
export type RiderRow = z.infer<typeof RiderRow>;

export const RiderList = z.object({
  riders: z.array(RiderRow),
  /** Null at the end, and always for a search: typing more letters narrows it. */
  nextCursor: z.string().nullable(),
});
export type RiderList = z.infer<typeof RiderList>;

export const RidersQuery = z.object({
  /** Digits of a phone number, or letters of a name or an e-mail address. */
  q: z.string().trim().max(200).optional(),
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type RidersQuery = z.infer<typeof RidersQuery>;

const Place = z.object({ id: z.string(), name: z.string(), detail: z.string() });

export const RiderPage = RiderRow.extend({
  note: z.string(),
  language: Language,
  block: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The riders who were merged into this one, the latest first. */
  merged: z.array(
    z.object({ id: z.string(), name: z.string(), by: z.string(), at: z.iso.datetime() }),
  ),
  companies: MyCompanies.shape.companies,
  places: z.array(Place),
  /** Future trips, the next first. `past` has the latest past ones. */
  upcoming: z.array(ReservationRow),
  past: z.array(ReservationRow),
  ratings: z.array(
    z.object({
      reservationId: z.string(),
      number: z.number().int(),
      stars: z.number().int(),
      words: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  lostReports: z.array(LostReportRow.pick({ id: true, number: true, what: true, state: true })),
  messages: z.array(
    ContactRow.pick({ id: true, number: true, topic: true, state: true, createdAt: true }),
  ),
});
export type RiderPage = z.infer<typeof RiderPage>;

export const RiderAnswer = z.object({ rider: RiderPage });
export type RiderAnswer = z.infer<typeof RiderAnswer>;

/** A rider whom dispatch adds, with an e-mail address, a phone number or both. */
export const AddRider = z.object({
  firstName: z.string().max(800),
  /** Empty if unknown. The rider enters it when they sign in. */
  lastName: z.string().max(800).default(""),
  email: z.string().max(320).nullable(),
  phone: z.string().max(40).nullable(),
  language: Language,
  note: CallerNote.shape.note.default(""),
});
export type AddRider = z.infer<typeof AddRider>;

/** Why a rider may not book online. The rider sees it in the copy of their data. */
export const BlockRider = z.object({
  reason: line.min(1, "Give a reason.").max(300),
});
export type BlockRider = z.infer<typeof BlockRider>;

/** Lets dispatch manage affiliates and offer them trips, and ends offers that nobody answers. */
import { and, eq, inArray, isNotNull, isNull, lte, ne, not, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { findRow, insertRow, updateRow } from "../../db/rows";
import {
  affiliates,
  farmOuts,
  type StoredAffiliate,
  type StoredFarmOut,
} from "../../db/schema/affiliates";
import { reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { readTypedContact } from "../accounts/contact-queries";
import { appendAudit } from "../audit/actions";
import { requireSeenRecord } from "../audit/concurrent-change-queries";
import { changedNames } from "../audit/rules";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { writeDocument } from "../documents/record-actions";
import { endOfDay } from "../documents/rules";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import { recordStaffNews } from "../notifications/staff/staff-notification-actions";
import { announce, moveReservation } from "../reservations/actions";
import { AFFILIATE_ACTOR_ID } from "../reservations/event-rules";
import { notifyAffiliate } from "../reservations/farm-out/farm-out-actions";
import { affiliateOf, farmOutToken, isUninsured } from "../reservations/farm-out/farm-out-queries";
import { loadTrip } from "../reservations/trip-queries";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";
import { requireRow } from "../rows";
import type { AgreeToBill, ChangeAffiliate, OfferToAffiliate, SaveAffiliate } from "./contract";
import { BOOKING_UNCERTAIN_TEXT } from "./peer/peer-rules";
import { insuredUntil } from "./queries";
import { proposedMinor } from "./rules";

/** Adds an affiliate. Throws 400 for an invalid contact, 409 if the name is taken. */
export async function addAffiliate(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof SaveAffiliate>,
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  const values = affiliateColumns(deps, input, null);
  await deps.write((tx) => {
    assertNameIsFree(tx, values.name, id);
    insertRow(tx, affiliates, { id, ...values, createdAt: now, updatedAt: now, version: 1 });
    recordInsurance(tx, deps, actor, id, input);
    appendAudit(tx, deps, {
      actor,
      action: "affiliate.added",
      subject: { kind: "affiliate", id },
      summary: `Added the affiliate ${values.name}`,
    });
  });
  return id;
}

/**
 * Changes or pauses an affiliate. Throws 404, and 409 if it has changed in the meantime, if the name is taken, if the
 * address of their Livery changes while trips are booked there, or if the key changes while a booking is uncertain.
 */
export async function changeAffiliate(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...input }: z.output<typeof ChangeAffiliate>,
): Promise<void> {
  await deps.write((tx) => {
    const before = requireRow(tx, affiliates, { id });
    requireSeenRecord(tx, { kind: "affiliate", id }, before, version);
    const values = affiliateColumns({ ...deps, db: tx }, input, before);
    const insuranceUntil = insuredUntil(tx, id);
    assertNameIsFree(tx, values.name, id);
    if (values.peerUrl !== before.peerUrl) leavePeer(tx, id);
    else if (input.peerKey) abandonUncertainBookings(tx, id);
    updateRow(tx, affiliates, id, { ...values, updatedAt: deps.now(), version: version + 1 });
    recordInsurance(tx, deps, actor, id, input);
    appendAudit(tx, deps, {
      actor,
      action: "affiliate.changed",
      subject: { kind: "affiliate", id },
      summary: `Changed the affiliate ${values.name}`,
      detail: {
        changed: changedNames(
          { ...before, insuranceUntil },
          { ...values, insuranceUntil: input.insuranceUntil },
        ),
      },
    });
  });
}

/**
 * Stores the insurance as a document like the others, with the last day from the form. Throws 400 if the day of an
 * insurance is removed, because it would then be valid for ever.
 */
function recordInsurance(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  affiliateId: string,
  { insuranceUntil: day }: z.output<typeof SaveAffiliate>,
): void {
  if (day === insuredUntil(tx, affiliateId)) return;
  if (day === null)
    throw new AppError("request.invalid", {
      fields: { insuranceUntil: "Enter the last day on which the insurance is valid." },
    });
  const expiresAt = endOfDay(day, readOperator({ db: tx }).timeZone);
  const insurance = { kind: "affiliate_insurance", expiresAt, decidedBy: actor.name } as const;
  writeDocument(tx, { affiliateId }, insurance, deps.now());
}

/**
 * Returns the columns for the typed values. Throws 400 if a contact is invalid, if there is no contact, or if a key is
 * missing.
 */
function affiliateColumns(
  deps: Deps,
  { email, phone, peerUrl, peerKey, insuranceUntil: _, ...input }: z.output<typeof SaveAffiliate>,
  before: StoredAffiliate | null,
) {
  const readContact = (typed: string, type: "email" | "phone", fault: string) => {
    if (typed.trim() === "") return null;
    const typedContact = readTypedContact(deps, typed);
    if (typedContact?.type === type) return typedContact.value;
    throw new AppError("request.invalid", { fields: { [type]: fault } });
  };
  const contacts = {
    email: readContact(email, "email", "Enter a valid email address."),
    phone: readContact(phone, "phone", "Enter a phone number with its country code."),
  };
  if (contacts.email === null && contacts.phone === null)
    throw new AppError("request.invalid", {
      fields: { email: "Enter an e-mail address or a phone number: offers are sent there." },
    });
  return { ...input, ...contacts, ...peerColumns(deps, peerUrl, peerKey, before) };
}

/** Returns the columns of the affiliate's own Livery. A key is used only at the address for which it was typed. */
function peerColumns(
  deps: Deps,
  typed: string,
  key: string | undefined,
  before: StoredAffiliate | null,
): Pick<StoredAffiliate, "peerUrl" | "peerKey"> {
  if (typed === "") return { peerUrl: null, peerKey: null };
  const peerUrl = new URL(typed).origin;
  if (key) return { peerUrl, peerKey: deps.keys.encrypt(key) };
  if (before?.peerUrl === peerUrl) return { peerUrl, peerKey: before.peerKey };
  throw new AppError("request.invalid", {
    fields: { peerKey: "Enter the API key that the affiliate made for you." },
  });
}

/**
 * Stops following trips at the affiliate's old address. Throws 409 while trips are booked there. Unanswered
 * cancellations and driven trips do not prevent the change; the prices of driven trips are then no longer checked.
 */
function leavePeer(tx: Tx, affiliateId: string): void {
  const isFollowed = and(eq(farmOuts.affiliateId, affiliateId), isNotNull(farmOuts.peerDueAt));
  const isOpenOffer = inArray(farmOuts.state, ["open", "accepted"]);
  const isDriven = inArray(reservations.state, ["completed", "settled"]);
  const [booked] = tx
    .select({ id: farmOuts.id })
    .from(farmOuts)
    .innerJoin(reservations, eq(reservations.id, farmOuts.reservationId))
    .where(
      and(
        isFollowed,
        or(and(isOpenOffer, not(isDriven)), and(not(isOpenOffer), eq(farmOuts.peerAway, ""))),
      ),
    )
    .limit(1)
    .all();
  const message =
    "Trips are booked with this affiliate. Wait until these trips have ended, or unassign them first.";
  if (booked) throw new AppError("affiliate.booked_there", { fields: { peerUrl: message } });
  tx.update(farmOuts).set({ peerDueAt: null, peerRequest: null }).where(isFollowed).run();
}

/**
 * Gives up bookings of which it is unknown whether they reached the affiliate, because the same request with another
 * key would book again. Throws 409 if one of them belongs to an open offer; offers that have ended do not count.
 */
function abandonUncertainBookings(tx: Tx, affiliateId: string): void {
  const isOfAffiliate = eq(farmOuts.affiliateId, affiliateId);
  const isBookingUncertain = and(
    isOfAffiliate,
    isNotNull(farmOuts.peerRequest),
    isNull(farmOuts.peerId),
  );
  const message =
    "The affiliate may have booked a trip with the old key. Withdraw that trip’s offer first.";
  const isUncertainAndOpen = and(isBookingUncertain, eq(farmOuts.state, "open"));
  if (tx.select({ id: farmOuts.id }).from(farmOuts).where(isUncertainAndOpen).get())
    throw new AppError("affiliate.booked_there", { fields: { peerKey: message } });
  const abandonedValues = {
    peerDueAt: null,
    peerRequest: null,
    peerAway: "",
    peerNote: BOOKING_UNCERTAIN_TEXT,
  };
  tx.update(farmOuts).set(abandonedValues).where(isBookingUncertain).run();
}

function assertNameIsFree(tx: Tx, name: string, id: string): void {
  const [other] = tx
    .select({ id: affiliates.id })
    .from(affiliates)
    .where(and(sql`lower(${affiliates.name}) = ${name.toLowerCase()}`, ne(affiliates.id, id)))
    .all();
  if (other)
    throw new AppError("affiliate.name_taken", {
      fields: { name: "Another affiliate has this name." },
    });
}

/** Throws 422 unless an affiliate may drive a trip. */
export function assertCanDrive(deps: Deps, affiliate: StoredAffiliate, trip: StoredTrip): void {
  if (!affiliate.active) throw new AppError("affiliate.paused");
  if (isUninsured(deps.db, affiliate, Math.max(trip.pickupAt, deps.now())))
    throw new AppError("affiliate.uninsured");
}

/** Returns the actor that stands for an affiliate on a trip. */
export const affiliateActor = ({ name }: StoredAffiliate): Actor => ({
  kind: "system",
  id: AFFILIATE_ACTOR_ID,
  name,
});

/**
 * Offers a confirmed trip to an affiliate, by a message with a link. Throws 404; 409 if the trip has changed in the
 * meantime, is not confirmed or waits for the passenger's call; 422 after its pickup, or if the affiliate is paused or
 * uninsured.
 */
export async function offerToAffiliate(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, affiliateId, costMinor, minutes }: OfferToAffiliate,
): Promise<void> {
  const now = deps.now();
  const row = await deps.write((tx) => {
    const before = loadTrip(tx, { actor, id, version });
    if (before.state !== "confirmed") throw new AppError("reservation.illegal_transition");
    if (before.willCall) throw new AppError("reservation.waits_for_call");
    if (before.pickupAt <= now) throw new AppError("affiliate.too_late");
    const affiliate = findRow(tx, affiliates, { id: affiliateId });
    if (!affiliate)
      throw new AppError("request.invalid", { fields: { affiliateId: "Choose an affiliate." } });
    assertCanDrive({ ...deps, db: tx }, affiliate, before);
    const farmOutId = Bun.randomUUIDv7();
    const { currency } = before;
    insertRow(tx, farmOuts, {
      id: farmOutId,
      tokenHash: hashToken(farmOutToken(deps.keys, farmOutId)),
      reservationId: id,
      affiliateId,
      state: "open",
      costMinor,
      currency,
      createdAt: now,
      createdBy: actor.name,
      expiresAt: Math.min(now + minutes * 60_000, before.pickupAt),
      peerDueAt: affiliate.peerKey === null ? null : now,
    });
    const moved = moveReservation(deps, tx, before, {
      to: "offered",
      actor,
      now,
      changes: { farmOutId },
      event: { kind: "offered", affiliate: affiliate.name, costMinor, currency },
    });
    if (affiliate.peerKey === null)
      notifyAffiliate(tx, deps, moved, requireRow(tx, farmOuts, { id: farmOutId }), "offered");
    return moved;
  });
  announce(deps, row);
}

/** Ends an open offer that was not accepted, and returns the trip to dispatch, inside the caller's transaction. */
export function endOffer(
  tx: Tx,
  deps: Deps,
  farmOut: StoredFarmOut,
  trip: StoredTrip,
  answer: "declined" | "expired",
  reason = "",
): StoredTrip {
  const now = deps.now();
  updateRow(tx, farmOuts, farmOut.id, { state: answer, reason, answeredAt: now, endedAt: now });
  const affiliate = affiliateOf(tx, farmOut);
  return moveReservation(deps, tx, trip, {
    to: "confirmed",
    actor: answer === "declined" ? affiliateActor(affiliate) : SYSTEM_ACTOR,
    now,
    reason,
    event: { kind: "offer_ended", answer, affiliate: affiliate.name },
  });
}

/**
 * Returns a trip that the affiliate had accepted to dispatch and notifies dispatch, inside the caller's transaction.
 */
export function handBackToDispatch(
  tx: Tx,
  deps: Deps,
  farmOut: StoredFarmOut,
  trip: StoredTrip,
  reason: string,
): StoredTrip {
  const now = deps.now();
  updateRow(tx, farmOuts, farmOut.id, { state: "declined", reason, endedAt: now });
  recordStaffNews(tx, deps, "offers_declined", trip.id, trip.number);
  const affiliate = affiliateOf(tx, farmOut);
  return moveReservation(deps, tx, trip, {
    to: "confirmed",
    actor: affiliateActor(affiliate),
    now,
    reason,
    event: { kind: "unassigned", affiliate: affiliate.name },
  });
}

/** Ends offers that were not answered in time. A timer calls it. */
export async function expireFarmOuts(deps: Deps): Promise<void> {
  const now = deps.now();
  const dueFarmOuts = deps.db
    .select()
    .from(farmOuts)
    // The same condition as in the partial index.
    .where(and(sql`${farmOuts.state} = 'open'`, lte(farmOuts.expiresAt, now)))
    .all();
  for (const { id, reservationId } of dueFarmOuts) {
    try {
      const row = await deps.write((tx) => {
        const farmOut = findRow(tx, farmOuts, { id });
        if (farmOut?.state !== "open") return null;
        const trip = loadTrip(tx, { actor: SYSTEM_ACTOR, id: reservationId });
        return endOffer(tx, deps, farmOut, trip, "expired");
      });
      if (row) announce(deps, row);
    } catch (error) {
      // One failure must not stop the others. The next round tries this offer again.
      deps.log.error("The offer {id} to an affiliate could not be ended: {error}", { id, error });
    }
  }
}

/**
 * Agrees to the amount that an affiliate's Livery bills above the agreed cost. Throws 404 without the offer, 409 for
 * another amount.
 */
export async function agreeToBill(
  deps: Deps,
  actor: Actor,
  id: string,
  { farmOutId, amountMinor }: AgreeToBill,
): Promise<void> {
  await deps.write((tx) => {
    const farmOut = requireRow(tx, farmOuts, { id: farmOutId, reservationId: id });
    if (proposedMinor(farmOut) !== amountMinor) throw new AppError("request.conflict");
    const agreedColumn = farmOut.state === "accepted" ? "costMinor" : "feeMinor";
    updateRow(tx, farmOuts, farmOutId, { [agreedColumn]: amountMinor });
    const { number } = loadTrip(tx, { actor, id });
    const amount = formatMoney(amountMinor, farmOut.currency);
    appendAudit(tx, deps, {
      actor,
      action: "affiliate.bill_agreed",
      subject: { kind: "trip", id },
      summary: `Agreed to pay ${affiliateOf(tx, farmOut).name} ${amount} for trip ${number}`,
    });
  });
}

/** Sends the link of the open or accepted offer again. Throws 404 without one. */
export async function sendOfferAgain(deps: Deps, actor: Actor, id: string): Promise<void> {
  await deps.write((tx) => {
    const trip = loadTrip(tx, { actor, id });
    const farmOut =
      trip.farmOutId === null ? undefined : findRow(tx, farmOuts, { id: trip.farmOutId });
    if (farmOut?.state !== "open" && farmOut?.state !== "accepted")
      throw new AppError("request.not_found");
    notifyAffiliate(tx, deps, trip, farmOut, farmOut.state === "open" ? "offered" : "changed");
    appendAudit(tx, deps, {
      actor,
      action: "trip.offered",
      subject: { kind: "trip", id },
      summary: `Sent trip ${trip.number} to its affiliate again`,
    });
  });
}

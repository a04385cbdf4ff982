import { and, asc, count, eq, gt, inArray, notInArray, or } from "drizzle-orm";
import { codes, riders, type StoredRider } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/notifications";
import { privacyActs } from "../../db/schema/privacy";
import { reservations } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { findRider } from "../accounts/sign-in/rider-queries";
import { type Identifier, maskContact } from "../accounts/rules";
import { type Session, sessionFreshUntil } from "../accounts/sessions/session-queries";
import { reservationStates } from "../../db/schema/reservations";
import { readOperator } from "../settings/queries";
import type { PrivacyState } from "./contract";
import { COPIES_WINDOW_MS, erasureBlockedBy, MAX_COPIES } from "./rules";
import type { DataSubject } from "./privacy-treatment";
import { iso } from "../formats/instants";

/** How many upcoming trips are listed. A rider with more must cancel these first. */
const MAX_LISTED_TRIPS = 50;

/** Returns the contact for a confirmation code: the e-mail address, else the phone number, or null without either. */
export function confirmationContact(rider: StoredRider): Identifier | null {
  if (rider.email) return { type: "email", value: rider.email };
  return rider.phone ? { type: "phone", value: rider.phone } : null;
}

/** Returns how many copies a rider may still make today. */
export function remainingCopies(db: Db, deps: Deps, riderId: string): number {
  if (!deps.config.hasRateLimits) return MAX_COPIES;
  const copies = db
    .select({ n: count() })
    .from(privacyActs)
    .where(
      and(
        eq(privacyActs.riderId, riderId),
        eq(privacyActs.act, "export"),
        gt(privacyActs.at, deps.now() - COPIES_WINDOW_MS),
      ),
    )
    .get();
  return Math.max(0, MAX_COPIES - (copies?.n ?? 0));
}

const openStates = reservationStates.filter((state) => erasureBlockedBy(state) !== null);

/** Returns the rider's trips that aren't over, earliest pickup first. */
export function openTrips(db: Db, riderId: string) {
  return db
    .select()
    .from(reservations)
    .where(and(eq(reservations.riderId, riderId), inArray(reservations.state, openStates)))
    .orderBy(asc(reservations.pickupAt))
    .limit(MAX_LISTED_TRIPS)
    .all();
}

/** Returns the facts for a rider's privacy screen. */
export function privacyState(deps: Deps, session: Session): PrivacyState {
  const rider = findRider(deps.db, session.accountId);
  if (!rider) throw new AppError("request.unauthenticated");
  const contact = confirmationContact(rider);
  const until = sessionFreshUntil(deps.db, session.id, deps.now());
  const trips = openTrips(deps.db, rider.id);
  return {
    confirmedUntil: iso(until),
    contact: contact && maskContact(contact),
    copiesLeft: remainingCopies(deps.db, deps, rider.id),
    driverSeesPhone: readOperator(deps).showRiderPhone,
    tripUnderWay: trips.some(({ state }) => erasureBlockedBy(state) === "under_way"),
    tripsAhead: trips
      .filter(({ state }) => erasureBlockedBy(state) === "ahead")
      .map((row) => ({
        id: row.id,
        number: row.number,
        version: row.version,
        pickupAt: iso(row.pickupAt),
        pickup: row.pickupName,
        dropoff: row.dropoffName,
      })),
  };
}

/**
 * Returns the rider with all known contacts: current ones, and former ones unless another rider has them now. Contacts
 * that were entered but never confirmed are separate, because they may be anybody's.
 */
export function subjectOf(db: Db, rider: StoredRider): DataSubject {
  // Codes and links are sent to any typed contact, but other messages only to confirmed ones.
  const messageRecipients = db
    .selectDistinct({ contact: outbox.recipient })
    .from(outbox)
    .where(and(eq(outbox.riderId, rider.id), notInArray(outbox.kind, ["code", "link"])))
    .all()
    .map((row) => row.contact)
    .filter((contact) => isUnusedByOthers(db, contact, rider.id));
  const requestedContacts = db
    .selectDistinct({ contact: codes.identifier })
    .from(codes)
    .where(and(eq(codes.accountId, rider.id), eq(codes.audience, "rider")))
    .all();
  const withoutNulls = (all: (string | null)[]) => [...new Set(all.filter((one) => one !== null))];
  return {
    id: rider.id,
    contacts: withoutNulls([rider.email, rider.phone, ...messageRecipients]),
    claimedContacts: withoutNulls([
      rider.pendingEmail,
      rider.pendingPhone,
      ...requestedContacts.map((row) => row.contact),
    ]),
  };
}

function isUnusedByOthers(db: Db, contact: string, riderId: string): boolean {
  const contactHolders = db
    .select({ id: riders.id })
    .from(riders)
    .where(or(eq(riders.email, contact), eq(riders.phone, contact)))
    .all();
  return contactHolders.every(({ id }) => id === riderId);
}

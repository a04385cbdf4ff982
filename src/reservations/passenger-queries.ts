/** Reads the passenger of a booking, and limits how many new passengers a rider's bookings may notify. */
import { and, eq, gt, min, ne } from "drizzle-orm";
import type { StoredRider } from "../../db/schema/accounts";
import { reservationEvents, reservations, type StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { isReachable } from "../accounts/codes/code-actions";
import { readTypedPhone } from "../accounts/contact-queries";
import {
  INVALID_EMAIL,
  INVALID_PHONE,
  normalizeName,
  personNameError,
  readEmail,
} from "../accounts/rules";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import type { PassengerInput } from "./contract";
import { readEvent } from "./event-rules";
import {
  isOtherPassenger,
  lacksContact,
  NO_CONTACT_TEXT,
  NO_SMS_TEXT,
  passengerContacts,
} from "./passenger-rules";

/** A passenger as stored with a booking. Null for values that are the rider's. */
type Passenger = Pick<StoredTrip, "passengerPhone" | "passengerEmail" | "passengerLanguage"> & {
  passengerName: string | null;
  driverNewsTo: StoredTrip["driverNewsTo"];
};

/**
 * Reads the passenger, if that is not the rider. 400 if the name or a contact is invalid, or if messages should be sent
 * but the contact is missing.
 */
export function readPassenger(deps: Deps, input: PassengerInput): Passenger {
  const fields: Record<string, string> = {};
  const passengerName = input.passengerName?.trim() ? normalizeName(input.passengerName) : null;
  const nameError = passengerName === null ? null : personNameError("passengerName", passengerName);
  if (nameError) fields.passengerName = nameError;
  const typedPhone = input.passengerPhone?.trim();
  const passengerPhone = typedPhone ? readTypedPhone(deps, typedPhone) : null;
  if (typedPhone && passengerPhone === null) fields.passengerPhone = INVALID_PHONE;
  const typedEmail = input.passengerEmail?.trim();
  const passengerEmail = typedEmail ? readEmail(typedEmail) : null;
  if (typedEmail && passengerEmail === null) fields.passengerEmail = INVALID_EMAIL;
  const hasContact =
    passengerEmail !== null ||
    (passengerPhone !== null && isReachable(deps, { type: "phone", value: passengerPhone }));
  const driverNewsTo =
    input.driverNewsTo ?? (hasContact && passengerName !== null ? "passenger" : "rider");
  if (lacksContact({ ...input, driverNewsTo })) fields.passengerPhone = NO_CONTACT_TEXT;
  else if (driverNewsTo !== "rider" && !hasContact) fields.passengerPhone ??= NO_SMS_TEXT;
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  const passengerLanguage = input.passengerLanguage || null;
  return { passengerName, passengerPhone, passengerEmail, passengerLanguage, driverNewsTo };
}

/** Returns the passenger columns. Values that are not given are the rider's. */
export function passengerColumns(
  passenger: Passenger,
  rider: { name: string; phone: string | null },
) {
  return {
    ...passenger,
    passengerName: passenger.passengerName ?? rider.name,
    passengerPhone: passenger.passengerPhone ?? rider.phone,
  };
}

const DAY_MS = 86_400_000;
/** How many new passengers a day an account may have notified. Nobody has confirmed their contacts. */
const MAX_NEW_PASSENGERS = 20;

type PassengerContacts = Pick<StoredTrip, "passengerPhone" | "passengerEmail" | "driverNewsTo">;

/**
 * Returns the passenger of a rider's own booking or change. Over the daily limit, the rider gets the messages instead.
 */
export function limitNewPassengers<Columns extends PassengerContacts>(
  tx: Tx,
  deps: Deps,
  rider: StoredRider,
  passenger: Columns,
): Columns {
  if (!deps.config.hasRateLimits || !passengerContacts(passenger, rider)) return passenger;
  const since = deps.now() - DAY_MS;
  const { id, riderId, pickupAt, createdAt, driverNewsTo } = reservations;
  const { passengerPhone, passengerEmail } = reservations;
  const notifiedPassengers = tx
    .select({ passengerPhone, passengerEmail, first: min(createdAt) })
    .from(reservations)
    .where(and(eq(riderId, rider.id), ne(driverNewsTo, "rider")))
    .groupBy(passengerPhone, passengerEmail)
    .all();
  if (notifiedPassengers.some((other) => !isOtherPassenger(other, passenger))) return passenger;
  const { reservationId, at, actorKind, kind, facts } = reservationEvents;
  // Only future trips can have been changed.
  const contactChanges = tx
    .select({ kind, facts })
    .from(reservations)
    .innerJoin(reservationEvents, and(eq(reservationId, id), gt(at, since)))
    .where(
      and(eq(riderId, rider.id), gt(pickupAt, since), ne(actorKind, "admin"), eq(kind, "changed")),
    )
    .all()
    .filter((row) => {
      const event = readEvent(row);
      return event.kind === "changed" && event.passengerContact;
    });
  const newPassengers = notifiedPassengers.filter(({ first }) => first !== null && first > since);
  return newPassengers.length + contactChanges.length < MAX_NEW_PASSENGERS
    ? passenger
    : { ...passenger, driverNewsTo: "rider" };
}

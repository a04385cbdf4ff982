/** Who rides, as a booking says it, and how many strangers a rider's bookings can have written to. */
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

/** A passenger as a booking has them; null for what follows from the rider. */
type Passenger = Pick<StoredTrip, "passengerPhone" | "passengerEmail" | "passengerLanguage"> & {
  passengerName: string | null;
  driverNewsTo: StoredTrip["driverNewsTo"];
};

/**
 * The passenger, if it is not the rider; 400 when the name or contact is invalid, or missing although messages should
 * be sent.
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

/** The passenger as the row has them: the rider, as far as nobody else is named. */
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
/** So many new passengers a day an account can have written to: nobody has confirmed their contacts. */
const MAX_NEW_PASSENGERS = 20;

type PassengerContacts = Pick<StoredTrip, "passengerPhone" | "passengerEmail" | "driverNewsTo">;

/** The passenger of a rider's own booking or change. Past the limit of a day the rider is told instead. */
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
  const known = tx
    .select({ passengerPhone, passengerEmail, first: min(createdAt) })
    .from(reservations)
    .where(and(eq(riderId, rider.id), ne(driverNewsTo, "rider")))
    .groupBy(passengerPhone, passengerEmail)
    .all();
  if (known.some((other) => !isOtherPassenger(other, passenger))) return passenger;
  const { reservationId, at, actorKind, kind, facts } = reservationEvents;
  // Only a trip that lies ahead can have been changed.
  const changed = tx
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
  const booked = known.filter(({ first }) => first !== null && first > since);
  return booked.length + changed.length < MAX_NEW_PASSENGERS
    ? passenger
    : { ...passenger, driverNewsTo: "rider" };
}

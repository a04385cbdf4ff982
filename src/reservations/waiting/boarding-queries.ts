/** Reads the code of a trip and its boarding state. */
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { boardings } from "../../../db/schema/dispatch";
import type { Deps } from "../../deps";
import type { Keys } from "../../process/keys";
import { readOperator } from "../../settings/queries";
import type { Boarding } from "./boarding-contract";
import {
  codeRequirement,
  type BoardingFacts,
  hasBoardingCode,
  MAX_WRONG_CODES,
  isReasonEnough,
} from "./boarding-rules";
import type { ReservationState } from "../contract";
import { iso } from "../../formats/instants";

const boardingOf = prepared((db) =>
  db
    .select()
    .from(boardings)
    .where(eq(boardings.reservationId, sql.placeholder("id")))
    .prepare(),
);

/**
 * Returns the code of a trip with its driver. It is an HMAC with a key outside the database, so it is not stored and
 * can be shown again. Another driver gets another code.
 */
export function boardingCode(keys: Keys, trip: { id: string; driverId: string }): string {
  const bytes = Buffer.from(keys.sign("boarding", `${trip.id} ${trip.driverId}`), "base64url");
  return String(bytes.readUIntBE(0, 6) % 10_000).padStart(4, "0");
}

/** Returns the facts that decide how the passenger of a trip may board. */
export function boardingFacts(deps: Deps, db: Db, id: string): BoardingFacts {
  const row = boardingOf(db).get({ id });
  return {
    codes: readOperator(deps).boardingCodes,
    onlyWithCode: row?.onlyWithCode ?? false,
    wrongCodes: row?.wrongCodes ?? 0,
    confirmed: (row?.confirmedAt ?? null) !== null,
  };
}

/**
 * Returns the boarding state of a trip. Null if no code is used, or before or after the time in which a trip has one.
 */
export function readBoarding(
  deps: Deps,
  trip: { id: string; state: ReservationState; driverId: string | null },
  viewer: "rider" | "driver" | "admin",
): Boarding | null {
  if (!hasBoardingCode(trip.state) || trip.driverId === null) return null;
  const facts = boardingFacts(deps, deps.db, trip.id);
  const requirement = codeRequirement(facts);
  if (requirement === null) return null;
  const row = boardingOf(deps.db).get({ id: trip.id });
  return {
    code:
      viewer === "rider" ? boardingCode(deps.keys, { id: trip.id, driverId: trip.driverId }) : null,
    requirement,
    onlyWithCode: facts.onlyWithCode,
    isReasonEnough: isReasonEnough(facts),
    triesLeft: Math.max(0, MAX_WRONG_CODES - facts.wrongCodes),
    request:
      row?.askedAt && viewer !== "rider" ? { reason: row.askedReason, at: iso(row.askedAt) } : null,
    confirmed: facts.confirmed,
  };
}

/**
 * Returns the code for the message that the driver is on the way: if the driver must ask for it, or if the passenger
 * has no account and so no page that shows it. Otherwise null.
 */
export function codeToSend(
  deps: Deps,
  db: Db,
  trip: { id: string; driverId: string; riderId: string | null },
): string | null {
  const requirement = codeRequirement(boardingFacts(deps, db, trip.id));
  const shouldSend = requirement === "must" || (requirement === "may" && trip.riderId === null);
  return shouldSend ? boardingCode(deps.keys, trip) : null;
}

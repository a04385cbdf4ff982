/** Reads the payment rules, applies them to trips, and reads the prepayments of trips. */
import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { findRow } from "../../../db/rows";
import { paymentRules, prepayments, type StoredPrepayment } from "../../../db/schema/prepayments";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { iso } from "../../formats/instants";
import { payableMinor } from "../../payment-providers/provider-money";
import { openProvider } from "../../payment-providers/open-providers";
import { PaymentProviderId } from "../../payment-providers/provider-contract";
import type { Point } from "../../places/contract";
import { readOperator } from "../../settings/queries";
import { bookableClassNames } from "../../vehicles/bookable-queries";
import { tripsOfBooking } from "../vehicles/vehicle-queries";
import { listZoneNames, zonesAt } from "../../zones/queries";
import { PaymentRules, type PaymentRulesAnswer, type Prepayment } from "./prepay-contract";
import { chargeableMinorOf } from "./card-queries";
import {
  type DuePrepayment,
  extraHoldOf,
  prepaymentDue,
  type ProviderAbilities,
  type TripToPay,
} from "./prepay-rules";

/** The default before any rules are saved: no prepayments. */
const NO_PAYMENT_RULES: PaymentRules = { rules: [], payWithinMinutes: 30 };

/** Returns the saved rules and their version. */
export function readStoredRules(db: Db | Tx): { settings: PaymentRules; version: number } {
  const row = findRow(db, paymentRules, { id: 1 });
  if (!row) return { settings: NO_PAYMENT_RULES, version: 0 };
  return { settings: PaymentRules.parse(row), version: row.version };
}

/** Returns the rules for staff. */
export function readPaymentRules(deps: Deps): PaymentRulesAnswer {
  const { currency } = readOperator(deps);
  return {
    ...readStoredRules(deps.db),
    can: providerAbilities(deps, currency),
    classes: bookableClassNames(deps),
    zones: listZoneNames(deps.db),
  };
}

/** Returns the abilities of the connected providers in a currency. */
export function providerAbilities(deps: Deps, currency: string): ProviderAbilities {
  const providers = PaymentProviderId.options.flatMap((id) => {
    const provider = openProvider(deps, id);
    return provider && provider.methods(currency).length > 0 ? [provider] : [];
  });
  return { charge: providers.length > 0, hold: providers.some(({ canHold }) => canHold) };
}

/** A booked or priced trip. `prepaymentFor` adds the other facts for the rules. */
type BookedTrip = Omit<TripToPay, "zoneIds" | "isNewRider"> & {
  currency: string;
  /** Null if it is not on the map. */
  pickup: Point | null;
  riderId: string | null;
};

/**
 * Returns a function that gives the prepayment for a class and its price. Null without one. Make it once for all
 * classes.
 */
export function prepaymentFor(deps: Deps, trip: Omit<BookedTrip, "vehicleClassId" | "fareMinor">) {
  const { settings } = readStoredRules(deps.db);
  if (settings.rules.length === 0) return () => null;
  const { pickup, riderId, currency } = trip;
  const can = providerAbilities(deps, currency);
  const zoneIds = pickup ? zonesAt(deps.db, pickup).map(({ id }) => id) : [];
  const isNewRider = riderId === null || !hasRidden(deps.db, riderId);
  return (option: { vehicleClassId: string; fareMinor: number }): DuePrepayment | null => {
    const tripFacts = { ...trip, ...option, zoneIds, isNewRider };
    const prepayment = prepaymentDue(settings.rules, tripFacts, can, deps.now());
    // A whole price that is no payable amount in its currency is refused by the provider, as with a link.
    return prepayment?.take === "all"
      ? prepayment
      : prepayment && {
          ...prepayment,
          amountMinor: payableMinor(prepayment.amountMinor, currency),
        };
  };
}

function hasRidden(db: Db, riderId: string): boolean {
  const done = and(
    eq(reservations.riderId, riderId),
    inArray(reservations.state, ["completed", "settled"]),
  );
  return (
    db.select({ id: reservations.id }).from(reservations).where(done).limit(1).all().length > 0
  );
}

/** Returns the prepayment of a trip. Null without one. */
export function prepaymentOf(db: Db | Tx, reservationId: string): StoredPrepayment | null {
  return findRow(db, prepayments, { reservationId }) ?? null;
}

/** Returns the prepayments of the vehicles of a trip's booking, in their order. */
export function prepaymentsOf(db: Db | Tx, trip: StoredTrip): StoredPrepayment[] {
  return tripsOfBooking(db, trip).flatMap(({ id }) => prepaymentOf(db, id) ?? []);
}

/**
 * Returns the prepayments of a booking's vehicles that are still open and of the same kind, so that one payment covers
 * them.
 */
export function openPrepayments(
  db: Db | Tx,
  { reservationId, take }: StoredPrepayment,
): StoredPrepayment[] {
  const trip = findRow(db, reservations, { id: reservationId });
  return (trip ? prepaymentsOf(db, trip) : []).filter(
    (one) => one.take === take && (one.state === "waiting" || one.state === "later"),
  );
}

/** Returns the amount of the next payment. */
export function nextPaymentMinor(db: Db | Tx, prepayment: StoredPrepayment): number {
  if (prepayment.take === "hold") return extraHoldOf(prepayment) || prepayment.amountMinor;
  return openPrepayments(db, prepayment).reduce((sum, one) => sum + one.amountMinor, 0);
}

/** Returns a prepayment as people see it. */
export function readPrepayment(db: Db, reservationId: string): Prepayment | null {
  const row = prepaymentOf(db, reservationId);
  if (!row) return null;
  const { take, amountMinor, state, heldMinor, requestAt, payBy } = row;
  const togetherMinor = nextPaymentMinor(db, row);
  return {
    ...{ take, amountMinor, state, heldMinor, togetherMinor },
    ...{ requestAt: iso(requestAt), payBy: iso(payBy) },
  };
}

/**
 * Returns the part of an amount due that neither the hold nor the saved card of a trip covers. Only this part is
 * requested in other ways.
 */
export function amountDueAboveHold(
  db: Db | Tx,
  trip: Pick<StoredTrip, "id" | "payment">,
  dueMinor: number,
  prepayment: Pick<StoredPrepayment, "heldMinor"> | null = prepaymentOf(db, trip.id),
): number {
  if (dueMinor <= 0) return dueMinor;
  return Math.max(0, dueMinor - Math.max(prepayment?.heldMinor ?? 0, chargeableMinorOf(db, trip)));
}

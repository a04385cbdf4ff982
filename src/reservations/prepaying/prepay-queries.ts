/** The rules are read, asked about a trip, and what became of that. */
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
import { cardAgreementOf } from "./card-queries";
import {
  type RequestedPrepayment,
  extraHoldOf,
  prepaymentDue,
  type ProviderAbilities,
  type TripToPay,
} from "./prepay-rules";

/** Before anybody saves rules nothing is asked. */
const NO_PAYMENT_RULES: PaymentRules = { rules: [], payWithinMinutes: 30 };

/** The rules with the version that they were saved as. */
export function readSettings(db: Db | Tx): { settings: PaymentRules; version: number } {
  const row = findRow(db, paymentRules, { id: 1 });
  if (!row) return { settings: NO_PAYMENT_RULES, version: 0 };
  return { settings: PaymentRules.parse(row), version: row.version };
}

/** The rules as staff read them. */
export function readPaymentRules(deps: Deps): PaymentRulesAnswer {
  const { currency } = readOperator(deps);
  return {
    ...readSettings(deps.db),
    can: providerAbilities(deps, currency),
    classes: bookableClassNames(deps),
    zones: listZoneNames(deps.db),
  };
}

/** What connected providers can do in a currency. */
export function providerAbilities(deps: Deps, currency: string): ProviderAbilities {
  const open = PaymentProviderId.options.flatMap((id) => {
    const provider = openProvider(deps, id);
    return provider && provider.methods(currency).length > 0 ? [provider] : [];
  });
  return { charge: open.length > 0, hold: open.some(({ canHold }) => canHold) };
}

/** A trip that is booked or priced, of which `prepaymentFor` finds out the rest. */
type BookedTrip = Omit<TripToPay, "zoneIds" | "isNewRider"> & {
  currency: string;
  /** Null where it is not on the map. */
  pickup: Point | null;
  riderId: string | null;
};

/** What riders are asked to pay before a trip; null for nothing. Made once for all classes of a price. */
export function prepaymentFor(deps: Deps, trip: Omit<BookedTrip, "vehicleClassId" | "fareMinor">) {
  const { settings } = readSettings(deps.db);
  if (settings.rules.length === 0) return () => null;
  const { pickup, riderId, currency } = trip;
  const can = providerAbilities(deps, currency);
  const zoneIds = pickup ? zonesAt(deps.db, pickup).map(({ id }) => id) : [];
  const isNewRider = riderId === null || !hasRidden(deps.db, riderId);
  return (option: { vehicleClassId: string; fareMinor: number }): RequestedPrepayment | null => {
    const knownFacts = { ...trip, ...option, zoneIds, isNewRider };
    const prepayment = prepaymentDue(settings.rules, knownFacts, can, deps.now());
    // A price that cannot be written is refused by its provider, as by a link.
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

/** What is asked for a trip; null for nothing. */
export function prepaymentOf(db: Db | Tx, reservationId: string): StoredPrepayment | null {
  return findRow(db, prepayments, { reservationId }) ?? null;
}

/** What is asked for each vehicle of a trip's booking, in their order. */
export function prepaymentsOf(db: Db | Tx, trip: StoredTrip): StoredPrepayment[] {
  return tripsOfBooking(db, trip).flatMap(({ id }) => prepaymentOf(db, id) ?? []);
}

/** What is still asked for of the vehicles of a trip's booking, by one payment. */
export function openPrepayments(
  db: Db | Tx,
  { reservationId, take }: StoredPrepayment,
): StoredPrepayment[] {
  const trip = findRow(db, reservations, { id: reservationId });
  return (trip ? prepaymentsOf(db, trip) : []).filter(
    (one) => one.take === take && (one.state === "waiting" || one.state === "later"),
  );
}

/** What the next payment asks for. */
export function requestedMinor(db: Db | Tx, prepayment: StoredPrepayment): number {
  if (prepayment.take === "hold") return extraHoldOf(prepayment) || prepayment.amountMinor;
  return openPrepayments(db, prepayment).reduce((sum, one) => sum + one.amountMinor, 0);
}

/** As people see it. */
export function readPrepayment(db: Db, reservationId: string): Prepayment | null {
  const row = prepaymentOf(db, reservationId);
  if (!row) return null;
  const { take, amountMinor, state, heldMinor, requestAt, payBy } = row;
  const togetherMinor = requestedMinor(db, row);
  return {
    ...{ take, amountMinor, state, heldMinor, togetherMinor },
    ...{ requestAt: iso(requestAt), payBy: iso(payBy) },
  };
}

/** What of an amount due neither the hold of a trip nor its saved card covers: that alone is asked for in other ways. */
export function amountDueAboveHold(
  db: Db | Tx,
  trip: Pick<StoredTrip, "id" | "payment">,
  dueMinor: number,
  prepayment: Pick<StoredPrepayment, "heldMinor"> | null = prepaymentOf(db, trip.id),
): number {
  if (dueMinor <= 0) return dueMinor;
  return Math.max(0, dueMinor - Math.max(prepayment?.heldMinor ?? 0, cardAgreementOf(db, trip)));
}

/** Notifies riders of changes to their standing orders, in the transaction of the change. */
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { formatMoney } from "../../settings/money-rules";
import {
  orderBooked,
  orderChanged,
  type OrderFacts,
  orderNewsMessage,
  orderStopped,
} from "../../notifications/texts/order-texts";
import { queueRiderMessage } from "../../notifications/outbox";
import type { Message } from "../../notifications/message";
import type { Language } from "../../settings/languages/languages-contract";
import { momentText } from "../../settings/local-time";
import { dayPhrase, endPhrase, patternPhrase } from "./order-phrases";
import { endOf } from "./order-rules";
import { type CreatedTrips, templateFrom } from "./order-trips";
import type { StoredStandingOrder } from "../../../db/schema/standing-orders";
import { readOperator } from "../../settings/queries";

/** Notifies the rider that the order was booked, with the trips that were booked at once. */
export function notifyOfOrder(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  rows: readonly StoredTrip[],
): void {
  queue(tx, deps, order, (facts) => orderBooked(facts, tripTextsIn(facts.language, rows)));
}

/** Notifies the rider of changed trips of the order. */
export function notifyOfOrderChange(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  change: {
    rows: readonly StoredTrip[];
    unchanged: readonly number[];
    cancelled: readonly StoredTrip[];
  },
): void {
  const { rows, unchanged, cancelled } = change;
  queue(tx, deps, order, (facts) =>
    orderChanged(facts, tripTextsIn(facts.language, rows), {
      unchanged,
      ...cancellationFacts(facts.language, cancelled),
    }),
  );
}

/** Notifies the rider that the order pauses or has ended. `cancelled` are the trips that were cancelled with it. */
export function notifyOfOrderStop(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  cancelled: readonly StoredTrip[],
): void {
  const state = order.state === "paused" ? "paused" : "ended";
  queue(tx, deps, order, (facts) =>
    orderStopped(facts, { state, ...cancellationFacts(facts.language, cancelled) }),
  );
}

/** Returns which trips were cancelled, and the total fee. */
function cancellationFacts(
  language: Language,
  rows: readonly StoredTrip[],
): { cancelled: number[]; fee: string | null } {
  const [first] = rows;
  const feeMinor = rows.reduce((sum, row) => sum + (row.cancellationFeeMinor ?? 0), 0);
  return {
    cancelled: sortByPickup(rows).map(({ number }) => number),
    fee: first && feeMinor > 0 ? formatMoney(feeMinor, first.currency, language) : null,
  };
}

/** Notifies the rider of anything unusual about trips that were booked automatically. Usually sends nothing. */
export function notifyOfOrderEvents(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  createdTrips: CreatedTrips,
): void {
  const { moved, notBookable, newPrice } = createdTrips;
  if (moved.length === 0 && notBookable.length === 0 && !newPrice) return;
  queue(tx, deps, order, (facts) => {
    const { language } = facts;
    const timeOf = (row: StoredTrip) => momentText(row.pickupAt, row.timeZone, language);
    return orderNewsMessage(facts, {
      moved: moved.map(timeOf),
      notBookable: notBookable.map((day) => dayPhrase(language, day)),
      newPrice: newPrice && {
        from: timeOf(newPrice.row),
        before: formatMoney(newPrice.beforeMinor, newPrice.row.currency, language),
        now: formatMoney(newPrice.row.fareMinor, newPrice.row.currency, language),
      },
    });
  });
}

function queue(
  tx: Tx,
  deps: Deps,
  order: StoredStandingOrder,
  createMessage: (facts: OrderFacts) => Message,
): void {
  const to = { riderId: order.riderId, phone: order.passengerPhone };
  queueRiderMessage(tx, deps, to, (language) => createMessage(factsOf(deps, order, language)));
}

const sortByPickup = (rows: readonly StoredTrip[]) =>
  rows.toSorted((a, b) => a.pickupAt - b.pickupAt);

const tripTextsIn = (language: Language, rows: readonly StoredTrip[]) =>
  sortByPickup(rows).map((row) => ({
    time: momentText(row.pickupAt, row.timeZone, language),
    fare: formatMoney(row.fareMinor, row.currency, language),
  }));

function factsOf(deps: Deps, order: StoredStandingOrder, language: Language): OrderFacts {
  const { pickupName, dropoffName } = templateFrom(order);
  return {
    language,
    brand: readOperator(deps).brand,
    url: `${deps.config.publicUrl}/trips/repeating/${order.id}`,
    pattern: patternPhrase(language, order),
    end: endPhrase(language, endOf(order)),
    pickup: pickupName,
    dropoff: dropoffName,
  };
}

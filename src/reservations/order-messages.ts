/** What riders are told of their standing orders, in the transaction of what it tells of. */
import type { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { formatMoney } from "../fares/money-rules";
import {
  orderBooked,
  orderChanged,
  type OrderFacts,
  orderNews,
  orderStopped,
} from "../notifications/order-texts";
import { queueRiderMessage } from "../notifications/outbox";
import type { Message } from "../notifications/texts";
import { momentText } from "../settings/local-time";
import { endOf } from "./order-rules";
import { type Made, type OrderRow, templateFrom } from "./order-trips";
import { dayWords, endWords, patternWords } from "./order-words";

type Row = typeof reservations.$inferSelect;

/** The order was booked, with the trips that were made at once. */
export function tellOfOrder(tx: Tx, deps: Deps, order: OrderRow, rows: readonly Row[]): void {
  queue(tx, deps, order, orderBooked(factsOf(deps, order), inOrder(rows).map(tripOf)));
}

/** Trips of the order are otherwise now. */
export function tellOfOrderChange(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  change: { rows: readonly Row[]; unchanged: readonly number[]; cancelled: readonly Row[] },
): void {
  const { rows, unchanged, cancelled } = change;
  const message = orderChanged(factsOf(deps, order), inOrder(rows).map(tripOf), {
    unchanged,
    ...cancelledOf(cancelled),
  });
  queue(tx, deps, order, message);
}

/** The order pauses or has ended; `cancelled` are the trips that went with it. */
export function tellOfStop(tx: Tx, deps: Deps, order: OrderRow, cancelled: readonly Row[]): void {
  const state = order.state === "paused" ? "paused" : "ended";
  const how = { state, ...cancelledOf(cancelled) } as const;
  queue(tx, deps, order, orderStopped(factsOf(deps, order), how));
}

/** Which trips were cancelled, and what that costs together. */
function cancelledOf(rows: readonly Row[]): { cancelled: number[]; fee: string | null } {
  const [first] = rows;
  const feeMinor = rows.reduce((sum, row) => sum + (row.cancellationFeeMinor ?? 0), 0);
  return {
    cancelled: inOrder(rows).map(({ number }) => number),
    fee: first && feeMinor > 0 ? formatMoney(feeMinor, first.currency) : null,
  };
}

/** What there is to say of trips that were made by themselves; mostly nothing. */
export function tellOfNews(tx: Tx, deps: Deps, order: OrderRow, made: Made): void {
  const { moved, notBookable, newPrice } = made;
  if (moved.length === 0 && notBookable.length === 0 && !newPrice) return;
  const message = orderNews(factsOf(deps, order), {
    moved: moved.map((row) => momentText(row.pickupAt, row.timeZone)),
    notBookable: notBookable.map(dayWords),
    newPrice: newPrice && {
      from: momentText(newPrice.row.pickupAt, newPrice.row.timeZone),
      before: formatMoney(newPrice.beforeMinor, newPrice.row.currency),
      now: formatMoney(newPrice.row.fareMinor, newPrice.row.currency),
    },
  });
  queue(tx, deps, order, message);
}

function queue(tx: Tx, deps: Deps, order: OrderRow, message: Message): void {
  queueRiderMessage(tx, deps, { riderId: order.riderId, phone: order.passengerPhone }, message);
}

const inOrder = (rows: readonly Row[]) => rows.toSorted((a, b) => a.pickupAt - b.pickupAt);

function tripOf(row: Row) {
  return {
    time: momentText(row.pickupAt, row.timeZone),
    fare: formatMoney(row.fareMinor, row.currency),
  };
}

function factsOf(deps: Deps, order: OrderRow): OrderFacts {
  const { pickupName, dropoffName } = templateFrom(order);
  return {
    brand: deps.config.brand,
    url: `${deps.config.publicUrl}/trips/repeating/${order.id}`,
    pattern: patternWords(order),
    end: endWords(endOf(order)),
    pickup: pickupName,
    dropoff: dropoffName,
  };
}

/** Removes the price from what a driver sees of a trip, if the operator hides prices from drivers. */
import type { PayLine } from "../fares/contract";
import type { Reservation, ReservationRow } from "./contract";
import { ReservationEvent } from "./event-contract";

/** Returns a row of a list without its price. */
export function withoutPrice<Row extends ReservationRow>(row: Row): Row {
  return { ...row, fareMinor: 0 };
}

/** States in which a driver has nothing to collect. */
const statesWithoutCash: readonly string[] = ["offered", "cancelled", "no_show", "rejected"];

/**
 * Returns a trip without its price and everything that reveals it. The amount due is only the amount that the driver
 * collects.
 */
export function hideAllPrices({ prepayment: _, ...trip }: Reservation): Reservation {
  const { state, dueMinor, pay, timeline } = trip;
  return {
    ...withoutPrice(trip),
    lines: [],
    feeLines: [],
    cancellationFeeMinor: null,
    paidMinor: 0,
    waivedMinor: 0,
    dueMinor: statesWithoutCash.includes(state) ? 0 : Math.max(0, dueMinor),
    pay: pay && { ...pay, lines: pay.lines.map(withoutPriceBase) },
    timeline: timeline.map((entry) => ({ ...entry, event: withoutPrices(entry.event) })),
  };
}

/** Returns a trip of a driver's account without the amount that its rider was charged. */
export function lineWithoutPrice<Line extends { chargedMinor: number; payLines: PayLine[] }>(
  line: Line,
): Line {
  return { ...line, chargedMinor: 0, payLines: line.payLines.map(withoutPriceBase) };
}

/** Returns a pay line without the price and the percentage on which it is based. */
function withoutPriceBase(line: PayLine): PayLine {
  switch (line.kind) {
    case "fare_share":
      return { ...line, params: { percent: 0, ofMinor: 0 } };
    case "cancellation_share":
    case "no_show_share":
      return { ...line, params: { ofMinor: 0 } };
    default:
      return line;
  }
}

const priceFields: readonly string[] = [
  ...["fareMinor", "fareFromMinor", "correctedFromMinor", "feeMinor"],
  ...["forNextInvoiceMinor", "collectedAfterwardsMinor", "givenBackMinor"],
];

function withoutPrices(event: ReservationEvent): ReservationEvent {
  const fieldsWithoutPrice = Object.entries(event).filter(([name]) => !priceFields.includes(name));
  return ReservationEvent.parse(Object.fromEntries(fieldsWithoutPrice));
}

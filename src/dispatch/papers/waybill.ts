/** A trip's waybill as an A4 PDF, which a driver shows to inspectors. */
import { fullName } from "../../accounts/name-rules";
import { formatMoney } from "../../settings/money-rules";
import { createPdf, type Paper } from "../../formats/pdf";
import { Column, MARGIN, RIGHT_X, styles } from "../../reservations/papers/receipt";
import type { Reservation } from "../../reservations/contract";
import { momentText } from "../../settings/local-time";
import { englishLineTranslator } from "../../fares/line-words";
import { fareLineWords } from "../../fares/line-words";

/** The operator's details, as printed on documents. */
export type Operator = {
  name: string;
  address: string;
  taxNumber: string;
  contact: string;
  isDemo: boolean;
};

/** Returns the waybill of a trip with a driver and vehicle. The same trip always gives the same file. */
export function waybillPdf(trip: Reservation, operator: Operator): Paper {
  const moment = (at: string) => momentText(Date.parse(at), trip.timeZone, "en");
  const { driver, vehicle } = trip;
  const pdf = createPdf({
    title: `${operator.name}: waybill ${trip.number}`,
    author: operator.name,
    language: "en",
    createdAt: Date.parse(trip.timeline.at(-1)?.at ?? trip.createdAt),
    isDemo: operator.isDemo,
  });
  const page = new Column(pdf);
  pdf.text(operator.name, { x: MARGIN, y: 76 }, styles.brand);
  pdf.text("Waybill", { x: RIGHT_X, y: 76, align: "end" }, styles.brand);
  pdf.text(operator.contact, { x: MARGIN, y: 96 }, styles.quiet);
  pdf.text(`No. ${trip.number}`, { x: RIGHT_X, y: 96, align: "end" }, styles.quiet);
  page.y = 116;
  page.rule();
  const facts = (rows: readonly (readonly [string, string | null | undefined])[]) => {
    for (const [name, value] of rows) if (value) page.fact(name, value, styles);
  };
  page.heading("Operator, driver and vehicle", styles);
  facts([
    ["Operator", [operator.name, operator.address].filter(Boolean).join("\n")],
    ["Tax number", operator.taxNumber],
    ["Driver", driver && fullName(driver)],
    ["Vehicle", vehicle && `${vehicle.make} ${vehicle.model}, ${vehicle.color}`],
    ["Plate", vehicle?.plate],
  ]);
  page.heading("Trip", styles);
  facts([
    ["Service", serviceNames[trip.serviceType]],
    ["Passenger", trip.passenger.name],
    ["Passengers", String(trip.passengers)],
    ["Pickup", trip.willCall ? "When the passenger calls" : moment(trip.pickupAt)],
    ["From", placeText(trip.pickup)],
    ...trip.stops.map((stop): [string, string] => ["Via", placeText(stop)]),
    trip.hours === null
      ? ["To", placeText(trip.dropoff)]
      : ["Hired for", trip.hours === 1 ? "1 hour" : `${trip.hours} hours`],
    ["Flight", trip.flightNumber],
  ]);
  page.heading("Booking and fare", styles);
  facts([
    ["Reference", String(trip.number)],
    ["Booked", moment(trip.createdAt)],
    ["Fare", fareText(trip)],
    ["Basis", priceBasisText(trip)],
    ["Payment", paymentNames[trip.payment]],
  ]);
  page.gap(20);
  page.note("Booked in advance with the operator named above. Not a receipt.", styles);
  return pdf.finish();
}

const paymentNames: Record<Reservation["payment"], string> = {
  cash: "In cash, to the driver",
  card: "By card, in the car",
  account: "On account. Nothing to pay in the car",
};

const serviceNames: Record<Reservation["serviceType"], string> = {
  point_to_point: "Point to point",
  hourly: "By the hour",
  airport_pickup: "Airport pickup",
  airport_dropoff: "To the airport",
  home_care: "Home care",
  roadside_assistance: "Roadside assistance",
  interpreter: "With interpreter",
};

function placeText({ name, detail }: { name: string; detail: string }): string {
  return detail ? `${name}\n${detail}` : name;
}

/** Returns the fare, or null if the operator hides prices from the driver, whose trip then has no lines. */
function fareText({ onRequest, lines, fareMinor, currency }: Reservation): string | null {
  if (onRequest) return "On request";
  return lines.length === 0 ? null : formatMoney(fareMinor, currency);
}

/** Returns the names of the fare's lines, such as "Flat price, VAT". */
function priceBasisText({ onRequest, lines, currency }: Reservation): string | null {
  if (onRequest || lines.length === 0) return null;
  const names = lines.map((line) => fareLineWords(line, englishLineTranslator(currency)).label);
  return `Agreed in advance: ${[...new Set(names)].join(", ")}`;
}

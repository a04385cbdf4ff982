/** The shared parts of reservations and repeating trips: stops, passenger and means of payment. */
import { eq } from "drizzle-orm";
import type { StoredTrip } from "../../../db/schema/reservations";
import { costCentres } from "../../../db/schema/companies";
import { places } from "../../../db/schema/places";
import { findRow, findRows } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import type { ServiceType } from "../../fares/contract";
import { greatCircleMeters } from "../../places/rules";
import type { Stop } from "../../reservations/quotes/quote-contract";
import { placeColumns, storedTripPlaces } from "../../reservations/stored-trip";
import { reportServices } from "../../reports/words";
import { plainWord } from "../value-rules";
import { companyOf } from "./companies";
import { countNote, exportedChoice, type ImportContext, type LineReader } from "./kind";
import { riderOfContact } from "./riders";
import { mobilityWords, readClass } from "./vehicles";

const serviceWords: Record<ServiceType, string> = {
  point_to_point: `${reportServices.point_to_point}|transfer|one way|p2p|dispatch|trip|trajet|transfert|traslado`,
  hourly: `${reportServices.hourly}|as directed|charter|hourly charter|by the hour|mise à disposition|por horas|disposición`,
  airport_pickup: `${reportServices.airport_pickup}|from airport|airport arrival|arrival|airport pick-up|arrivée aéroport|llegada aeropuerto`,
  airport_dropoff: `${reportServices.airport_dropoff}|to airport|airport departure|departure|airport dropoff|airport transfer|départ aéroport|salida aeropuerto`,
  home_care: `${reportServices.home_care}|nemt|medical|non-emergency medical`,
  roadside_assistance: `${reportServices.roadside_assistance}|roadside|depanage|dépannage|asistencia en carretera`,
  interpreter: `${reportServices.interpreter}|translation|interprète|intérprete`,
};
const paymentWords = {
  cash: "Cash|espèces|efectivo|pay in car",
  card: "Card|credit card|debit card|visa|mastercard|amex|american express|stripe|carte|carte bancaire|tarjeta|tarjeta de crédito",
  account:
    "Account|direct bill|direct bill/invoice|invoice|on account|billed|facture|compte|factura|cuenta|corporate",
} as const;

/** The columns that reservations and repeating trips share. */
export type TripParts = Pick<
  StoredTrip,
  | "serviceType"
  | "riderId"
  | "passengerName"
  | "passengerPhone"
  | "passengerEmail"
  | "passengerLanguage"
  | "passengers"
  | "luggage"
  | "mobility"
  | "flightNumber"
  | "hours"
  | "note"
  | "vehicleClassId"
  | "payment"
  | "companyId"
  | "costCentreId"
  | "billingReference"
  | "distanceMeters"
  | "durationSeconds"
> &
  ReturnType<typeof placeColumns>;

/** The assumed duration of a trip whose duration is unknown. */
const DEFAULT_TRIP_SECONDS = 1_800;
/** How much longer roads are than the straight line. */
const DETOUR_FACTOR = 1.3;

/** Reads a trip from a line and notes its faults. */
export function readTripParts(line: LineReader, context: ImportContext): TripParts {
  const { tx, operator } = context;
  const serviceType =
    line.choice("Service", serviceWords) ??
    (line.text("Hours") === "" ? "point_to_point" : "hourly");
  const pickup = readPickupOrDropoff(line, context, "Pickup");
  const dropoff = readPickupOrDropoff(line, context, "Drop-off") ?? pickup;
  if (!pickup) line.fault("Pickup", "This cell is empty");
  const stops = line.list("Stops").map((text) => readStop(text, context));
  const name =
    line.text("Passenger", 160) ||
    [line.text("Passenger first name", 80), line.text("Passenger last name", 80)]
      .filter(Boolean)
      .join(" ");
  if (name === "") line.fault("Passenger", "The passenger’s name is missing");
  const passengerPhone = line.phone("Passenger phone");
  const passengerEmail = line.email("Passenger e-mail");
  const contact = line.contact("Rider") ?? passengerPhone ?? passengerEmail;
  const rider = contact ? riderOfContact(tx, contact) : undefined;
  if (contact && !rider)
    countNote(
      context,
      "with a rider who is not here: the trip keeps the passenger’s name and number",
    );
  const hours = line.figure("Hours", 0.25, 72, false);
  const distanceKm = line.figure("Distance km", 0, 20_000, false);
  const minutes = line.figure("Minutes", 0, 10_000, false);
  const straightMeters = metersBetween(pickup, stops, dropoff);
  const distanceMeters = Math.round(
    distanceKm === null ? straightMeters * DETOUR_FACTOR : distanceKm * 1_000,
  );
  const estimatedSeconds =
    distanceMeters === 0
      ? DEFAULT_TRIP_SECONDS
      : (distanceMeters / 1_000 / operator.estimateSpeedKmh) * 3_600;
  const emptyStop: Stop = { name: "", detail: "", latitude: null, longitude: null };
  return {
    ...placeColumns({ pickup: pickup ?? emptyStop, dropoff: dropoff ?? emptyStop, stops }),
    ...readBilling(line, context),
    serviceType,
    riderId: rider?.id ?? null,
    passengerName: name,
    passengerPhone,
    passengerEmail,
    passengerLanguage: line.language("Passenger language"),
    passengers: line.figure("Passengers", 1, 60) ?? 1,
    luggage: line.figure("Luggage", 0, 60) ?? 0,
    mobility: line.choice("Mobility", mobilityWords) ?? "ambulatory",
    flightNumber: line.text("Flight", 20).toUpperCase().replace(/\s+/g, "") || null,
    hours,
    note: line.text("Note", 2_000),
    vehicleClassId: readClass(line, context, "Vehicle class")?.id ?? "",
    distanceMeters,
    durationSeconds: Math.round(minutes === null ? estimatedSeconds : minutes * 60),
  };
}

function readPickupOrDropoff(
  line: LineReader,
  context: ImportContext,
  end: "Pickup" | "Drop-off",
): Stop | null {
  const detail = line.text(`${end} address`, 300);
  const name = line.text(end, 200) || detail;
  if (name === "") return null;
  const latitude = line.figure(`${end} latitude`, -90, 90, false);
  const longitude = line.figure(`${end} longitude`, -180, 180, false);
  if (latitude !== null && longitude !== null)
    return { name, detail: detail === name ? "" : detail, latitude, longitude };
  return (
    findOwnPlace(name, context) ?? {
      name,
      detail: detail === name ? "" : detail,
      latitude: null,
      longitude: null,
    }
  );
}

/** Finds one of the operator's own places by name. */
function findOwnPlace(name: string, { tx, sharedValues }: ImportContext): Stop | null {
  const placeByName = sharedValues.getOrInsertComputed("places", () => {
    const rows = tx.select().from(places).where(eq(places.active, true)).all();
    return new Map(
      rows.map((row) => [
        plainWord(row.name),
        { name: row.name, detail: row.address, latitude: row.latitude, longitude: row.longitude },
      ]),
    );
    // The cast is safe because only this function writes the value.
  }) as Map<string, Stop>;
  return placeByName.get(plainWord(name)) ?? null;
}

const STOP_PATTERN = /^(.*?)(?: — (.*?))?(?: @(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?))?$/su;

function readStop(text: string, context: ImportContext): Stop {
  const [, name = "", detail = "", latitude, longitude] = STOP_PATTERN.exec(text) ?? [];
  if (latitude !== undefined && longitude !== undefined)
    return { name, detail, latitude: Number(latitude), longitude: Number(longitude) };
  return findOwnPlace(name, context) ?? { name, detail, latitude: null, longitude: null };
}

function writeStop({ name, detail, latitude, longitude }: Stop): string {
  const withoutSeparators = (text: string) => text.replace(/[;|\n]+/g, ",");
  return (
    withoutSeparators(name) +
    (detail ? ` — ${withoutSeparators(detail)}` : "") +
    (latitude === null ? "" : ` @${latitude},${longitude}`)
  );
}

function metersBetween(pickup: Stop | null, stops: readonly Stop[], dropoff: Stop | null): number {
  let sum = 0;
  let previousPoint: { latitude: number; longitude: number } | null = null;
  for (const each of [pickup, ...stops, dropoff]) {
    if (!each || each.latitude === null || each.longitude === null) return 0;
    const point = { latitude: each.latitude, longitude: each.longitude };
    if (previousPoint) sum += greatCircleMeters(previousPoint, point);
    previousPoint = point;
  }
  return sum;
}

function readBilling(line: LineReader, { tx, sharedValues }: ImportContext) {
  const name = line.text("Company", 160);
  // The cast is safe because only this function writes the value.
  const companiesByName = sharedValues.getOrInsertComputed("companies", () => new Map()) as Map<
    string,
    ReturnType<typeof readCompany>
  >;
  const company =
    name === ""
      ? null
      : companiesByName.getOrInsertComputed(name.toLowerCase(), () => readCompany(tx, name));
  if (name !== "" && !company)
    line.fault("Company", `There is no company “${name}”. Import companies first.`);
  const payment = line.choice("Payment", paymentWords) ?? (company ? "account" : "cash");
  if (payment === "account" && name === "")
    line.fault("Company", "The trip is on account but names no company");
  const isOnAccount = payment === "account" && company;
  const centreName = line.text("Cost centre", 80);
  const centre = company?.centres.find(
    (each) => each.name.toLowerCase() === centreName.toLowerCase(),
  );
  if (isOnAccount && centreName !== "" && !centre)
    line.fault("Cost centre", `${name} has no cost centre “${centreName}”`);
  return {
    payment,
    companyId: isOnAccount ? company.id : null,
    costCentreId: isOnAccount ? (centre?.id ?? null) : null,
    billingReference: line.text("Reference", 60),
  };
}

function readCompany(tx: Tx, name: string) {
  const company = companyOf(tx, name);
  return company
    ? { id: company.id, centres: findRows(tx, costCentres, { companyId: company.id }) }
    : null;
}

/** Returns the columns of a trip as the fields of a line. */
export function tripFields(
  { tx, classes }: ImportContext,
  row: Omit<TripParts, "distanceMeters" | "durationSeconds">,
  companyName: (id: string) => string,
  riderContact: string,
): Record<string, string | number> {
  const { pickup, dropoff, stops } = storedTripPlaces(row);
  const pickupOrDropoffFields = (end: string, { name, detail, latitude, longitude }: Stop) => ({
    [end]: name,
    [`${end} address`]: detail,
    [`${end} latitude`]: latitude ?? "",
    [`${end} longitude`]: longitude ?? "",
  });
  return {
    Service: exportedChoice(serviceWords[row.serviceType]),
    ...pickupOrDropoffFields("Pickup", pickup),
    ...pickupOrDropoffFields("Drop-off", dropoff),
    Stops: stops.map(writeStop).join("; "),
    Passenger: row.passengerName,
    "Passenger phone": row.passengerPhone ?? "",
    "Passenger e-mail": row.passengerEmail ?? "",
    "Passenger language": row.passengerLanguage ?? "",
    Rider: riderContact,
    Passengers: row.passengers,
    Luggage: row.luggage,
    Mobility: exportedChoice(mobilityWords[row.mobility as keyof typeof mobilityWords]),
    Flight: row.flightNumber ?? "",
    Hours: row.hours ?? "",
    Note: row.note,
    "Vehicle class": classes.find(({ id }) => id === row.vehicleClassId)?.name ?? "",
    Payment: exportedChoice(paymentWords[row.payment]),
    Company: row.companyId ? companyName(row.companyId) : "",
    "Cost centre": row.costCentreId
      ? (findRow(tx, costCentres, { id: row.costCentreId })?.name ?? "")
      : "",
    Reference: row.billingReference,
  };
}

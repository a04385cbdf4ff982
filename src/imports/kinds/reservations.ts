import { asc, eq, gt } from "drizzle-orm";
import { riders } from "../../../db/schema/accounts";
import { assignments } from "../../../db/schema/dispatch";
import { companies } from "../../../db/schema/companies";
import { drivers, type StoredDriver } from "../../../db/schema/drivers";
import { importRows } from "../../../db/schema/imports";
import { payments } from "../../../db/schema/payments";
import { reservationEvents, reservations, type StoredTrip } from "../../../db/schema/reservations";
import { vehicles } from "../../../db/schema/vehicles";
import { findRow, findRows, insertRow, insertFullRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { fullName } from "../../accounts/name-rules";
import { versionInForce } from "../../fares/queries";
import { nextNumber } from "../../reservations/book-vehicles-actions";
import type { ReservationState } from "../../reservations/contract";
import { eventColumns, stepEvent } from "../../reservations/event-rules";
import { occupiedTime } from "../../reservations/rules";
import { readLocalTime } from "../../settings/local-time";
import { majorAmount } from "../../settings/money-rules";
import { plainWord, readYesNo, yesOrNo } from "../value-rules";
import {
  countNote,
  exportedChoice,
  type ImportContext,
  type Kind,
  type LineReader,
  LineRefusedError,
  RecordInUseError,
} from "./kind";
import { readTripParts, tripFields, type TripParts } from "./trips";
import { plateOf } from "./vehicles";

interface Trip {
  number: string;
  state: ReservationState;
  pickupAt: number;
  pickupLocal: string;
  parts: TripParts;
  driver: StoredDriver | null;
  vehicleId: string | null;
  fareMinor: number;
  currency: string;
  feeMinor: number | null;
  paidMinor: number;
  isInvoiced: boolean;
}

const states: Partial<Record<ReservationState, string>> = {
  quote: "Price requested|quoted|price request|devis|devis demandé|presupuesto|cotización",
  pending: "Pending|new|requested|unconfirmed|created|open|en attente|pendiente",
  confirmed:
    "Confirmed|booked|scheduled|accepted|unassigned|reserved|confirmé|confirmada|confirmado",
  assigned:
    "Assigned|dispatched|driver assigned|offered|en route|on the way|arrived|on location|passenger on board|in progress|started|assigné|asignado|asignada",
  completed:
    "Completed|complete|done|finished|dropped off|passenger dropped off|driven|terminé|effectué|completado|completada|finalizado",
  settled: "Settled|paid|invoiced|closed|réglé|facturé|pagado|pagada|facturado|cerrado",
  cancelled:
    "Cancelled|canceled|late cancel|late cancelled|late canceled|annulé|cancelado|cancelada|anulado|anulada",
  no_show: "No-show|no show|noshow|absent|no presentado",
  rejected: "Rejected|declined|denied|refusé|rechazado|rechazada",
};
const finishedStates: readonly ReservationState[] = [
  "completed",
  "settled",
  "cancelled",
  "no_show",
  "rejected",
];

/** The largest number that an imported trip keeps: the search index has 26 bits for a number. */
const MAX_TRIP_NUMBER = 9_999_999;
const DAY_MS = 86_400_000;
/** The `invoice_id` of a trip that another system has billed. */
const BILLED_ELSEWHERE_INVOICE = "imported";
/** The statement of a trip whose driver was paid elsewhere. */
const PAID_ELSEWHERE_STATEMENT = -1;

/**
 * The import of past and future reservations. A reservation is identified by its number. A file never changes an
 * existing reservation.
 */
export const reservationImportKind: Kind<Trip> = {
  read(line, context) {
    const { now, options, operator } = context;
    const number = line.text("Number", 60);
    const ownTime = line.time("Pickup time");
    const moment = line.dateTime("Pickup date", ownTime === null);
    const time = ownTime ?? moment?.time ?? null;
    if (line.text("Pickup date") === "") line.fault("Pickup date", "This cell is empty");
    else if (moment && time === null) line.fault("Pickup time", "The time of day is missing");
    const pickupLocal = `${moment?.day ?? "2000-01-01"}T${time ?? "12:00"}`;
    const pickupAt = readPickupTime(line, pickupLocal, operator.timeZone);
    const isPast = pickupAt < now;
    const parts = readTripParts(line, context);
    const currency = line.text("Currency", 3).toUpperCase() || operator.currency;
    if (currency !== operator.currency)
      line.fault("Currency", `Your currency is ${operator.currency}, not ${currency}`);
    const fare = line.amount("Fare", operator.currency);
    const fee = line.amount("Fee", operator.currency);
    const paid = line.amount("Paid", operator.currency);
    for (const [field, amount] of [
      ["Fare", fare],
      ["Fee", fee],
      ["Paid", paid],
    ] as const)
      if (amount !== null && amount < 0) line.fault(field, "The amount is below zero");
    const { driver, vehicleId } = readDrivingColumns(line, context, isPast);
    const importedState = line.choice("State", states as Record<ReservationState, string>);
    const initialState = importedState === "quote" && fare ? "pending" : importedState;
    const state = stateOf(initialState, {
      isPast,
      hasDriver: driver !== null && vehicleId !== null,
      pastPaid: options.pastPaid,
      isOnAccount: parts.payment === "account",
    });
    if (pickupAt < now - DAY_MS && !finishedStates.includes(state))
      line.fault(
        "State",
        `The pickup is in the past, but the trip is still “${line.text("State")}”. Say how the trip ended, or leave the line out.`,
      );
    if (!isPast && (state === "completed" || state === "settled" || state === "no_show"))
      line.fault(
        "State",
        `The pickup is in the future, but the trip is already “${line.text("State")}”`,
      );
    const isDriven = state === "completed" || state === "settled";
    if (!finishedStates.includes(state) && state !== "quote" && fare === null)
      line.fault("Fare", "A future trip needs its agreed price");
    if (line.faultCount > 0) return null;
    const fareMinor = fare ?? 0;
    const owedMinor = isDriven ? fareMinor : (fee ?? 0);
    const isOnAccount = parts.payment === "account";
    const countsAsPaid = options.pastPaid && isPast && !isOnAccount && line.text("Paid") === "";
    const invoiced = line.text("Invoiced", 60);
    return {
      number,
      state,
      pickupAt,
      pickupLocal,
      parts,
      driver: state === "assigned" || finishedStates.includes(state) ? driver : null,
      vehicleId: state === "assigned" || finishedStates.includes(state) ? vehicleId : null,
      fareMinor,
      currency,
      feeMinor: isDriven || !finishedStates.includes(state) ? null : fee,
      paidMinor: paid ?? (countsAsPaid ? owedMinor : 0),
      isInvoiced:
        isOnAccount &&
        (invoiced === "" ? isPast && options.pastPaid : readYesNo(invoiced) !== false),
    };
  },
  keys: ({ number }) => (number === "" ? [] : [number]),
  describe: ({ number, pickupLocal, parts, state }) =>
    `${number === "" ? "" : `${number}: `}${pickupLocal.replace("T", " ")}, ${parts.passengerName}, ${parts.pickupName} – ${parts.dropoffName}, ${state.replaceAll("_", " ")}`,
  find: ({ number }, { tx, options }) =>
    number === "" ? null : (tripOf(tx, number, options.numbers === "keep")?.id ?? null),
  sourceNumber: ({ number }) => number || null,
  insert(trip, context) {
    const { tx, now, actor, operator } = context;
    const { parts, state, pickupAt, driver, vehicleId, fareMinor, currency } = trip;
    const id = Bun.randomUUIDv7();
    const importedNumber = importedTripNumber(trip.number, context);
    const isOver = finishedStates.includes(state);
    const bookedAt = Math.min(now, pickupAt);
    const row: Required<typeof reservations.$inferInsert> = {
      ...unimportedColumns,
      ...parts,
      id,
      number: importedNumber ?? nextNumber(tx),
      state,
      isLateCancellation: state === "cancelled" && (trip.feeMinor ?? 0) > 0,
      version: 1,
      source: "phone",
      pickupAt,
      pickupLocal: trip.pickupLocal,
      timeZone: operator.timeZone,
      estimate: true,
      driverId: driver?.id ?? null,
      vehicleId,
      fareMinor,
      currency,
      fareLines:
        fareMinor > 0 || !(isOver || state === "quote")
          ? [{ kind: "agreed_price", params: {}, amountMinor: fareMinor }]
          : [],
      feeScheduleId: scheduleIdInForce(context),
      feeLines: trip.feeMinor ? [{ kind: "agreed", params: {}, amountMinor: trip.feeMinor }] : null,
      cancellationFeeMinor: trip.feeMinor,
      createdAt: bookedAt,
      updatedAt: now,
      invoiceId: trip.isInvoiced && isOver ? BILLED_ELSEWHERE_INVOICE : null,
      billedMinor: trip.isInvoiced && isOver ? (trip.feeMinor ?? fareMinor) : null,
      remindedOfPickupAt: isOver ? pickupAt : null,
      statementVersion: isOver ? PAID_ELSEWHERE_STATEMENT : null,
    };
    insertFullRow(tx, reservations, row);
    insertFullRow(tx, reservationEvents, {
      id: Bun.randomUUIDv7(),
      reservationId: id,
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      fromState: null,
      toState: state,
      reason: "Imported from another system",
      receivedAt: null,
      version: 1,
      ...eventColumns(stepEvent(null, state === "quote" ? state : "pending")),
    });
    if (trip.paidMinor > 0)
      insertRow(tx, payments, {
        id: Bun.randomUUIDv7(),
        reservationId: id,
        kind: "manual",
        method: "other",
        amountMinor: trip.paidMinor,
        currency,
        state: "succeeded",
        paidOn: trip.pickupLocal.slice(0, 10),
        reference: "Imported",
        recordedByKind: actor.kind,
        recordedById: actor.id,
        recordedBy: actor.name,
        createdAt: now,
        concludedAt: now,
      });
    if (state === "assigned" && driver && vehicleId)
      assignInTransaction(tx, row, driver, vehicleId, now);
    return id;
  },
  stateForUndo: ({ $client }, id) =>
    $client
      .query<{ version: number }, [string]>("SELECT version FROM reservations WHERE id = ?")
      .get(id)?.version ?? null,
  remove(tx, id) {
    const events = tx
      .select({ id: reservationEvents.id })
      .from(reservationEvents)
      .where(eq(reservationEvents.reservationId, id))
      .limit(2)
      .all();
    const tripPayments = tx
      .select({ reference: payments.reference })
      .from(payments)
      .where(eq(payments.reservationId, id))
      .all();
    if (events.length > 1 || tripPayments.length > 1) throw new RecordInUseError();
    tx.delete(payments).where(eq(payments.reservationId, id)).run();
    tx.delete(assignments).where(eq(assignments.reservationId, id)).run();
    tx.delete(reservationEvents).where(eq(reservationEvents.reservationId, id)).run();
    tx.delete(reservations).where(eq(reservations.id, id)).run();
  },
  beginUndo({ $client: client }) {
    const setSecureDelete = (secureDelete: 0 | 1) =>
      client.run(
        `INSERT INTO reservation_search (reservation_search, rank) VALUES ('secure-delete', ${secureDelete})`,
      );
    // Secure deletion would search the lists of all words for each row. Merging the index afterwards erases the deleted
    // rows just as well.
    setSecureDelete(0);
    return () => {
      client.run("INSERT INTO reservation_search (reservation_search) VALUES ('optimize')");
      setSecureDelete(1);
    };
  },
  *lines(context) {
    const { tx } = context;
    const companyNames = new Map<string, string>();
    const companyName = (id: string) =>
      companyNames.getOrInsertComputed(id, () => findRow(tx, companies, { id })?.name ?? "");
    const contact = (row: { email: string | null; phone: string | null } | undefined) =>
      row?.email ?? row?.phone ?? "";
    for (const row of allTrips(tx)) {
      yield {
        Number: row.number,
        State: exportedChoice(states[row.state] ?? "Assigned"),
        "Pickup date": row.pickupLocal.slice(0, 10),
        "Pickup time": row.pickupLocal.slice(11, 16),
        ...tripFields(
          context,
          row,
          companyName,
          contact(row.riderId ? findRow(tx, riders, { id: row.riderId }) : undefined),
        ),
        "Distance km": row.distanceMeters / 1_000,
        Minutes: Math.round((row.durationSeconds / 60) * 100) / 100,
        Driver: contact(row.driverId ? findRow(tx, drivers, { id: row.driverId }) : undefined),
        Vehicle: row.vehicleId ? (findRow(tx, vehicles, { id: row.vehicleId })?.plate ?? "") : "",
        Fare: majorAmount(row.fareMinor, row.currency),
        Currency: row.currency,
        Fee:
          row.cancellationFeeMinor === null
            ? ""
            : majorAmount(row.cancellationFeeMinor, row.currency),
        Invoiced: row.companyId === null ? "" : yesOrNo(row.invoiceId !== null),
      };
    }
  },
};

/** The values of the columns of a trip that no file contains. */
const unimportedColumns = {
  extras: [],
  promotionCode: null,
  gratuityPercent: null,
  deadheadMeters: 0,
  landedAt: null,
  minutesAfterLanding: 0,
  waitSeconds: null,
  payLines: null,
  payMinor: null,
  routeGeometry: null,
  details: null,
  returnOfId: null,
  willCall: false,
  erasedAt: null,
  creditedMinor: 0,
  standingOrderId: null,
  occurrenceDay: null,
  arrivedAt: null,
  boardedAt: null,
  endedAt: null,
  earlyStartForPickupAt: null,
  paidMinor: 0,
  waivedMinor: 0,
  orderId: null,
  driverNewsTo: "rider",
  farmOutId: null,
} satisfies Partial<StoredTrip>;

/** Yields all reservations by number, in batches. */
function* allTrips(tx: Tx): Generator<StoredTrip> {
  let after = 0;
  for (;;) {
    const rows = tx
      .select()
      .from(reservations)
      .where(gt(reservations.number, after))
      .orderBy(asc(reservations.number))
      .limit(500)
      .all();
    yield* rows;
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    after = lastRow.number;
  }
}

/** Returns the reservation with a number: its own number, or its number in the system it was imported from. */
export function tripOf(tx: Tx, number: string, matchesOwnNumber = true): StoredTrip | undefined {
  const importedRows = findRows(tx, importRows, { sourceNumber: number });
  for (const { rowId } of importedRows) {
    const row = findRow(tx, reservations, { id: rowId });
    if (row) return row;
  }
  return matchesOwnNumber && isTripNumber(number)
    ? findRow(tx, reservations, { number: Number(number) })
    : undefined;
}

const isTripNumber = (number: string) =>
  /^[1-9]\d{0,6}$/.test(number) && Number(number) <= MAX_TRIP_NUMBER;

/** Returns the file's number if the trip can keep it here, else null. */
function importedTripNumber(number: string, { tx, options }: ImportContext): number | null {
  if (options.numbers === "new" || !isTripNumber(number)) return null;
  return findRow(tx, reservations, { number: Number(number) }) ? null : Number(number);
}

function readPickupTime(line: LineReader, local: string, timeZone: string): number {
  const reading = readLocalTime(local, timeZone);
  if (reading.kind === "ok") return reading.at;
  if (reading.kind === "ambiguous") return reading.earlier;
  if (line.faultCount === 0)
    line.fault(
      "Pickup time",
      reading.kind === "gap"
        ? "The clocks skip this time on that day"
        : `“${local.replace("T", " ")}” is not a time between the years 2000 and 2199`,
    );
  return 0;
}

function stateOf(
  importedState: ReservationState | null,
  trip: { isPast: boolean; hasDriver: boolean; pastPaid: boolean; isOnAccount: boolean },
): ReservationState {
  if ((importedState === "assigned" || importedState === "confirmed") && !trip.isPast)
    return trip.hasDriver ? "assigned" : "confirmed";
  if (importedState === "assigned" && !trip.hasDriver) return "confirmed";
  if (importedState === "completed" && trip.pastPaid && trip.isPast) return "settled";
  if (importedState) return importedState;
  if (trip.isPast) return trip.pastPaid ? "settled" : "completed";
  return trip.hasDriver ? "assigned" : "confirmed";
}

/**
 * Reads the driver and the vehicle. If Livery doesn't have them, a past trip is imported without them, and a future
 * trip has a fault.
 */
function readDrivingColumns(line: LineReader, context: ImportContext, isPast: boolean) {
  const { tx } = context;
  const driverName = line.text("Driver", 160);
  const plate = plateOf(line.text("Vehicle", 40));
  const driver = driverName === "" ? null : findDriver(context, driverName);
  if (driverName !== "" && !driver) {
    if (isPast) countNote(context, "with a past trip whose driver is not here: it names no driver");
    else
      line.fault(
        "Driver",
        `There is no driver “${driverName}”, or there are two. Use the e-mail address or the phone number.`,
      );
  }
  const vehicle = plate === "" ? null : findRow(tx, vehicles, { plate });
  if (plate !== "" && !vehicle) {
    if (isPast)
      countNote(context, "with a past trip whose vehicle is not here: it names no vehicle");
    else line.fault("Vehicle", `There is no vehicle with the plate ${plate}`);
  }
  return { driver, vehicleId: vehicle?.id ?? (plate === "" ? (driver?.vehicleId ?? null) : null) };
}

function findDriver({ tx, sharedValues }: ImportContext, driverName: string): StoredDriver | null {
  const driverByKey = sharedValues.getOrInsertComputed("drivers", () => {
    const driverByName = new Map<string, StoredDriver | null>();
    for (const row of tx.select().from(drivers).all())
      for (const key of [
        row.email,
        row.phone,
        plainWord(fullName(row)),
        plainWord(`${row.lastName} ${row.firstName}`),
      ])
        if (key)
          driverByName.set(
            key,
            driverByName.has(key) && driverByName.get(key)?.id !== row.id ? null : row,
          );
    return driverByName;
    // The cast is safe because only this function writes the value.
  }) as Map<string, StoredDriver | null>;
  return (
    driverByKey.get(driverName.toLowerCase()) ??
    driverByKey.get(driverName.replace(/[\s()-]/g, "")) ??
    driverByKey.get(plainWord(driverName)) ??
    null
  );
}

function scheduleIdInForce({ tx, now, sharedValues }: ImportContext): string {
  // The cast is safe because only this function writes the value.
  return sharedValues.getOrInsertComputed(
    "list",
    () => versionInForce(tx, now)?.id ?? "",
  ) as string;
}

function assignInTransaction(
  tx: Tx,
  trip: Parameters<typeof occupiedTime>[0] & { id: string; hours: number | null },
  driver: StoredDriver,
  vehicleId: string,
  now: number,
): void {
  try {
    insertRow(tx, assignments, {
      id: Bun.randomUUIDv7(),
      reservationId: trip.id,
      driverId: driver.id,
      vehicleId,
      ...occupiedTime(trip),
      active: true,
      createdAt: now,
    });
  } catch (error) {
    const text = [error, error instanceof Error ? error.cause : null].map(String).join(" ");
    const name = fullName(driver);
    if (text.includes("overlap.driver"))
      throw new LineRefusedError("Driver", `${name} has another trip at that time`);
    if (text.includes("overlap.vehicle"))
      throw new LineRefusedError("Vehicle", "The vehicle has another trip at that time");
    if (text.includes("outage.vehicle"))
      throw new LineRefusedError("Vehicle", "The vehicle is out of service at that time");
    throw error;
  }
}

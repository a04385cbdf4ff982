/** Closes weeks and writes their statements, which then never change. */
import type { Translator } from "../settings/translation/translator-rules";
import { fullName } from "../accounts/name-rules";
import { max } from "drizzle-orm";
import { drivers } from "../../db/schema/drivers";
import {
  driverEntries,
  driverStatementLines,
  driverStatements,
  type StoredDriverEntry,
} from "../../db/schema/payouts";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../deps";
import { formatMoney } from "../settings/money-rules";
import { notifyDriver } from "../notifications/outbox";
import { operatorDocumentFacts } from "../settings/operator-queries";
import { publicSettings } from "../settings/queries";
import type { StatementParties } from "./contract";
import {
  isOnStatement,
  lastStatements,
  openEntries,
  type TripWithoutStatement,
  openTrips,
} from "./open-balance-queries";
import { mondayAt, accountSums, statementWeekOf, weekStartsAt } from "./rules";
import { insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";

/** Weeks are closed automatically this long after their end, when overnight trips have ended. */
const CLOSE_DELAY_MS = 12 * 3_600_000;
type StatementBatch = { trips: TripWithoutStatement[]; entries: StoredDriverEntry[] };

/**
 * Closes every week that ended at least half a day ago. Returns the number of statements. A failure is logged and tried
 * again the next time.
 */
export async function closeDueWeeks(deps: Deps): Promise<number> {
  const { statementCount } = await closeWeeksUntil(deps, SYSTEM_ACTOR, deps.now() - CLOSE_DELAY_MS);
  return statementCount;
}

/** Closes every ended week of all drivers. Returns the number of statements. Rejects at the end if a driver's failed. */
export async function closeWeeks(deps: Deps, actor: Actor): Promise<number> {
  const { statementCount, errors } = await closeWeeksUntil(deps, actor, deps.now());
  if (errors.length > 0) throw errors[0];
  return statementCount;
}

/** Closes every ended week of one driver. Returns the number of statements. Throws 404 for an unknown driver. */
export async function closeWeeksOf(deps: Deps, actor: Actor, driverId: string): Promise<number> {
  return deps.write((tx) => closeWeeksInTransaction(deps, tx, actor, driverId, deps.now()));
}

async function closeWeeksUntil(
  deps: Deps,
  actor: Actor,
  at: number,
): Promise<{ statementCount: number; errors: unknown[] }> {
  const all = deps.db.select({ id: drivers.id }).from(drivers).all();
  let statementCount = 0;
  const errors: unknown[] = [];
  // Each driver has a separate transaction, so that bookings don't wait for all of them.
  for (const { id } of all)
    try {
      statementCount += await deps.write((tx) => closeWeeksInTransaction(deps, tx, actor, id, at));
    } catch (error) {
      errors.push(error);
      deps.log.error("The weeks of driver {id} could not be closed: {reason}", {
        id,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  return { statementCount, errors };
}

/**
 * Closes a driver's weeks that had ended at an instant, inside the caller's transaction, with a statement for each week
 * and currency with entries. Notifies the driver unless `quiet`. Throws 404 for an unknown driver.
 */
export function closeWeeksInTransaction(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  driverId: string,
  at: number,
  quiet = false,
): number {
  const driver = requireRow(tx, drivers, { id: driverId });
  const { timeZone } = publicSettings(deps);
  const until = weekStartsAt(mondayAt(at, timeZone), timeZone);
  const trips = openTrips({ db: tx, config: deps.config }, driverId, until);
  const lastStatementByCurrency = lastStatements(tx, driverId);
  const batches = new Map<string, StatementBatch>();
  const batchOf = (currency: string, happenedAt: number): StatementBatch => {
    const monday = statementWeekOf(
      happenedAt,
      timeZone,
      lastStatementByCurrency.get(currency)?.monday ?? null,
    );
    const key = `${monday} ${currency}`;
    const batch = batches.get(key) ?? { trips: [], entries: [] };
    batches.set(key, batch);
    return batch;
  };
  for (const trip of trips) {
    // A trip that is too late for its week waits for the current one if every past week is closed.
    if (isOnStatement(trip)) batchOf(trip.currency, trip.pickupAt).trips.push(trip);
    else markOnStatement(tx, trip);
  }
  for (const entry of openEntries(tx, driverId, until))
    batchOf(entry.currency, entry.recordedAt).entries.push(entry);
  const closableBatches = [...batches]
    .map(([key, batch]) => ({ monday: key.slice(0, 10), currency: key.slice(11), ...batch }))
    .filter(({ monday }) => weekStartsAt(monday, timeZone) < until)
    .sort((a, b) => (a.monday < b.monday ? -1 : a.monday > b.monday ? 1 : 0));
  const name = fullName(driver);
  for (const batch of closableBatches) {
    const openingMinor = lastStatements(tx, driverId).get(batch.currency)?.closingMinor ?? 0;
    writeStatement(deps, tx, actor, { ...batch, driverId, name, timeZone, openingMinor, quiet });
  }
  return closableBatches.length;
}

function writeStatement(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  week: StatementBatch & {
    driverId: string;
    name: string;
    monday: string;
    currency: string;
    timeZone: string;
    openingMinor: number;
    quiet: boolean;
  },
): void {
  const { trips, entries, openingMinor, name, quiet, ...kept } = week;
  const sums = accountSums(openingMinor, trips, entries);
  const id = Bun.randomUUIDv7();
  // The numbers have no gaps, because there is one writer at a time and statements are never removed.
  const [highestNumber] = tx
    .select({ number: max(driverStatements.number) })
    .from(driverStatements)
    .all();
  const number = (highestNumber?.number ?? 0) + 1;
  insertRow(tx, driverStatements, {
    ...kept,
    ...sums,
    id,
    number,
    parties: partiesOf(deps, name),
    closedAt: deps.now(),
    closedBy: actor.name,
  });
  for (const [position, trip] of trips.entries()) {
    insertRow(tx, driverStatementLines, {
      id: Bun.randomUUIDv7(),
      statementId: id,
      position,
      kind: trip.kind,
      reservationId: trip.id,
      reservationNumber: trip.number,
      pickupLocal: trip.pickupLocal,
      ended: trip.ended,
      payment: trip.payment,
      terminal: trip.terminal,
      chargedMinor: trip.chargedMinor,
      payMinor: trip.payMinor,
      heldMinor: trip.heldMinor,
      payLines: trip.payLines,
    });
    markOnStatement(tx, trip);
  }
  for (const entry of entries) updateRow(tx, driverEntries, entry.id, { statementId: id });
  appendAudit(tx, deps, {
    actor,
    action: "payout.week_closed",
    subject: { kind: "statement", id },
    summary: `Closed a driver's week: statement ${number}`,
    detail: { week: kept.monday, currency: kept.currency, closingMinor: sums.closingMinor },
  });
  if (!quiet) notifyOfStatement(deps, tx, { ...kept, id, number, closingMinor: sums.closingMinor });
}

function markOnStatement(tx: Tx, trip: TripWithoutStatement): void {
  updateRow(tx, reservations, trip.id, { statementVersion: trip.version });
}

function notifyOfStatement(
  deps: Deps,
  tx: Tx,
  statement: {
    id: string;
    driverId: string;
    number: number;
    currency: string;
    closingMinor: number;
  },
): void {
  const { closingMinor, currency } = statement;
  const { brand } = publicSettings(deps);
  const amountText = ({ language }: Translator) =>
    formatMoney(Math.abs(closingMinor), currency, language);
  notifyDriver(tx, deps, statement.driverId, (t) => ({
    title: t("Statement {number} is ready", { number: statement.number }),
    body:
      closingMinor === 0
        ? t("Nothing is owed.")
        : closingMinor > 0
          ? t("{brand} pays you {amount}.", { brand, amount: amountText(t) })
          : t("Please hand in {amount}.", { amount: amountText(t) }),
    href: `/driver/dashboard/statements/${statement.id}`,
  }));
}

function partiesOf(deps: Deps, name: string): StatementParties {
  const { brand, phone, email } = publicSettings(deps);
  return {
    from: {
      name: brand,
      address: operatorDocumentFacts(deps).address,
      contact: [phone, email].filter(Boolean).join("  ·  "),
    },
    driver: { name },
  };
}

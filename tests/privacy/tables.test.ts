/** Every table, and every column of a trip, has a rule for the rider's data in it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { reservations } from "../../db/schema/reservations";
import { erasedTripColumns } from "../../src/privacy/erase-actions";
import { tableWords } from "../../src/privacy/data-copy-page";
import { privacyTreatments } from "../../src/privacy/tables";
import { createTestServer } from "../support/server";

const folder = join(import.meta.dir, "../../db/schema");

async function schemaTables(): Promise<SQLiteTable[]> {
  const found: SQLiteTable[] = [];
  for (const file of readdirSync(folder))
    for (const value of Object.values(await import(join(folder, file)))) {
      if (is(value, SQLiteTable)) found.push(value);
    }
  return found;
}

/** Whether a table has a rider's data: by a foreign key, or by the name of a column. */
function hasRiderColumn(table: SQLiteTable): boolean {
  const isForeignKey = getTableConfig(table).foreignKeys.some(
    (key) => getTableName(key.reference().foreignTable) === "riders",
  );
  const byName = ["riderId", "accountId", "ownerId", "identifier", "recipient", "passengerName"];
  return isForeignKey || Object.keys(getTableColumns(table)).some((name) => byName.includes(name));
}

test("every table defines its part of the copy and its erasure", async () => {
  const known = privacyTreatments.map(({ table }) => getTableName(table));
  const all = (await schemaTables()).map(getTableName);
  expect(all.length).toBeGreaterThan(35);
  expect(all.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.length).toBe(new Set(known).size);
});

test("the page of the copy describes every file in it", () => {
  const copied = privacyTreatments
    .filter(({ copy }) => typeof copy !== "string")
    .map(({ table }) => getTableName(table));
  expect(Object.keys(tableWords).toSorted()).toEqual(copied.toSorted());
});

test("every table that names a rider is in the copy, except one whose rows last ten minutes", () => {
  const left = privacyTreatments
    .filter(({ table, copy }) => hasRiderColumn(table) && typeof copy === "string")
    .map(({ table }) => getTableName(table));
  expect(left).toEqual(["provider_attempts"]);
  const kept = privacyTreatments
    .filter(({ table, erasure }) => hasRiderColumn(table) && typeof erasure !== "string")
    .map(({ table }) => getTableName(table));
  expect(kept).toEqual(["privacy_acts"]);
  for (const { copy, erasure } of privacyTreatments) {
    if (typeof copy === "string") expect(copy.length).toBeGreaterThan(20);
    if (typeof erasure !== "string") expect(erasure.kept.length).toBeGreaterThan(20);
  }
});

/** Columns of copied tables that are secret, encoded, about somebody else or meaningless to the rider. */
const COLUMNS_NOT_COPIED: Record<string, string> = {
  rider_blocks: "byName",
  rider_merges: "byName",
  sessions: "tokenHash lockedAt failedUnlocks",
  calendar_feeds: "tokenHash",
  devices: "tokenHash",
  codes: "browserHash codeHash linkHash",
  code_sends: "address",
  saved_cards: "isLive state setupRef customerRef methodRef",
  outbox: "body lastError reservationId",
  notifications: "reservationId isWelcome",
  push_subscriptions: "endpointHash sealed",
  reservations:
    "version driverId vehicleId feeScheduleId payLines payMinor billedMinor creditedMinor statementVersion earlyStartForPickupAt farmOutId",
  standing_orders: "version feeScheduleId",
  reservation_events: "actorId actorName",
  idempotency_keys: "key bodyHash",
  payments:
    "invoiceId provider providerRef feeMinor heldByDriverId reason idempotencyKey recordedByKind recordedById recordedBy",
  expenses:
    "driverId claimedMinor photoFileId state chargesCustomer paysDriver reason createdAt addedBy decidedBy",
  trip_ratings: "driverId seenAt seenBy",
  tracking_links: "tokenHash",
  trip_quotes: "tokenHash createdById createdBy",
  trip_quote_questions: "senderName",
  trip_messages: "senderId senderName driverId sendKey",
  trip_threads:
    "driverReadId dispatchReadId driverUnread dispatchUnread driverNotifyAt driverNotifiedAt",
  no_shows: "driverId latitude longitude accuracyMeters photoFileId",
  lost_reports: "version vehicleId driverId",
  found_items: "version vehicleId driverId finderName",
  property_events: "actorId actorName",
  contact_messages: "version assigneeId readAt",
  contact_entries: "id messageId adminId byName body mailId",
};

test("every column of a copied table is in the copy or on the list of omitted columns", () => {
  for (const { table, copy, shows = "" } of privacyTreatments) {
    if (typeof copy === "string") continue;
    const name = getTableName(table);
    const left = COLUMNS_NOT_COPIED[name]?.split(" ") ?? [];
    const all = Object.keys(getTableColumns(table));
    const columns = [...shows.split(/\s+/), ...left];
    expect([name, all.filter((column) => !columns.includes(column))]).toEqual([name, []]);
    expect([name, left.filter((column) => !all.includes(column))]).toEqual([name, []]);
  }
});

test("the database has no table that the schema does not define", async () => {
  const server = await createTestServer();
  const known = (await schemaTables()).map(getTableName);
  const found = server.deps.db.$client
    .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !known.includes(name) && !name.startsWith("sqlite_"));
  server.close();
  const own = found.filter(
    // Tables for full text and boxes, with the tables that SQLite keeps behind them.
    (name) =>
      !/^((reservation|rider|audit|desk)_search|places?_search|places?_box|zones_box)(_\w+)?$/.test(
        name,
      ),
  );
  expect(own).toEqual(["schema_migrations"]);
});

/** The columns that remain as the record of an agreed trip. A new column must be listed here or be erased. */
const KEPT_TRIP_COLUMNS = [
  "remindedOfPickupAt",
  "id",
  "number",
  "state",
  "isLateCancellation",
  "version",
  "serviceType",
  "source",
  "passengers",
  "luggage",
  "hours",
  "pickupAt",
  "pickupLocal",
  "timeZone",
  "distanceMeters",
  "durationSeconds",
  "estimate",
  "vehicleClassId",
  "driverId",
  "vehicleId",
  "fareMinor",
  "currency",
  "fareLines",
  "feeScheduleId",
  "extras",
  "gratuityPercent",
  "payment",
  "companyId",
  "costCentreId",
  "invoiceId",
  "billedMinor",
  "creditedMinor",
  "statementVersion",
  "deadheadMeters",
  "landedAt",
  "minutesAfterLanding",
  "waitSeconds",
  "paidMinor",
  "waivedMinor",
  "arrivedAt",
  "boardedAt",
  "endedAt",
  "earlyStartForPickupAt",
  "payLines",
  "payMinor",
  "feeLines",
  "cancellationFeeMinor",
  "createdAt",
  "updatedAt",
  "returnOfId",
  "orderId",
  "willCall",
  "erasedAt",
  "farmOutId",
];

test("every column of a trip is either kept or erased with its rider", () => {
  const all = Object.keys(getTableColumns(reservations));
  expect([...KEPT_TRIP_COLUMNS, ...erasedTripColumns].sort()).toEqual(all.sort());
});

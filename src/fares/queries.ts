import { asc, desc, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/open";
import { affiliates } from "../../db/schema/affiliates";
import { companies } from "../../db/schema/companies";
import { feeDraft, feeSchedules, type StoredFeeSchedule } from "../../db/schema/fares";
import { places } from "../../db/schema/places";
import { vehicleClasses } from "../../db/schema/vehicles";
import { zones } from "../../db/schema/zones";
import { fromCursor, toCursor } from "../formats/cursors";
import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { FeeSchedule, type PriceListContext } from "./contract";
import type {
  FeeDraftAnswer,
  FeeScheduleAnswer,
  FeeScheduleList,
  FeeScheduleVersion,
  FeeVersionsQuery,
} from "./fee-contract";
import { emptyList } from "./first/first-price-list-rules";
import { reviewSchedule } from "./review-rules";
import { findRow } from "../../db/rows";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

/** A version as trips are priced by it. */
export type PricedVersion = { id: string; number: number; schedule: FeeSchedule };

type VersionStart = { id: string; number: number; startsAt: number };

/**
 * The cached versions of a database: when each published one begins, the latest first, and the prices of those that
 * were read, parsed and (by the rules) compiled once; null for a missing one.
 */
type PriceListCache = {
  versionStarts: VersionStart[];
  versions: Map<string, PricedVersion | null>;
};

const cacheByDatabase = new WeakMap<Db, PriceListCache>();
/** Versions whose prices are kept; a quote needs one or two. */
const MAX_CACHED_LISTS = 50;

function cacheOf(db: Db): PriceListCache {
  let priceListCache = cacheByDatabase.get(db);
  if (!priceListCache) {
    const versionStarts = db
      .select({
        id: feeSchedules.id,
        number: feeSchedules.number,
        startsAt: feeSchedules.startsAt,
      })
      .from(feeSchedules)
      .where(isNull(feeSchedules.withdrawnAt))
      .orderBy(desc(feeSchedules.startsAt), desc(feeSchedules.number))
      .all();
    priceListCache = { versionStarts: versionStarts, versions: new Map() };
    cacheByDatabase.set(db, priceListCache);
  }
  return priceListCache;
}

/** Forgets what is kept of the versions: after each write to them. */
export function clearVersionCache(db: Db): void {
  cacheByDatabase.delete(db);
}

/** The version in force at a moment (ms UTC), or null when none has started. */
export function versionInForce(db: Db, at: number): PricedVersion | null {
  const start = cacheOf(db).versionStarts.find(({ startsAt }) => startsAt <= at);
  return start ? versionById(db, start.id) : null;
}

/** The version that starts last, in force or not yet; null where none was published. */
export function lastVersion(db: Db): PricedVersion | null {
  const [start] = cacheOf(db).versionStarts;
  return start ? versionById(db, start.id) : null;
}

/** A version by its id, whether in force or not; null when there is none. */
export function versionById(db: Db, id: string): PricedVersion | null {
  const { versions } = cacheOf(db);
  const cachedVersion = versions.get(id);
  if (cachedVersion !== undefined) return cachedVersion;
  const row = findRow(db, feeSchedules, { id });
  const version = row && { id, number: row.number, schedule: FeeSchedule.parse(row.schedule) };
  if (versions.size >= MAX_CACHED_LISTS) versions.clear();
  versions.set(id, version ?? null);
  return version ?? null;
}

/** The version a trip was agreed under, or for one that names none the one of its pickup time. */
export function versionOfTrip(
  db: Db,
  trip: { feeScheduleId: string; pickupAt: number },
): PricedVersion | null {
  return versionById(db, trip.feeScheduleId) ?? versionInForce(db, trip.pickupAt);
}

/** What a schedule is reviewed against. */
export function readPriceListContext(deps: Pick<Deps, "db">): PriceListContext {
  const operator = readOperator(deps as Deps);
  return {
    currency: operator.currency,
    distanceUnit: operator.distanceUnit,
    vehicleClasses: deps.db
      .select({
        id: vehicleClasses.id,
        name: vehicleClasses.name,
        active: vehicleClasses.active,
      })
      .from(vehicleClasses)
      .orderBy(asc(vehicleClasses.position))
      .all(),
    zones: deps.db
      .select({ id: zones.id, name: zones.name, active: zones.active })
      .from(zones)
      .orderBy(asc(zones.name))
      .all(),
    places: deps.db
      .select({ id: places.id, name: places.name, active: places.active })
      .from(places)
      .orderBy(asc(places.name))
      .all(),
    companies: [
      ...deps.db
        .select({ id: companies.id, name: companies.name, state: companies.state })
        .from(companies)
        .orderBy(asc(companies.name))
        .all()
        .map(({ id, name, state }) => ({ id, name, active: state === "active" })),
      // Priced as companies are: what their trips cost the operator.
      ...deps.db
        .select({ id: affiliates.id, name: affiliates.name, active: affiliates.active })
        .from(affiliates)
        .orderBy(asc(affiliates.name))
        .all()
        .map((each) => ({ ...each, name: `${each.name} (affiliate)` })),
    ],
  };
}

const Cursor = z.tuple([z.number()]);

/** The versions, newest first. */
export function listVersions(
  deps: Deps,
  query: z.output<typeof FeeVersionsQuery>,
): FeeScheduleList {
  const [before] = fromCursor(query.cursor, Cursor) ?? [Number.MAX_SAFE_INTEGER];
  // A page of whole price lists would be read for nothing.
  const numbers = deps.db.$client
    .query<{ id: string; number: number }, [number, number]>(
      "SELECT id, number FROM fee_schedules WHERE number < ? ORDER BY number DESC LIMIT ?",
    )
    .all(before, query.limit + 1);
  const shownNumbers = numbers.slice(0, query.limit);
  const rows = deps.db
    .select()
    .from(feeSchedules)
    .where(
      inArray(
        feeSchedules.id,
        shownNumbers.map(({ id }) => id),
      ),
    )
    .orderBy(desc(feeSchedules.number))
    .all();
  const lastShownNumber = numbers.length > query.limit ? shownNumbers.at(-1) : undefined;
  return {
    versions: rows.map((row) => toVersion(deps, row)),
    nextCursor: lastShownNumber ? toCursor([lastShownNumber.number]) : null,
  };
}

/** One version with its prices; 404 when there is none. */
export function readVersion(deps: Deps, id: string): FeeScheduleAnswer {
  const row = requireRow(deps.db, feeSchedules, { id });
  return { version: toVersion(deps, row), schedule: FeeSchedule.parse(row.schedule) };
}

function toVersion(deps: Deps, row: StoredFeeSchedule): FeeScheduleVersion {
  const now = deps.now();
  const { versionStarts } = cacheOf(deps.db);
  const standing =
    row.withdrawnAt !== null
      ? "withdrawn"
      : row.startsAt > now
        ? "coming"
        : versionStarts.find(({ startsAt }) => startsAt <= now)?.id === row.id
          ? "in_force"
          : "past";
  return {
    id: row.id,
    number: row.number,
    startsAt: iso(row.startsAt),
    startsOn: dayOf(row.startsAt, readOperator(deps).timeZone),
    publishedAt: iso(row.publishedAt),
    publishedBy: row.publishedByName,
    reason: row.reason,
    standing,
    withdrawal:
      row.withdrawnAt === null
        ? null
        : {
            at: iso(row.withdrawnAt),
            by: row.withdrawnByName ?? "",
            reason: row.withdrawalReason ?? "",
          },
  };
}

/** The current draft; without one of its own it is the version in force, or a list without prices. */
export function readDraft(deps: Deps): FeeDraftAnswer {
  const row = findRow(deps.db, feeDraft, { id: 1 });
  const inForce = versionInForce(deps.db, deps.now());
  const draftSchedule = row?.schedule ? FeeSchedule.parse(row.schedule) : null;
  const base = (draftSchedule && row?.basedOnId && versionById(deps.db, row.basedOnId)) || inForce;
  const world = readPriceListContext(deps);
  const before = base?.schedule ?? emptyList(world);
  const schedule = draftSchedule ?? before;
  return {
    schedule,
    version: row?.version ?? 0,
    basedOn: base && { id: base.id, number: base.number },
    changed: !isSame(schedule, before),
    updatedAt: draftSchedule && row ? iso(row.updatedAt) : null,
    updatedBy: draftSchedule && row ? row.updatedByName : null,
    faults: reviewSchedule(schedule, world),
    world,
  };
}

/** Whether two schedules say the same. Both come from their contract, which orders their keys. */
function isSame(a: FeeSchedule, b: FeeSchedule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A day (`2026-12-01`) on the clocks of a zone. */
export function dayOf(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

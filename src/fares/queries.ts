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

/** A version of the price list, in the form that prices trips. */
export type PricedVersion = { id: string; number: number; schedule: FeeSchedule };

type VersionStart = { id: string; number: number; startsAt: number };

/**
 * The cached versions of a database: the start of each published one, latest first, and the prices of those that were
 * read, parsed and (by the rules) compiled. Null for a version that does not exist.
 */
type PriceListCache = {
  versionStarts: VersionStart[];
  versions: Map<string, PricedVersion | null>;
};

const cacheByDatabase = new WeakMap<Db, PriceListCache>();
/** How many versions' prices are cached. A quote needs one or two. */
const MAX_CACHED_VERSIONS = 50;

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

/** Clears the cache of versions. Must be called after each write to them. */
export function clearVersionCache(db: Db): void {
  cacheByDatabase.delete(db);
}

/** Returns the version in force at a time (ms UTC), or null if none has started. */
export function versionInForce(db: Db, at: number): PricedVersion | null {
  const start = cacheOf(db).versionStarts.find(({ startsAt }) => startsAt <= at);
  return start ? versionById(db, start.id) : null;
}

/** Returns the version that starts last, in force or not yet. Null if none was published. */
export function lastVersion(db: Db): PricedVersion | null {
  const [start] = cacheOf(db).versionStarts;
  return start ? versionById(db, start.id) : null;
}

/** Returns a version by its id, whether in force or not. Null if it does not exist. */
export function versionById(db: Db, id: string): PricedVersion | null {
  const { versions } = cacheOf(db);
  const cachedVersion = versions.get(id);
  if (cachedVersion !== undefined) return cachedVersion;
  const row = findRow(db, feeSchedules, { id });
  const version = row && { id, number: row.number, schedule: FeeSchedule.parse(row.schedule) };
  if (versions.size >= MAX_CACHED_VERSIONS) versions.clear();
  versions.set(id, version ?? null);
  return version ?? null;
}

/** Returns the version under which a trip was agreed. A trip without one gets the version at its pickup time. */
export function versionOfTrip(
  db: Db,
  trip: { feeScheduleId: string; pickupAt: number },
): PricedVersion | null {
  return versionById(db, trip.feeScheduleId) ?? versionInForce(db, trip.pickupAt);
}

/** Returns what a schedule is checked against. */
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
      // Affiliates have rates like companies do: the prices that the operator pays for their trips.
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

/** Lists the versions, newest first. */
export function listVersions(
  deps: Deps,
  query: z.output<typeof FeeVersionsQuery>,
): FeeScheduleList {
  const [before] = fromCursor(query.cursor, Cursor) ?? [Number.MAX_SAFE_INTEGER];
  // Reads only ids and numbers first, because whole price lists are large.
  const versionRefs = deps.db.$client
    .query<{ id: string; number: number }, [number, number]>(
      "SELECT id, number FROM fee_schedules WHERE number < ? ORDER BY number DESC LIMIT ?",
    )
    .all(before, query.limit + 1);
  const shownVersions = versionRefs.slice(0, query.limit);
  const rows = deps.db
    .select()
    .from(feeSchedules)
    .where(
      inArray(
        feeSchedules.id,
        shownVersions.map(({ id }) => id),
      ),
    )
    .orderBy(desc(feeSchedules.number))
    .all();
  const lastShownVersion = versionRefs.length > query.limit ? shownVersions.at(-1) : undefined;
  return {
    versions: rows.map((row) => toVersion(deps, row)),
    nextCursor: lastShownVersion ? toCursor([lastShownVersion.number]) : null,
  };
}

/** Returns one version with its prices. 404 if it does not exist. */
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

/** Returns the current draft. Without one, it is the version in force, or an empty list. */
export function readDraft(deps: Deps): FeeDraftAnswer {
  const row = findRow(deps.db, feeDraft, { id: 1 });
  const inForce = versionInForce(deps.db, deps.now());
  const draftSchedule = row?.schedule ? FeeSchedule.parse(row.schedule) : null;
  const base = (draftSchedule && row?.basedOnId && versionById(deps.db, row.basedOnId)) || inForce;
  const context = readPriceListContext(deps);
  const baseSchedule = base?.schedule ?? emptyList(context);
  const schedule = draftSchedule ?? baseSchedule;
  return {
    schedule,
    version: row?.version ?? 0,
    basedOn: base && { id: base.id, number: base.number },
    changed: !isSame(schedule, baseSchedule),
    updatedAt: draftSchedule && row ? iso(row.updatedAt) : null,
    updatedBy: draftSchedule && row ? row.updatedByName : null,
    faults: reviewSchedule(schedule, context),
    world: context,
  };
}

/** Whether two schedules are equal. Both were parsed by their contract, which orders their keys. */
function isSame(a: FeeSchedule, b: FeeSchedule): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns the day (`2026-12-01`) of an instant in a time zone. */
export function dayOf(at: number, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Reads calendar links and the trips that they show. */
import { desc, eq, sql } from "drizzle-orm";
import { findRow } from "../../db/rows";
import { prepared } from "../../db/prepared";
import { calendarFeeds, type StoredCalendarFeed } from "../../db/schema/calendars";
import { admins, riders } from "../../db/schema/accounts";
import { companies } from "../../db/schema/companies";
import { drivers } from "../../db/schema/drivers";
import { vehicles } from "../../db/schema/vehicles";
import type { Db } from "../../db/open";
import { fullName } from "../accounts/name-rules";
import { may } from "../accounts/permission-rules";
import { findAdmin } from "../accounts/staff/staff-queries";
import { requireManager } from "../companies/queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { iso } from "../formats/instants";
import { driverLanguage, languageOf } from "../notifications/choices/choice-queries";
import { wordsIn } from "../notifications/words/words";
import { hashToken, type Keys } from "../process/keys";
import type { ReservationState } from "../reservations/contract";
import { isStateWithDriver } from "../reservations/list/row-queries";
import { type CalendarEntry, calendarFeed } from "../reservations/papers/calendar-rules";
import { withoutAutoLinks } from "../reservations/passenger-rules";
import type { Stop } from "../reservations/quotes/quote-contract";
import { type PickupDropoffColumns, pickupAndDropoffOf } from "../reservations/stored-trip";
import type { Language } from "../settings/languages/languages-contract";
import { momentText } from "../settings/local-time";
import { readOperator, resolveLanguage } from "../settings/queries";
import type { CalendarLink, CalendarLinks } from "./contract";

/** The owner of a link, and the trips that it shows. */
export type FeedOwner = Pick<StoredCalendarFeed, "audience" | "accountId" | "kind" | "subjectId">;

/**
 * Returns the 128-bit token of a link, an HMAC of its id, so that it can be shown again to set up another device. A
 * copy of the database alone opens no calendar, because the key is outside it.
 */
export function tokenOf(keys: Keys, feedId: string): string {
  return keys.linkToken("calendar", feedId);
}

/** Returns the link in force. A link that was made with another key file does not work. */
export function findFeed(deps: Deps, db: Db, owner: FeedOwner): StoredCalendarFeed | null {
  const feed = findRow(db, calendarFeeds, { ...owner });
  return feed && hashToken(tokenOf(deps.keys, feed.id)) === feed.tokenHash ? feed : null;
}

/** Returns the address of a link. */
export function toLink(deps: Deps, feed: Pick<StoredCalendarFeed, "id"> | null): CalendarLink {
  const token = feed && tokenOf(deps.keys, feed.id);
  return { url: token && `${deps.config.publicUrl}/backend/calendars/${token}.ics` };
}

/** Returns a person's link. Throws 404 if they may not see these trips. */
export function readCalendarLink(deps: Deps, owner: FeedOwner): CalendarLink {
  requireFeedAccess(deps.db, owner);
  return toLink(deps, findFeed(deps, deps.db, owner));
}

/**
 * Returns the name of the driver, vehicle or company whose trips a link shows; empty for the office. Throws 404 unless
 * the owner of the link may see these trips now.
 */
export function requireFeedAccess(
  db: Db,
  { audience, accountId, kind, subjectId }: FeedOwner,
): string {
  if (audience === "admin") {
    const admin = findAdmin(db, accountId);
    if (!admin || admin.deactivatedAt !== null || !may(admin.role, "dispatch.view"))
      throw notFoundError();
    if (admin.totpSecret === null && readOperator({ db }).secondFactorRequired)
      throw notFoundError();
  }
  if (audience === "rider") requireManager(db, subjectId, accountId);
  if (
    kind === "driver" &&
    (accountId !== subjectId || findRow(db, drivers, { id: subjectId })?.state !== "active")
  )
    throw notFoundError();
  return subjectOf(db, { kind, subjectId }) ?? throwNotFound();
}

/** Returns the name of the driver, vehicle or company of a link: empty for the office; undefined if it is deleted. */
function subjectOf(
  db: Db,
  { kind, subjectId: id }: Pick<FeedOwner, "kind" | "subjectId">,
): string | undefined {
  switch (kind) {
    case "office":
      return "";
    case "driver":
      return nameOf(findRow(db, drivers, { id })) ?? undefined;
    case "vehicle":
      return findRow(db, vehicles, { id })?.plate;
    case "company":
      return findRow(db, companies, { id })?.name;
  }
}

const nameOf = (row: Parameters<typeof fullName>[0] | undefined) => (row ? fullName(row) : null);

const accountTables = { rider: riders, driver: drivers, admin: admins };

/** Returns a link as owners see it. */
export function describeFeed(
  db: Db,
  { id, createdAt, audience, accountId, ...feedSubject }: StoredCalendarFeed,
): CalendarLinks["links"][number] {
  return {
    ...{ id, audience, kind: feedSubject.kind, createdAt: iso(createdAt) },
    person: nameOf(findRow(db, accountTables[audience], { id: accountId })),
    subject: subjectOf(db, feedSubject) ?? "",
  };
}

/** Returns all links, newest first. */
export function listCalendarLinks({ db }: Deps): CalendarLinks {
  const feeds = db
    .select()
    .from(calendarFeeds)
    .orderBy(desc(calendarFeeds.createdAt), desc(calendarFeeds.id))
    .all();
  return { links: feeds.map((feed) => describeFeed(db, feed)) };
}

const notFoundError = () => new AppError("request.not_found");
function throwNotFound(): never {
  throw notFoundError();
}

const findFeedByHash = prepared((db) =>
  db
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, sql.placeholder("tokenHash")))
    .prepare(),
);

const DAY_MS = 86_400_000;
const FEED_DAYS_BACK = 30;
const FEED_DAYS_AHEAD = 180;
/** How many days a cancelled trip stays in the feed, so that calendars that keep missing trips remove it too. */
const CANCELLED_TRIP_DAYS = 7;
/** The limits of trips in a feed, because a calendar app reads the whole feed again after each change. */
const MAX_UPCOMING_TRIPS = 1_000;
const MAX_PAST_TRIPS = 300;

type Row = PickupDropoffColumns & {
  id: string;
  number: number;
  state: ReservationState;
  version: number;
  service_type: CalendarEntry["trip"]["serviceType"];
  pickup_at: number;
  time_zone: string;
  hours: number | null;
  duration_seconds: number;
  updated_at: number;
  passenger_name: string;
  flight_number: string | null;
  stops: string;
  first_name: string | null;
  last_name: string | null;
  vehicle: string | null;
  plate: string | null;
  /** The driver of the affiliate that drives the trip. The vehicle is then the affiliate's car. */
  crew_driver: string | null;
};

const FEED_COLUMNS = `r.id, r.number, r.state, r.version, r.service_type, r.pickup_at, r.time_zone, r.hours,
  r.duration_seconds, r.updated_at, r.passenger_name, r.flight_number,
  r.pickup_name, r.pickup_detail, r.pickup_latitude, r.pickup_longitude, r.pickup_pinned,
  r.dropoff_name, r.dropoff_detail, r.dropoff_latitude, r.dropoff_longitude, r.dropoff_pinned, r.stops,
  d.first_name, d.last_name, f.driver_name AS crew_driver, coalesce(f.plate, v.plate) AS plate,
  coalesce(trim(f.color || ' ' || f.model), v.color || ' ' || v.make || ' ' || v.model) AS vehicle`;

const filters: Record<StoredCalendarFeed["kind"], string> = {
  driver: `r.driver_id = ?1 AND r.state NOT IN ('quote', 'pending', 'confirmed', 'offered', 'rejected')`,
  vehicle: "r.vehicle_id = ?1",
  company: "r.company_id = ?1",
  office: "?1 = ''",
};

/**
 * Returns the trips of a feed by pickup. Leaves out trips that wait for the passenger's call, because they have no time
 * yet.
 */
function rowsOf(db: Db, { kind, subjectId }: FeedOwner, now: number): Row[] {
  const today = now - (now % DAY_MS);
  const select = (from: number, until: number, order: "ASC" | "DESC", limit: number) =>
    db.$client
      .query<Row, [string, number, number, number, number]>(
        `SELECT ${FEED_COLUMNS} FROM reservations r
         LEFT JOIN drivers d ON d.id = r.driver_id LEFT JOIN vehicles v ON v.id = r.vehicle_id
         LEFT JOIN farm_outs f ON f.id = r.farm_out_id AND f.state = 'accepted' AND f.driver_name <> ''
         WHERE ${filters[kind]} AND r.pickup_at >= ?2 AND r.pickup_at < ?3 AND r.will_call = 0
           AND (r.state NOT IN ('cancelled', 'rejected', 'no_show') OR r.updated_at >= ?4)
         ORDER BY r.pickup_at ${order}, r.id ${order} LIMIT ?5`,
      )
      .all(subjectId, from, until, today - CANCELLED_TRIP_DAYS * DAY_MS, limit);
  // The limits are whole days, so that the answer stays the same while no trip changes.
  return [
    ...select(today - FEED_DAYS_BACK * DAY_MS, today, "DESC", MAX_PAST_TRIPS).reverse(),
    ...select(today, today + (FEED_DAYS_AHEAD + 1) * DAY_MS, "ASC", MAX_UPCOMING_TRIPS),
  ];
}

/** A feed. Its tag changes with its contents, so the text is made only if the tag is new. */
export interface CalendarAnswer {
  tag: string;
  text: () => string;
}

/** Returns the calendar of a token. Throws 404 for every reason why it opens none. */
export function readCalendar(deps: Deps, token: string): CalendarAnswer {
  const feed = findFeedByHash(deps.db).get({ tokenHash: hashToken(token) }) ?? throwNotFound();
  const subject = requireFeedAccess(deps.db, feed);
  const { brand } = readOperator(deps);
  const name = [brand, subject].filter(Boolean).join(": ");
  const language = languageOfFeed(deps, feed);
  const rows = rowsOf(deps.db, feed, deps.now());
  const facts = JSON.stringify([FEED_FORMAT_VERSION, name, language, deps.config.publicUrl, rows]);
  return {
    tag: `"${hashToken(facts)}"`,
    text: () =>
      calendarFeed(
        name,
        rows.map((row) => entryOf(deps, feed, language, row)),
      ),
  };
}

/** Increase it when the same trips are written differently, so that calendars read their feeds again. */
const FEED_FORMAT_VERSION = 1;

/** Dispatch reads English. */
function languageOfFeed(deps: Deps, { audience, accountId }: FeedOwner): Language {
  if (audience === "admin") return "en";
  return audience === "driver"
    ? driverLanguage(deps.db, accountId)
    : resolveLanguage(deps, languageOf(deps.db, accountId));
}

function entryOf(
  { config: { publicUrl } }: Deps,
  { audience }: FeedOwner,
  language: Language,
  row: Row,
): CalendarEntry {
  const { calendar: words, receiptFile: labels } = wordsIn(language);
  const { vehicle, plate, first_name, last_name, crew_driver } = row;
  const driverName = crew_driver ?? fullName({ firstName: first_name, lastName: last_name });
  const firstName = crew_driver?.split(" ")[0] ?? first_name;
  const showsDriver = audience === "admin" || isStateWithDriver(row.state);
  const passenger = withoutAutoLinks(row.passenger_name);
  const path = {
    admin: `/dispatch/dashboard/reservation/${row.id}`,
    driver: `/driver/dashboard/trips/${row.id}`,
    rider: "/profile/company",
  }[audience];
  return {
    trip: {
      id: row.id,
      number: row.number,
      state: row.state,
      version: row.version,
      serviceType: row.service_type,
      pickupAt: iso(row.pickup_at),
      hours: row.hours,
      durationSeconds: row.duration_seconds,
      ...pickupAndDropoffOf(row),
      // We wrote this column ourselves from the contract's stops.
      stops: JSON.parse(row.stops) as Stop[],
      driver:
        showsDriver && firstName !== null && vehicle !== null && plate !== null
          ? {
              // Customers know drivers by their first name.
              firstName: audience === "admin" ? driverName : firstName,
              vehicle,
              plate,
            }
          : null,
    },
    facts: {
      heading: passenger,
      url: publicUrl + path,
      host: new URL(publicUrl).hostname,
      pickupText: momentText(row.pickup_at, row.time_zone, language),
      stampedAt: row.updated_at,
      words,
      more: [
        `${labels.passenger}: ${passenger}`,
        ...(row.flight_number === null ? [] : [`${labels.flight}: ${row.flight_number}`]),
      ],
    },
  };
}

/**
 * Saves when drivers can drive, by them or by dispatch for them. Each section is saved separately, guarded by the
 * version that the caller saw, and every change is stored with its author. Drivers are notified of changes by dispatch.
 */
import type { Translator } from "../settings/translation/translator-rules";
import { and, count, eq, gte } from "drizzle-orm";
import type { z } from "zod";
import {
  driverAvailabilityChanges,
  driverDaysOff,
  driverHours,
  driverPreferences,
} from "../../db/schema/drivers";
import type { Tx } from "../../db/writer";
import { appendAudit } from "../audit/actions";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { notifyDriver } from "../notifications/outbox";
import { markWelcomeRead } from "../notifications/actions";
import { listZoneNames } from "../zones/queries";
import type { AddDayOff, SaveHours, SavePreferences } from "./contract";
import { requireKnownDriver, type Section, versionOf } from "./queries";
import { hoursFaults, minuteOf } from "./rules";
import { insertRow } from "../../db/rows";
import { todayOf } from "../settings/queries";
import { requireSeen } from "../rows";

/** The author of a change: the driver, or a dispatcher for them. */
type AvailabilityAuthor = { kind: "driver" | "admin"; id: string; name: string };

/** The most days off and ranges that can lie ahead, more than anybody plans. All of them are shown in one list. */
const MAX_UPCOMING_ENTRIES = 100;
/** The most days in one range. A longer range is treated as a typing error. */
const MAX_RANGE_DAYS = 366;
/** How far ahead days off can be entered. */
const MAX_DAYS_AHEAD = 3 * 366;

const availabilityPath = "/driver/dashboard/management";

const changeNotices = (t: Translator): Record<Section, string> => ({
  hours: t("Dispatch has changed your hours. Please check that they are right."),
  days_off: t("Dispatch has changed your days off. Please check that they are right."),
  preferences: t("Dispatch has changed your preferences. Please check that they are right."),
});

const sectionNames: Record<Section, string> = {
  hours: "hours",
  days_off: "days off",
  preferences: "preferences",
};

/** An entry in the log of changes: the new content of a section, or a range of days. */
type AvailabilityChange =
  | Pick<z.output<typeof SaveHours>, "spans">
  | Omit<z.output<typeof SavePreferences>, "version">
  | { [did in "added" | "removed"]?: { fromDay: string; untilDay: string } };

/**
 * Saves a section in one transaction. Throws 404 if there is no such driver, 409 if the caller saw another version.
 * `change` returns the entry for the log of changes.
 */
async function saveAvailabilitySection(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  section: Section,
  version: number,
  change: (tx: Tx) => AvailabilityChange,
): Promise<void> {
  await deps.write((tx) => {
    requireKnownDriver(tx, driverId);
    requireSeen({ version: versionOf(tx, driverId, section) }, version, "request.conflict");
    const facts = change(tx);
    insertRow(tx, driverAvailabilityChanges, {
      driverId,
      section,
      version: version + 1,
      at: deps.now(),
      actorKind: author.kind,
      actorId: author.id,
      actorName: author.name,
      facts,
    });
    if (author.kind === "admin") {
      appendAudit(tx, deps, {
        actor: author,
        action: "driver.changed",
        subject: { kind: "driver", id: driverId },
        summary: `Changed a driver's ${sectionNames[section]}`,
        detail: { version: version + 1 },
      });
      notifyDriver(tx, deps, driverId, (t) => ({
        title: t("Your availability was changed"),
        body: changeNotices(t)[section],
        href: availabilityPath,
      }));
    }
  });
}

/** Replaces a driver's whole week. Throws 400 with the fields if hours overlap. */
export async function saveHours(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  { version, spans }: z.output<typeof SaveHours>,
): Promise<void> {
  const fields = hoursFaults(spans);
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  await saveAvailabilitySection(deps, author, driverId, "hours", version, (tx) => {
    tx.delete(driverHours).where(eq(driverHours.driverId, driverId)).run();
    if (spans.length === 0) return { spans };
    tx.insert(driverHours)
      .values(
        spans.map(({ weekday, from, until }) => ({
          driverId,
          weekday,
          fromMinute: minuteOf(from),
          untilMinute: minuteOf(until),
        })),
      )
      .run();
    markWelcomeRead(tx, deps, driverId, availabilityPath);
    return { spans };
  });
}

/**
 * Adds a day off or a range. Throws 400 with the field if it has already ended, ends before it starts, or is far too
 * long.
 */
export async function addDayOff(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  { version, fromDay, untilDay, note }: z.output<typeof AddDayOff>,
): Promise<void> {
  const today = todayOf(deps);
  const faults = dayOffFault({ fromDay, untilDay }, today);
  if (faults) throw new AppError("request.invalid", { fields: faults });
  await saveAvailabilitySection(deps, author, driverId, "days_off", version, (tx) => {
    const upcomingCount = tx
      .select({ n: count() })
      .from(driverDaysOff)
      .where(and(eq(driverDaysOff.driverId, driverId), gte(driverDaysOff.untilDay, today)))
      .get();
    if ((upcomingCount?.n ?? 0) >= MAX_UPCOMING_ENTRIES)
      throw new AppError("request.invalid", {
        fields: {
          fromDay: "There are already too many days off. Combine consecutive days into a range.",
        },
      });
    const id = Bun.randomUUIDv7();
    insertRow(tx, driverDaysOff, { id, driverId, fromDay, untilDay, note, createdAt: deps.now() });
    return { added: { fromDay, untilDay } };
  });
}

/** Removes a day off. Throws 404 if it is not the driver's, 409 if the list has changed. */
export async function removeDayOff(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  dayOffId: string,
  version: number,
): Promise<void> {
  await saveAvailabilitySection(deps, author, driverId, "days_off", version, (tx) => {
    const [removed] = tx
      .delete(driverDaysOff)
      .where(and(eq(driverDaysOff.id, dayOffId), eq(driverDaysOff.driverId, driverId)))
      .returning()
      .all();
    if (!removed) throw new AppError("request.not_found");
    return { removed: { fromDay: removed.fromDay, untilDay: removed.untilDay } };
  });
}

/** Saves the trips that a driver prefers. Throws 400 for an unknown zone. */
export async function savePreferences(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  { version, ...input }: z.output<typeof SavePreferences>,
): Promise<void> {
  const preferences = {
    serviceTypes: [...new Set(input.serviceTypes)],
    zoneIds: [...new Set(input.zoneIds)],
    mobility: [...new Set(input.mobility)],
  };
  await saveAvailabilitySection(deps, author, driverId, "preferences", version, (tx) => {
    const knownZoneIds = new Set(listZoneNames(tx).map(({ id }) => id));
    const unknownZoneIndex = preferences.zoneIds.findIndex((id) => !knownZoneIds.has(id));
    if (unknownZoneIndex !== -1)
      throw new AppError("request.invalid", {
        fields: { [`zoneIds.${unknownZoneIndex}`]: "This zone is no longer in use." },
      });
    const values = { ...preferences, updatedAt: deps.now() };
    tx.insert(driverPreferences)
      .values({ driverId, ...values })
      .onConflictDoUpdate({ target: driverPreferences.driverId, set: values })
      .run();
    return preferences;
  });
}

/** Returns the error in a range of days, by field. */
function dayOffFault(
  { fromDay, untilDay }: { fromDay: string; untilDay: string },
  today: string,
): Record<string, string> | null {
  if (untilDay < fromDay) return { untilDay: "The last day is before the first." };
  if (untilDay < today) return { untilDay: "These days have passed." };
  const from = Temporal.PlainDate.from(fromDay);
  const until = Temporal.PlainDate.from(untilDay);
  if (Temporal.PlainDate.from(today).until(from, { largestUnit: "day" }).days > MAX_DAYS_AHEAD)
    return { fromDay: "This day is too far ahead." };
  if (from.until(until, { largestUnit: "day" }).days >= MAX_RANGE_DAYS)
    return { untilDay: "A range can be at most a year long." };
  return null;
}

/**
 * Drivers, and dispatch for them, say when they can drive. Each section is saved separately, guarded by
 * the version that was seen; every change is kept with who made it. A driver hears of what dispatch
 * changed.
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

/** Who says it: the driver, or somebody of dispatch for them. */
type AvailabilityAuthor = { kind: "driver" | "admin"; id: string; name: string };

/** More than anybody plans: what is coming is shown in one list. */
const MAX_FUTURE_DAYS = 100;
/** A longer range is a typing error. */
const MAX_DAYS_OFF = 366;
/** How far ahead one says it. */
const MAX_DAYS_AHEAD = 3 * 366;

const screen = "/driver/dashboard/management";

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

/** What the log of changes keeps: a section as it is since, or a range of days. */
type AvailabilityChange =
  | Pick<z.output<typeof SaveHours>, "spans">
  | Omit<z.output<typeof SavePreferences>, "version">
  | { [did in "added" | "removed"]?: { fromDay: string; untilDay: string } };

/**
 * Writes a section inside one transaction: 404 without the driver, 409 when it has another version than
 * was seen. `change` returns what the log of changes keeps of it.
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
        href: screen,
      }));
    }
  });
}

/** Replaces a driver's whole week; 400 with the fields where spans run into each other. */
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
    markWelcomeRead(tx, deps, driverId, screen);
    return { spans };
  });
}

/** Adds a day off or a range; 400 with the field when it has ended already, is backwards, or far too long. */
export async function addDayOff(
  deps: Deps,
  author: AvailabilityAuthor,
  driverId: string,
  { version, fromDay, untilDay, note }: z.output<typeof AddDayOff>,
): Promise<void> {
  const today = todayOf(deps);
  const field = dayOffFault({ fromDay, untilDay }, today);
  if (field) throw new AppError("request.invalid", { fields: field });
  await saveAvailabilitySection(deps, author, driverId, "days_off", version, (tx) => {
    const upcomingDaysOff = tx
      .select({ n: count() })
      .from(driverDaysOff)
      .where(and(eq(driverDaysOff.driverId, driverId), gte(driverDaysOff.untilDay, today)))
      .get();
    if ((upcomingDaysOff?.n ?? 0) >= MAX_FUTURE_DAYS)
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

/** Takes a day off back; 404 when it is not the driver's, 409 when the list has changed. */
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

/** Says what a driver would rather drive; 400 for a zone there is not. */
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

/** What is wrong with a range of days, by field. */
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
  if (from.until(until, { largestUnit: "day" }).days >= MAX_DAYS_OFF)
    return { untilDay: "A range can be at most a year long." };
  return null;
}

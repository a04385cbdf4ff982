/** The audit log of the demo's last days: what its staff did to trips and other records. */
import { and, asc, eq, gt, lte } from "drizzle-orm";
import { vehicles } from "../../db/schema/vehicles";
import { reservationEvents, reservations } from "../../db/schema/reservations";
import { zones } from "../../db/schema/zones";
import type { Tx } from "../../db/writer";
import { appendAudit, type AuditEntry } from "../audit/actions";
import type { Fleet } from "./fleet";
import type { Deps } from "../deps";
import { auditStep } from "../reservations/audit-actions";
import { readEvent } from "../reservations/event-rules";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The audit log covers only the last days of the demo's month, which is enough to look around. */
const AUDITED_DAYS = 5;

/** Writes the audit log in order of time. */
export function writeAudit(deps: Deps, tx: Tx, fleet: Fleet): void {
  const { now } = fleet;
  const logWrites: { at: number; write: () => void }[] = tx
    .select({ event: reservationEvents, number: reservations.number })
    .from(reservationEvents)
    .innerJoin(reservations, eq(reservations.id, reservationEvents.reservationId))
    .where(
      and(
        gt(reservationEvents.at, now - AUDITED_DAYS * DAY),
        lte(reservationEvents.at, now),
        eq(reservationEvents.actorKind, "admin"),
      ),
    )
    .orderBy(asc(reservationEvents.at))
    .all()
    .map(({ event, number }) => ({
      at: event.at,
      write: () =>
        auditStep(tx, deps, {
          id: event.reservationId,
          number,
          from: event.fromState,
          to: event.toState,
          event: readEvent(event),
          actor: { kind: "admin", id: event.actorId, name: event.actorName },
          now: event.at,
        }),
    }));
  for (const entry of extraEntries(tx, fleet)) {
    const { at = now } = entry;
    logWrites.push({ at, write: () => appendAudit(tx, deps, entry) });
  }
  for (const { write } of logWrites.toSorted((a, b) => a.at - b.at)) write();
}

/** Yields sign-ins and the changes that staff make only now and then. */
function* extraEntries(
  tx: Tx,
  { now, dispatchers, accountant, drivers }: Fleet,
): Generator<AuditEntry> {
  const [owner, ...others] = dispatchers;
  for (const person of [...dispatchers, accountant])
    for (let day = 1; day < AUDITED_DAYS; day++)
      yield {
        actor: person,
        action: "staff.signed_in",
        subject: { kind: "staff", id: person.id },
        summary: "Signed in",
        at: now - day * DAY - 2 * HOUR,
        address: "197.243.0.18",
      };
  const second = others[0] ?? owner;
  const [zone] = tx.select().from(zones).limit(1).all();
  const [car] = tx.select().from(vehicles).limit(1).all();
  const driver = drivers[0];
  if (!owner || !second || !zone || !car || !driver) return;
  yield {
    actor: { kind: "system", id: null, name: "Somebody" },
    action: "staff.sign_in_failed",
    subject: { kind: "staff", id: second.id },
    summary: "Failed to sign in to an account",
    at: now - 2 * DAY - 2 * HOUR - 60_000,
    address: "197.243.0.18",
  };
  yield {
    actor: owner,
    action: "zone.changed",
    subject: { kind: "zone", id: zone.id },
    summary: `Changed the zone ${zone.name}`,
    detail: { changed: "shape" },
    at: now - 3 * DAY - HOUR,
  };
  yield {
    actor: second,
    action: "vehicle.changed",
    subject: { kind: "vehicle", id: car.id },
    summary: `Changed the vehicle ${car.plate}`,
    detail: { changed: "color" },
    at: now - 26 * HOUR,
  };
  yield {
    actor: second,
    action: "document.opened",
    subject: { kind: "driver", id: driver.id },
    summary: "Opened the scan of a document",
    at: now - 5 * HOUR,
  };
  yield {
    actor: second,
    action: "document.accepted",
    subject: { kind: "driver", id: driver.id },
    summary: "Accepted a document: driving licence",
    detail: { kind: "driving_licence" },
    at: now - 5 * HOUR + 90_000,
  };
}

/** Saves the rules, and confirms bookings by them. Each booking is checked once. */
import { confirmationRules } from "../../../db/schema/auto-dispatch";
import type { StoredTrip } from "../../../db/schema/reservations";
import type { Tx } from "../../../db/writer";
import { appendAudit } from "../../audit/actions";
import { changedNames } from "../../audit/rules";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { announce, appendEvent, moveReservation } from "../../reservations/actions";
import { CONFIRMATION_RULE_ACTOR_ID } from "../../reservations/event-rules";
import { loadTrip } from "../../reservations/trip-queries";
import { requireSeen } from "../../rows";
import type { SaveConfirmationRules } from "./contract";
import { bookingFacts, dueBookings, isVehicleFree, readSettings } from "./queries";
import { decide, ruleFaults } from "./rules";

/**
 * Saves the rules. Throws 400 if limits contradict each other or a rule never applies, 409 if the rules have changed
 * since they were read. Bookings from before the first rule stay with dispatch.
 */
export async function saveConfirmationRules(
  deps: Deps,
  actor: Actor,
  { version, rules }: SaveConfirmationRules,
): Promise<void> {
  const fields = ruleFaults(rules);
  if (Object.keys(fields).length > 0) throw new AppError("request.invalid", { fields });
  await deps.write((tx) => {
    const before = readSettings(tx);
    requireSeen(before, version, "request.conflict");
    const now = deps.now();
    const since = rules.length === 0 ? null : (before.since ?? now);
    const values = { rules, since, version: version + 1, updatedAt: now };
    tx.insert(confirmationRules)
      .values({ id: 1, ...values })
      .onConflictDoUpdate({ target: confirmationRules.id, set: values })
      .run();
    appendAudit(tx, deps, {
      actor,
      action: "trip.rules_changed",
      subject: { kind: "settings", id: "confirmation-rules" },
      summary: "Changed the confirmation rules",
      detail: { changed: changedNames({ rules: before.rules }, { rules }) },
    });
  });
}

/**
 * Confirms the bookings that match a rule, and notifies staff once of each booking that waits for them. Run it every
 * few seconds. Returns how many bookings were checked.
 */
export async function confirmByRules(deps: Deps): Promise<number> {
  let checkedCount = 0;
  for (const id of dueBookings(deps.db, deps.now())) {
    try {
      const row = await deps.write((tx) => decideBooking(deps, tx, id));
      if (!row) continue;
      if (row.state === "confirmed") announce(deps, row);
      checkedCount++;
    } catch (error) {
      // One failure must not stop the others. The next round tries this booking again.
      deps.log.error("The confirmation rules failed for booking {id}: {error}", { id, error });
    }
  }
  return checkedCount;
}

/** Confirms a booking or leaves it to dispatch, and returns it; null if it no longer needs a decision. */
function decideBooking(deps: Deps, tx: Tx, id: string): StoredTrip | null {
  const now = deps.now();
  // Checked again, because somebody may have decided it or changed the rules.
  if (!dueBookings(tx, now, id).includes(id)) return null;
  const actor: Actor = {
    kind: "system",
    id: CONFIRMATION_RULE_ACTOR_ID,
    name: "Confirmation rules",
  };
  const row = loadTrip(tx, { actor, id });
  const facts = bookingFacts(tx, row, now, () => isVehicleFree(tx, row));
  const { rule, leftToDispatch } = decide(readSettings(tx).rules, facts);
  if (rule)
    return moveReservation(deps, tx, row, {
      to: "confirmed",
      actor: { ...actor, name: `Rule “${rule.name}”` },
      now,
      event: { kind: "confirmed", rule: rule.name },
    });
  const step = { id, number: row.number, from: row.state, to: row.state, actor, now };
  appendEvent(tx, deps, { ...step, event: { kind: "left_to_dispatch", ...leftToDispatch } });
  return row;
}

/** Scheduled deletion of data whose period of keeping has ended. */
import { lt } from "drizzle-orm";
import { idempotencyKeys } from "../../db/schema/reservations";
import { auditFailedSignIns } from "../accounts/staff/staff-sign-in-attempts";
import { deleteFutureCodes, sweepAccounts } from "../accounts/sweep-actions";
import type { Deps } from "../deps";
import { sweepUploadsAndLinks } from "../drivers/application-sweep-actions";
import { discardFile, removeOrphanedFiles } from "../files/store";
import { sweepImports } from "../imports/actions";
import { closeDueWeeks } from "../payouts/close-actions";
import { recordDeletions, sweepRetainedRecords } from "../privacy/retention-actions";
import { writeStatusNote } from "../status/status-note-actions";
import { sweepDeliveries } from "../webhooks/sweep-actions";
import { endOldShifts } from "../tracking/position-actions";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Deletes expired data, ends shifts that drivers forgot to end, and logs how many records were deleted. */
export async function sweepExpiredRecords(deps: Deps): Promise<void> {
  const { uploads: uploadIds, lapsed: sweptCounts } = await deps.write((tx) => {
    const now = deps.now();
    const accounts = sweepAccounts(tx, now);
    endOldShifts(tx, now);
    tx.delete(idempotencyKeys).where(lt(idempotencyKeys.keptUntil, now)).run();
    const uploadIds = sweepUploadsAndLinks(tx, now);
    const sweptCounts = { ...accounts, uploads: uploadIds.length };
    recordDeletions(tx, deps, sweptCounts);
    return { uploads: uploadIds, lapsed: sweptCounts };
  });
  for (const id of uploadIds) await discardFile(deps, id);
  const removed = { ...sweptCounts, ...(await sweepRetainedRecords(deps)) };
  await removeOrphanedFiles(deps);
  await sweepImports(deps);
  await sweepDeliveries(deps);
  await deps.write((tx) => writeStatusNote(tx, "retention", deps.now(), { removed }));
  const removedCounts = Object.entries(removed).filter(([, count]) => count > 0);
  if (removedCounts.length > 0)
    deps.log.info("Deleted expired data: {removed}", {
      removed: removedCounts.map(([kind, count]) => `${kind} ${count}`).join(", "),
    });
}

/**
 * Deletes expired data, closes drivers' weeks, checks open payments and sends reminders of invoices, at once
 * and every hour. Every minute it also checks whether the clock was set back and writes failed sign-ins to the
 * audit log.
 */
export function startHousekeeping(deps: Deps): { stop: () => void } {
  const reportSweepFailure = (error: unknown) =>
    deps.log.error("Deleting expired data failed: {error}", {
      error: error instanceof Error ? error.message : String(error),
    });
  const reportCodeCheckFailure = (error: unknown) =>
    deps.log.error("Codes and failed sign-ins could not be checked: {error}", {
      error: error instanceof Error ? error.message : String(error),
    });
  const reportWeekClosingFailure = (error: unknown) =>
    deps.log.error("Drivers' weeks could not be closed: {error}", {
      error: error instanceof Error ? error.message : String(error),
    });
  const reportPaymentsFailure = (error: unknown) =>
    deps.log.error("Open payments could not be checked: {error}", {
      error: error instanceof Error ? error.message : String(error),
    });
  const reportRemindersFailure = (error: unknown) =>
    deps.log.error("Companies could not be reminded of invoices: {error}", {
      error: error instanceof Error ? error.message : String(error),
    });
  let lastSweptAt = -HOUR_MS;
  const runTasks = () => {
    deps
      .write((tx) => {
        deleteFutureCodes(tx, deps.now());
        auditFailedSignIns(tx, deps);
      })
      .catch(reportCodeCheckFailure);
    const monotonicNow = performance.now();
    if (monotonicNow - lastSweptAt >= HOUR_MS) {
      lastSweptAt = monotonicNow;
      sweepExpiredRecords(deps).catch(reportSweepFailure);
      closeDueWeeks(deps).catch(reportWeekClosingFailure);
      void import("../payments/online/reconcile-actions")
        .then(({ reconcilePayments }) => reconcilePayments(deps))
        .catch(reportPaymentsFailure);
      void import("../payments/invoices/reminder-actions")
        .then(({ remindOfInvoices }) => remindOfInvoices(deps))
        .catch(reportRemindersFailure);
    }
  };
  runTasks();
  const timer = setInterval(runTasks, MINUTE_MS);
  return { stop: () => clearInterval(timer) };
}

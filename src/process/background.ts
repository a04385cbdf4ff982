/** The server's background work: sending messages, expiring offers, deleting old data. */
import { receiptOf } from "../reservations/papers/document-queries";
import { runAutoDispatch } from "../auto-dispatch/actions";
import { confirmByRules } from "../auto-dispatch/confirmation/actions";
import { announceDueContent } from "../content/revision";
import type { Deps } from "../deps";
import { expireOffers } from "../dispatch/assignment/offer-actions";
import { isDispatchOpen } from "../dispatch/board/presence-actions";
import { endApprovals } from "../reservations/approvals/approval-actions";
import { remindOfSteps } from "../dispatch/driver-run/step-actions";
import { remindOfDocuments } from "../documents/reminder-actions";
import { startHousekeeping } from "./housekeeping";
import { notifyOfUnreadMessages } from "../messages/notify-actions";
import { notifyStaff } from "../notifications/staff/staff-notification-actions";
import { createOutboxWorker } from "../notifications/worker";
import { remindOfTrips } from "../reservations/messages/reminder-actions";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { createWebhookWorker } from "../webhooks/worker";

/** How often expired offers are closed. */
const OFFER_CHECK_MS = 2_000;

/** How often confirmation rules check for bookings, and auto-dispatch for trips that are due. */
const AUTO_DISPATCH_INTERVAL_MS = 5_000;

/** How often prepayments are checked. */
const PREPAY_CHECK_MS = 5_000;

/** How often trips of standing orders are booked. Each day is booked once. */
const ORDER_CHECK_MS = 10 * 60_000;
const FIRST_ORDER_CHECK_MS = 5_000;

/** How often flights that are due are checked. */
const FLIGHT_CHECK_MS = 20_000;

/** How often this Livery's offers in the Livery of affiliates are checked. */
const PEER_CHECK_MS = 3_000;

/** How often quotes and requests for approval are checked for their expiry. */
const QUOTE_CHECK_MS = 30_000;

/** How often conversations are checked for unread messages. */
const UNREAD_CHECK_MS = 5_000;

/** How often staff who are away are notified. */
const STAFF_NEWS_CHECK_MS = 5_000;

/** How often posts and banners are checked for a start or an end. */
const CONTENT_CHECK_MS = 2_000;

/** How often trips and documents are checked for reminders. */
const REMINDER_CHECK_MS = 60_000;

/** How often the server checks whether the nightly report check is due. It runs once, after 03:00. */
const NIGHT_CHECK_MS = 10 * 60_000;
const NIGHT_HOUR = "03";

/** How often the server checks whether the day's backup or check is due. */
const BACKUP_CHECK_MS = 10 * 60_000;

/** How often alerts are checked. */
const ALERT_CHECK_MS = 60_000;

/** How often the event loop's delay is measured. */
const LAG_CHECK_MS = 100;

export interface Background {
  /**
   * Starts no further work. Resolves when the outbox and webhook workers and the repeated tasks, such as prepayments,
   * have finished or timed out. Other tasks that are running are not awaited.
   */
  stop(): Promise<void>;
}

/** How long stopping waits for repeated tasks that are running. */
const STOP_TIMEOUT_MS = 5_000;

/** A repeated task. `stop` starts no further run, and resolves when the current one has finished. */
type RepeatedTask = { stop: () => Promise<void> | undefined };

/**
 * Repeats `work`, but never runs it twice at the same time. If a provider or another Livery is slow, the next
 * run waits.
 */
function repeat(
  deps: Deps,
  intervalMs: number,
  failure: string,
  work: () => Promise<unknown>,
): RepeatedTask {
  let currentRun: Promise<void> | undefined;
  const timer = setInterval(() => {
    currentRun ??= work()
      .then(() => {})
      .catch((error: unknown) =>
        deps.log.error(`${failure}: {error}`, {
          error: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => {
        currentRun = undefined;
      });
  }, intervalMs);
  return {
    stop() {
      clearInterval(timer);
      return currentRun;
    },
  };
}

/** Starts all background work. */
export function startBackground(deps: Deps): Background {
  const outboxWorker = createOutboxWorker(deps, {
    receiptOf,
    invoiceOf: async (of, id) =>
      (await import("../invoices/document-queries")).readInvoicePdf(of, id),
  });
  outboxWorker.start();
  const webhookWorker = createWebhookWorker(deps);
  webhookWorker.start();
  const housekeeping = startHousekeeping(deps);
  const offerTimer = setInterval(() => {
    expireOffers(deps).catch((error) =>
      deps.log.error("Offers could not be closed: {error}", { error }),
    );
  }, OFFER_CHECK_MS);
  const farmOutTask = repeat(
    deps,
    OFFER_CHECK_MS,
    "Affiliates’ offers could not be closed",
    async () => (await import("../affiliates/actions")).expireFarmOuts(deps),
  );
  const autoDispatchTimer = setInterval(() => {
    confirmByRules(deps)
      .then(() => runAutoDispatch(deps))
      .catch((error) => deps.log.error("Auto-dispatch failed: {error}", { error }));
  }, AUTO_DISPATCH_INTERVAL_MS);
  const prepaymentTask = repeat(
    deps,
    PREPAY_CHECK_MS,
    "Prepayments could not be followed up",
    async () => (await import("../payments/prepaying/follow-up-actions")).followUpPrepayments(deps),
  );
  const flightTask = repeat(
    deps,
    FLIGHT_CHECK_MS,
    "Flights could not be checked for changes",
    async () => (await import("../flights/follow-actions")).followFlights(deps),
  );
  const peerTask = repeat(
    deps,
    PEER_CHECK_MS,
    "Trips at affiliates could not be updated",
    async () => (await import("../affiliates/peer/peer-actions")).syncDuePeerBookings(deps),
  );
  const quoteTimer = setInterval(() => {
    void import("../quotes/actions")
      .then(({ endQuotes }) => endQuotes(deps))
      .catch((error) => deps.log.error("Quotes could not be ended: {error}", { error }));
    endApprovals(deps).catch((error) =>
      deps.log.error("Requests for approval could not be ended: {error}", { error }),
    );
  }, QUOTE_CHECK_MS);
  const extendStandingOrders = () =>
    void import("../reservations/standing-orders/order-actions")
      .then(({ extendOrders }) => extendOrders(deps))
      .catch((error) => deps.log.error("Repeating trips could not be booked: {error}", { error }));
  // The first check runs later, so that the start does not wait for it.
  const firstOrderTimer = setTimeout(extendStandingOrders, FIRST_ORDER_CHECK_MS);
  const orderTimer = setInterval(extendStandingOrders, ORDER_CHECK_MS);
  const unreadTimer = setInterval(() => {
    notifyOfUnreadMessages(deps).catch((error) =>
      deps.log.error("Notifications about unread messages could not be sent: {error}", { error }),
    );
  }, UNREAD_CHECK_MS);
  const staffTimer = setInterval(() => {
    notifyStaff(deps, isDispatchOpen(deps)).catch((error) =>
      deps.log.error("Staff could not be notified: {error}", { error }),
    );
  }, STAFF_NEWS_CHECK_MS);
  const announceContent = announceDueContent(deps);
  const contentTimer = setInterval(announceContent, CONTENT_CHECK_MS);
  const reminderTimer = setInterval(() => {
    remindOfTrips(deps).catch((error) =>
      deps.log.error("Reminders of trips could not be sent: {error}", { error }),
    );
  }, REMINDER_CHECK_MS);
  const driverReminderTimer = setInterval(() => {
    remindOfSteps(deps)
      .then(() => remindOfDocuments(deps))
      .catch((error) =>
        deps.log.error("Reminders to drivers could not be sent: {error}", { error }),
      );
  }, REMINDER_CHECK_MS);
  let reportsVerifiedOn = "";
  const nightlyTimer = setInterval(() => {
    const local = localTimeAt(deps.now(), readOperator(deps).timeZone);
    const day = local.slice(0, 10);
    if (local.slice(11, 13) !== NIGHT_HOUR || reportsVerifiedOn === day) return;
    reportsVerifiedOn = day;
    void import("../reports/rollup-actions")
      .then(({ verifyReports }) => verifyReports(deps))
      .catch((error) => deps.log.error("Reports could not be checked: {error}", { error }));
  }, NIGHT_CHECK_MS);
  const backupTask = repeat(deps, BACKUP_CHECK_MS, "The daily check failed", async () => {
    await (await import("../status/backup-actions")).backUpBySchedule(deps);
    await (await import("../status/daily-check-actions")).checkDaily(deps);
  });
  let dueAt = performance.now() + LAG_CHECK_MS;
  const lagTimer = setInterval(() => {
    const now = performance.now();
    deps.tally.observeLag(Math.max(0, now - dueAt) / 1000);
    dueAt = now + LAG_CHECK_MS;
  }, LAG_CHECK_MS);
  const alertTask = repeat(deps, ALERT_CHECK_MS, "Alerts could not be checked", async () =>
    (await import("../status/alert-actions")).checkAlerts(deps),
  );
  return {
    async stop() {
      clearInterval(lagTimer);
      clearInterval(nightlyTimer);
      clearInterval(driverReminderTimer);
      clearInterval(reminderTimer);
      clearInterval(offerTimer);
      clearInterval(autoDispatchTimer);
      clearInterval(quoteTimer);
      clearTimeout(firstOrderTimer);
      clearInterval(orderTimer);
      clearInterval(unreadTimer);
      clearInterval(staffTimer);
      clearInterval(contentTimer);
      housekeeping.stop();
      const tasks = [farmOutTask, prepaymentTask, flightTask, peerTask, backupTask, alertTask];
      await Promise.all([
        outboxWorker.stop(),
        webhookWorker.stop(),
        Promise.race([Promise.all(tasks.map((task) => task.stop())), Bun.sleep(STOP_TIMEOUT_MS)]),
      ]);
    },
  };
}

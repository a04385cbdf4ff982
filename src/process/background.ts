/** What a server does beside answering: messages go out, offers end, nothing is kept too long. */
import { receiptOf } from "../reservations/papers/document-queries";
import { runAutoDispatch } from "../auto-dispatch/actions";
import { tellOfDueContent } from "../content/revision";
import type { Deps } from "../deps";
import { expireOffers } from "../dispatch/assignment/offer-actions";
import { isDispatchOpen } from "../dispatch/board/presence-actions";
import { remindOfSteps } from "../dispatch/driver-run/step-actions";
import { remindOfDocuments } from "../documents/reminder-actions";
import { startHousekeeping } from "./housekeeping";
import { tellOfUnread } from "../messages/tell-actions";
import { tellStaff } from "../notifications/staff/staff-listener-actions";
import { createOutboxWorker } from "../notifications/worker";
import { remindRiders } from "../reservations/messages/reminder-actions";
import { localAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";

/** How often the offers are looked through for those whose time is over. */
const OFFER_CHECK_MS = 2_000;

/** How often auto-dispatch looks for trips whose time has come. */
const AUTO_DISPATCH_MS = 5_000;

/** How often the trips of standing orders are looked after; a day that is due is made once. */
const ORDER_CHECK_MS = 10 * 60_000;
const FIRST_ORDER_CHECK_MS = 5_000;

/** How often conversations are looked through for somebody who has not read for a while. */
const UNREAD_CHECK_MS = 5_000;

/** How often it is looked whether staff are to be told of something. */
const STAFF_CHECK_MS = 5_000;

/** How often it is looked whether a post comes out, or a banner begins or ends. */
const CONTENT_CHECK_MS = 2_000;

/** How often trips and documents are looked through for people to remind. */
const REMINDER_CHECK_MS = 60_000;

/** How often it is looked whether the night's check of the reports is due: once, in its fourth hour. */
const NIGHT_CHECK_MS = 10 * 60_000;
const NIGHT_HOUR = "03";

/** How often it is looked whether the day's backup or check is due, the first time when a start is long over. */
const BACKUP_CHECK_MS = 10 * 60_000;

/** How often it is looked whether something needs a person. */
const WATCH_MS = 60_000;

/** How often it is looked how late a timer comes. */
const LAG_CHECK_MS = 100;

export interface Background {
  /** Begins nothing new; resolves when what is under way has had its time. */
  stop(): Promise<void>;
}

/** Starts all of it. */
export function startBackground(deps: Deps): Background {
  const outbox = createOutboxWorker(deps, { receiptOf });
  outbox.start();
  const housekeeping = startHousekeeping(deps);
  const offers = setInterval(() => {
    expireOffers(deps).catch((error) =>
      deps.log.error("Offers could not be closed: {error}", { error }),
    );
  }, OFFER_CHECK_MS);
  const auto = setInterval(() => {
    runAutoDispatch(deps).catch((error) =>
      deps.log.error("Auto-dispatch could not act: {error}", { error }),
    );
  }, AUTO_DISPATCH_MS);
  const extend = () =>
    void import("../reservations/standing-orders/order-actions")
      .then(({ extendOrders }) => extendOrders(deps))
      .catch((error) => deps.log.error("Repeating trips could not be booked: {error}", { error }));
  // A start waits for nothing of it.
  const firstOrders = setTimeout(extend, FIRST_ORDER_CHECK_MS);
  const orders = setInterval(extend, ORDER_CHECK_MS);
  const unread = setInterval(() => {
    tellOfUnread(deps).catch((error) =>
      deps.log.error("Nobody could be told of unread messages: {error}", { error }),
    );
  }, UNREAD_CHECK_MS);
  const staff = setInterval(() => {
    tellStaff(deps, isDispatchOpen(deps)).catch((error) =>
      deps.log.error("Staff could not be told: {error}", { error }),
    );
  }, STAFF_CHECK_MS);
  const dueContent = tellOfDueContent(deps);
  const content = setInterval(dueContent, CONTENT_CHECK_MS);
  const reminders = setInterval(() => {
    remindRiders(deps).catch((error) =>
      deps.log.error("Riders could not be reminded: {error}", { error }),
    );
  }, REMINDER_CHECK_MS);
  const drivers = setInterval(() => {
    remindOfSteps(deps)
      .then(() => remindOfDocuments(deps))
      .catch((error) => deps.log.error("Drivers could not be reminded: {error}", { error }));
  }, REMINDER_CHECK_MS);
  let checkedOn = "";
  const nights = setInterval(() => {
    const local = localAt(deps.now(), readOperator(deps).timeZone);
    const day = local.slice(0, 10);
    if (local.slice(11, 13) !== NIGHT_HOUR || checkedOn === day) return;
    checkedOn = day;
    void import("../reports/rollup-actions")
      .then(({ verifyReports }) => verifyReports(deps))
      .catch((error) => deps.log.error("Reports could not be checked: {error}", { error }));
  }, NIGHT_CHECK_MS);
  let backingUp = false;
  const backups = setInterval(() => {
    if (backingUp) return;
    backingUp = true;
    void import("../status/backup-actions")
      .then(({ backUpBySchedule }) => backUpBySchedule(deps))
      .then(() => import("../status/check-actions"))
      .then(({ checkDaily }) => checkDaily(deps))
      .catch((error) =>
        deps.log.error("The daily check could not be made: {error}", {
          error: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => {
        backingUp = false;
      });
  }, BACKUP_CHECK_MS);
  let dueAt = performance.now() + LAG_CHECK_MS;
  const lag = setInterval(() => {
    const now = performance.now();
    deps.tally.late(Math.max(0, now - dueAt) / 1000);
    dueAt = now + LAG_CHECK_MS;
  }, LAG_CHECK_MS);
  let watching = false;
  const watch = setInterval(() => {
    if (watching) return;
    watching = true;
    void import("../status/alert-actions")
      .then(({ watchOver }) => watchOver(deps))
      .catch((error) =>
        deps.log.error("It could not be seen how the server does: {error}", {
          error: error instanceof Error ? error.message : String(error),
        }),
      )
      .finally(() => {
        watching = false;
      });
  }, WATCH_MS);
  return {
    async stop() {
      clearInterval(lag);
      clearInterval(watch);
      clearInterval(backups);
      clearInterval(nights);
      clearInterval(drivers);
      clearInterval(reminders);
      clearInterval(offers);
      clearInterval(auto);
      clearTimeout(firstOrders);
      clearInterval(orders);
      clearInterval(unread);
      clearInterval(staff);
      clearInterval(content);
      housekeeping.stop();
      await outbox.stop();
    },
  };
}

/**
 * Everything that is kept for a limited time: how many records are due, and how they are deleted. The count for the
 * owner and the deletion use the same condition.
 */
import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { sql } from "drizzle-orm";
import { sessions } from "../../db/schema/accounts";
import { farmOuts } from "../../db/schema/affiliates";
import { auditLog } from "../../db/schema/audit";
import { contactMessages } from "../../db/schema/contact";
import { driverApplicationFiles, driverApplications } from "../../db/schema/drivers";
import { incidents } from "../../db/schema/incidents";
import { tripMessages } from "../../db/schema/messages";
import { noShows } from "../../db/schema/no-shows";
import { outbox } from "../../db/schema/notifications";
import { foundItems, lostReports } from "../../db/schema/property";
import { trackPoints } from "../../db/schema/tracking";
import type { Db } from "../../db/open";
import type { Tx } from "../../db/writer";
import { sessionAddressesBefore, sweepSessionAddresses } from "../accounts/sweep-actions";
import { hasDriverAndVehicleBefore, sweepDriversAndVehicles } from "../affiliates/sweep-actions";
import { auditAddressesUntil, sweepAuditAddresses } from "../audit/actions";
import { isMessageBefore, isSpamBefore, sweepContactMessages } from "../contact/sweep-actions";
import { noShowsBefore, sweepNoShows } from "../dispatch/driver-run/no-show-actions";
import {
  applicationIpAddressesBefore,
  uploadIpAddressesBefore,
  applicationsRejectedBefore,
  sweepApplicantIpAddresses,
  sweepApplications,
  applicationsUnfinishedBefore,
} from "../drivers/application-sweep-actions";
import { incidentsClosedBefore, sweepIncidents } from "../incidents/actions";
import { messagesBefore, sweepMessages } from "../messages/sweep-actions";
import { outboxBefore, sweepOutbox } from "../notifications/sweep-actions";
import {
  itemsClosedBefore,
  reportsClosedBefore,
  sweepItems,
  sweepReports,
} from "../property/sweep-actions";
import type { RetainedKind } from "../settings/retention-contract";
import { sweepTracking, trackPointsBefore } from "../tracking/position-actions";

/** The maximum count. Nobody needs to know more, and counting a million would delay other requests. */
export const MAX_COUNTED_RECORDS = 10_000;

/** How many rows were deleted, and the files that no row names any more. */
type SweepResult = { removed: number; files: string[] };

type Kind = {
  /** Counts records that ended before an instant (ms), up to one more than `MAX_COUNTED_RECORDS`. */
  countDue: (db: Db, before: number) => number;
  /** How many rows one transaction deletes, so that other writes come between two transactions. */
  rowsPerStep: number;
  remove: (tx: Tx, before: number, limit: number, now: number) => SweepResult;
};

const count =
  (...tables: [SQLiteTable, (before: number) => SQL | undefined][]) =>
  (db: Db, before: number) =>
    tables.reduce(
      (sum, [table, which]) =>
        sum +
        db
          .select({ one: sql`1` })
          .from(table)
          .where(which(before))
          .limit(MAX_COUNTED_RECORDS + 1)
          .all().length,
      0,
    );

const withoutFiles = (removed: number): SweepResult => ({ removed, files: [] });

const RECORDS_PER_STEP = 100;
const ROWS_PER_STEP = 2_000;

export const retentionRules: Record<RetainedKind, Kind> = {
  trackPoints: {
    countDue: count([trackPoints, trackPointsBefore]),
    rowsPerStep: ROWS_PER_STEP,
    remove: (tx, before, limit) => withoutFiles(sweepTracking(tx, before, limit)),
  },
  tripMessages: {
    countDue: count([tripMessages, messagesBefore]),
    rowsPerStep: ROWS_PER_STEP,
    remove: (tx, before, limit) => withoutFiles(sweepMessages(tx, before, limit)),
  },
  outbox: {
    countDue: count([outbox, outboxBefore]),
    rowsPerStep: ROWS_PER_STEP,
    remove: (tx, before, limit) => withoutFiles(sweepOutbox(tx, before, limit)),
  },
  contactMessages: {
    countDue: count([contactMessages, isMessageBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: (tx, before, limit) =>
      withoutFiles(sweepContactMessages(tx, isMessageBefore(before), limit)),
  },
  contactSpam: {
    countDue: count([contactMessages, isSpamBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: (tx, before, limit) =>
      withoutFiles(sweepContactMessages(tx, isSpamBefore(before), limit)),
  },
  rejectedApplications: {
    countDue: count([driverApplications, applicationsRejectedBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: (tx, before, limit) => sweepApplications(tx, applicationsRejectedBefore(before), limit),
  },
  unfinishedApplications: {
    countDue: count([driverApplications, applicationsUnfinishedBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: (tx, before, limit) =>
      sweepApplications(tx, applicationsUnfinishedBefore(before), limit),
  },
  lostReports: {
    countDue: count([lostReports, reportsClosedBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: sweepReports,
  },
  handovers: {
    countDue: count([foundItems, itemsClosedBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: sweepItems,
  },
  affiliateDrivers: {
    countDue: count([farmOuts, hasDriverAndVehicleBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: (tx, before, limit) => withoutFiles(sweepDriversAndVehicles(tx, before, limit)),
  },
  noShows: {
    countDue: count([noShows, noShowsBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: sweepNoShows,
  },
  incidents: {
    countDue: count([incidents, incidentsClosedBefore]),
    rowsPerStep: RECORDS_PER_STEP,
    remove: sweepIncidents,
  },
  addresses: {
    countDue: count(
      [sessions, sessionAddressesBefore],
      [auditLog, auditAddressesUntil],
      [driverApplications, applicationIpAddressesBefore],
      [driverApplicationFiles, uploadIpAddressesBefore],
    ),
    // These are fields of rows that stay, so all are cleared at once.
    rowsPerStep: Number.POSITIVE_INFINITY,
    remove: (tx, before) =>
      withoutFiles(
        sweepSessionAddresses(tx, before) +
          sweepAuditAddresses(tx, before) +
          sweepApplicantIpAddresses(tx, before),
      ),
  },
};

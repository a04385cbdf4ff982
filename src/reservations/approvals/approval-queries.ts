/** Reads requests for approval for their managers. */
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { findRow, findRows } from "../../../db/rows";
import { riders } from "../../../db/schema/accounts";
import { companies, companyMembers, costCentres } from "../../../db/schema/companies";
import { reservations, type StoredTrip } from "../../../db/schema/reservations";
import {
  approvalLinks,
  type StoredTripApproval,
  tripApprovals,
} from "../../../db/schema/trip-approvals";
import type { Tx } from "../../../db/writer";
import { fullName } from "../../accounts/name-rules";
import { requireManager } from "../../companies/queries";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { iso } from "../../formats/instants";
import { hashToken } from "../../process/keys";
import type { ApprovalRequest, ApprovalRequests } from "./approval-contract";
import { approvalStateAt } from "./approval-rules";

/** Returns the approval of a trip. Undefined if there is none. */
export function approvalOf(db: Db | Tx, reservationId: string): StoredTripApproval | undefined {
  return findRow(db, tripApprovals, { reservationId });
}

/** Returns until when a trip waits for its approval. Null if it does not wait. */
export function awaitsApprovalUntil(db: Db, reservationId: string): string | null {
  const approval = approvalOf(db, reservationId);
  return approval?.state === "waiting" ? iso(approval.deadlineAt) : null;
}

/** Returns the managers of a company who may answer. */
export function managersOf(db: Db | Tx, companyId: string) {
  return findRows(db, companyMembers, { companyId, role: "manager" }).filter(
    ({ approvedAt }) => approvedAt !== null,
  );
}

/** Returns the request and the manager of a link. 404 for an unknown link, or if the person is no longer a manager. */
export function approvalLinkOf(
  db: Db | Tx,
  token: string,
): { requestId: string; memberId: string } {
  const link = findRow(db, approvalLinks, { tokenHash: hashToken(token) });
  const member = link && findRow(db, companyMembers, { id: link.memberId });
  if (!link || member?.role !== "manager" || member.approvedAt === null)
    throw new AppError("approval.link_unknown");
  return link;
}

/** Returns the trips of a request with their approvals, ordered by number. */
export function tripsOfRequest(
  db: Db | Tx,
  requestId: string,
): { trip: StoredTrip; approval: StoredTripApproval }[] {
  return db
    .select({ trip: reservations, approval: tripApprovals })
    .from(tripApprovals)
    .innerJoin(reservations, eq(reservations.id, tripApprovals.reservationId))
    .where(eq(tripApprovals.requestId, requestId))
    .orderBy(asc(reservations.number))
    .all();
}

/** Returns the total price of the trips that still wait. If the request has ended, the total of all its trips. */
export function amountOf(
  trips: readonly { trip: StoredTrip; approval: StoredTripApproval }[],
): number {
  const waitingApprovals = trips.filter(({ approval }) => approval.state === "waiting");
  return (waitingApprovals.length > 0 ? waitingApprovals : trips).reduce(
    (sum, { trip }) => sum + trip.fareMinor,
    0,
  );
}

/** Returns a request as its page shows it. 404 if it has no trips. */
export function readApprovalRequest(deps: Deps, requestId: string): ApprovalRequest {
  const all = tripsOfRequest(deps.db, requestId);
  const waitingApprovals = all.filter(({ approval }) => approval.state === "waiting");
  const shownApprovals = waitingApprovals.length > 0 ? waitingApprovals : all;
  const [first] = shownApprovals;
  if (!first) throw new AppError("approval.link_unknown");
  const { trip, approval } = first;
  const booker = trip.riderId === null ? undefined : findRow(deps.db, riders, { id: trip.riderId });
  const centre =
    trip.costCentreId === null
      ? undefined
      : findRow(deps.db, costCentres, { id: trip.costCentreId });
  return {
    id: requestId,
    state: approvalStateAt(approval, deps.now()),
    company: findRow(deps.db, companies, { id: approval.companyId })?.name ?? "",
    bookedBy: booker ? fullName(booker) : "",
    costCentre: centre?.name ?? "",
    reference: trip.billingReference,
    trips: shownApprovals.map(({ trip: each }) => ({
      number: each.number,
      pickupAt: iso(each.pickupAt),
      pickup: each.pickupName,
      dropoff: each.dropoffName,
      passenger: each.passengerName,
    })),
    amountMinor: amountOf(all),
    currency: trip.currency,
    deadlineAt: iso(approval.deadlineAt),
  };
}

/** Returns the requests of a company that wait and are in time, for its manager. 404 for anybody else. */
export function listApprovalRequests(
  deps: Deps,
  companyId: string,
  riderId: string,
): ApprovalRequests {
  requireManager(deps.db, companyId, riderId);
  const waitingRequests = deps.db
    .selectDistinct({ requestId: tripApprovals.requestId, deadlineAt: tripApprovals.deadlineAt })
    .from(tripApprovals)
    // Written like the condition of the partial index, so that SQLite uses it.
    .where(
      and(
        eq(tripApprovals.companyId, companyId),
        sql`${tripApprovals.state} = 'waiting'`,
        gt(tripApprovals.deadlineAt, deps.now()),
      ),
    )
    .orderBy(asc(tripApprovals.deadlineAt))
    .limit(50)
    .all();
  return { requests: waitingRequests.map(({ requestId }) => readApprovalRequest(deps, requestId)) };
}

/**
 * Requests and records the approval of trips by the managers of the company that pays. Without an answer in time, the
 * company's rule decides.
 */
import { and, eq, exists, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { findRow, insertRow } from "../../../db/rows";
import { riders } from "../../../db/schema/accounts";
import { companies, companyMembers, type StoredCompanyMember } from "../../../db/schema/companies";
import type { StoredTrip } from "../../../db/schema/reservations";
import {
  approvalLinks,
  type StoredTripApproval,
  tripApprovals,
} from "../../../db/schema/trip-approvals";
import type { Tx } from "../../../db/writer";
import { fullName } from "../../accounts/name-rules";
import { logOnCompany } from "../../companies/actions";
import { membershipOf } from "../../companies/queries";
import { type Actor, type Deps, SYSTEM_ACTOR } from "../../deps";
import { AppError } from "../../errors";
import { iso } from "../../formats/instants";
import { queueMessage, queueRiderMessage } from "../../notifications/outbox";
import { approvalRequest, tripApproved } from "../../notifications/texts/approval-texts";
import { hashToken } from "../../process/keys";
import { momentText } from "../../settings/local-time";
import { formatMoney } from "../../settings/money-rules";
import { readOperator, resolveLanguage } from "../../settings/queries";
import { announce, appendEvent, cancelInTransaction, changeReservation } from "../actions";
import { COMPANY_APPROVAL_ACTOR_ID } from "../event-rules";
import { tripsOfBooking } from "../vehicles/vehicle-queries";
import type { AnswerApproval } from "./approval-contract";
import {
  amountOf,
  approvalOf,
  approvalLinkOf,
  managersOf,
  tripsOfRequest,
} from "./approval-queries";
import {
  approvalDueAt,
  needsApproval,
  approvalStateAt,
  statesBeforeDriving,
} from "./approval-rules";

/**
 * Requests approval of trips together from the managers of the company that pays, if its rule requires it. Trips that a
 * manager books for themselves need none, nor do trips that are already approved or waiting. Trips that a manager books
 * for a member (`isByManager`) are approved at once. Returns whether the trips wait.
 */
export function requestApproval(
  deps: Deps,
  tx: Tx,
  trips: readonly StoredTrip[],
  now: number,
  isByManager = false,
): boolean {
  const billedTrips = trips.filter(
    ({ companyId, state }) => companyId !== null && state !== "quote",
  );
  const [first] = billedTrips;
  const company = first?.companyId ? findRow(tx, companies, { id: first.companyId }) : undefined;
  if (!first || !company || company.approval === "never") return false;
  const booker = first.riderId === null ? null : membershipOf(tx, company.id, first.riderId);
  if (booker?.role === "manager" && booker.approvedAt !== null) return false;
  const totalMinor = billedTrips.reduce((sum, { fareMinor }) => sum + fareMinor, 0);
  const before = approvalOf(tx, first.id);
  const isSameCompany = before?.companyId === company.id;
  if (isSameCompany && before.state === "waiting") return true;
  if (isSameCompany && before.state === "approved" && totalMinor <= before.amountMinor)
    return false;
  if (!needsApproval(company, { minor: totalMinor, currency: first.currency })) return false;
  const deadlineAt = approvalDueAt(now, first.pickupAt, company);
  const requestId = Bun.randomUUIDv7();
  const ids = billedTrips.map(({ id }) => id);
  tx.delete(tripApprovals).where(inArray(tripApprovals.reservationId, ids)).run();
  for (const { id, number, state } of billedTrips) {
    insertRow(tx, tripApprovals, {
      reservationId: id,
      requestId,
      companyId: company.id,
      amountMinor: totalMinor,
      state: isByManager ? "approved" : "waiting",
      deadlineAt,
      createdAt: now,
      answeredAt: isByManager ? now : null,
    });
    const event = isByManager
      ? { kind: "approval_given" as const }
      : { kind: "approval_requested" as const, until: iso(deadlineAt) };
    const actor = isByManager ? companyActor(company.name) : SYSTEM_ACTOR;
    appendEvent(tx, deps, { id, number, from: state, to: state, actor, now, event });
  }
  if (isByManager) return false;
  const request = { company: company.name, requestId, minor: totalMinor, deadlineAt };
  for (const member of managersOf(tx, company.id))
    requestManagerApproval(deps, tx, member, first, request, now);
  return true;
}

/**
 * As `requestApproval`, after a trip has become dearer: for all trips of its request, or for all vehicles of its
 * booking.
 */
export function requestApprovalAgain(deps: Deps, tx: Tx, row: StoredTrip, now: number): void {
  const before = approvalOf(tx, row.id);
  const bookedTrips = before
    ? tripsOfRequest(tx, before.requestId).map(({ trip }) => trip)
    : tripsOfBooking(tx, row).filter(({ companyId }) => companyId === row.companyId);
  const trips = bookedTrips.filter(isBeforeDriving);
  requestApproval(deps, tx, trips.length > 0 ? trips : [row], now);
}

/**
 * Adds a vehicle that dispatch adds to a booking to the booking's request for approval. If the booking is already
 * approved, requests approval for all of it if it costs more.
 */
export function joinApprovalRequest(
  deps: Deps,
  tx: Tx,
  trip: StoredTrip,
  added: StoredTrip,
  now: number,
): void {
  const approval = approvalOf(tx, trip.id);
  if (approval?.state !== "waiting" && approval?.state !== "approved") return;
  const { id, number, state } = added;
  insertRow(tx, tripApprovals, { ...approval, reservationId: id });
  if (approval.state === "approved") {
    requestApprovalAgain(deps, tx, added, now);
    return;
  }
  const event = { kind: "approval_requested" as const, until: iso(approval.deadlineAt) };
  appendEvent(tx, deps, { id, number, from: state, to: state, actor: SYSTEM_ACTOR, now, event });
}

/**
 * Deletes the approval of a trip that another company now pays for, so that the first company neither sees it nor
 * decides on it.
 */
export function withdrawApproval(tx: Tx, reservationId: string): void {
  tx.delete(tripApprovals).where(eq(tripApprovals.reservationId, reservationId)).run();
}

const isBeforeDriving = ({ state }: StoredTrip) => statesBeforeDriving.includes(state);

function requestManagerApproval(
  deps: Deps,
  tx: Tx,
  member: StoredCompanyMember,
  trip: StoredTrip,
  request: { company: string; requestId: string; minor: number; deadlineAt: number },
  now: number,
): void {
  const { requestId } = request;
  const token = deps.keys.linkToken("trip_approval", `${requestId} ${member.id}`);
  insertRow(tx, approvalLinks, {
    tokenHash: hashToken(token),
    requestId,
    memberId: member.id,
    createdAt: now,
  });
  const rider = member.riderId === null ? undefined : findRow(tx, riders, { id: member.riderId });
  const language = resolveLanguage({ db: tx }, rider?.language);
  queueMessage(tx, deps, {
    to: { type: member.identifier.includes("@") ? "email" : "phone", value: member.identifier },
    riderId: member.riderId,
    reservationId: trip.id,
    message: approvalRequest({
      language,
      brand: readOperator({ db: tx }).brand,
      company: request.company,
      number: trip.number,
      time: momentText(trip.pickupAt, trip.timeZone, language),
      amount: formatMoney(request.minor, trip.currency, language),
      until: momentText(request.deadlineAt, trip.timeZone, language),
      url: `${deps.config.publicUrl}/approve/${token}`,
    }),
  });
}

type Answer = z.output<typeof AnswerApproval>;

/**
 * Carries out a manager's answer that was given by link. Errors as `answerApprovalRequest`, and 404 for an unknown
 * link.
 */
export function answerApprovalByLink(deps: Deps, token: string, input: Answer): Promise<void> {
  return answerRequest(deps, (tx) => approvalLinkOf(tx, token), input);
}

/** Carries out the answer of a signed-in manager. 404 unless they manage the company, 409 if the request has ended. */
export function answerApprovalRequest(
  deps: Deps,
  riderId: string,
  companyId: string,
  requestId: string,
  input: Answer,
): Promise<void> {
  const requestOf = (tx: Tx) => {
    const membership = membershipOf(tx, companyId, riderId);
    if (membership?.role !== "manager" || membership.approvedAt === null)
      throw new AppError("request.not_found");
    return { requestId, memberId: membership.id, companyId };
  };
  return answerRequest(deps, requestOf, input);
}

async function answerRequest(
  deps: Deps,
  findRequest: (tx: Tx) => { requestId: string; memberId: string; companyId?: string },
  input: Answer,
): Promise<void> {
  const now = deps.now();
  const changedTrips = await deps.write((tx) => {
    // Read in the transaction, so that the second of two simultaneous answers finds the request answered.
    const { requestId, memberId, companyId } = findRequest(tx);
    const all = tripsOfRequest(tx, requestId);
    const [first] = all;
    if (!first || (companyId !== undefined && first.approval.companyId !== companyId))
      throw new AppError("request.not_found");
    const waitingApprovals = all.filter(
      ({ approval }) => approvalStateAt(approval, now) === "waiting",
    );
    if (waitingApprovals.length === 0) throw new AppError("approval.ended");
    if (input.answer === "approve" && input.amountMinor !== amountOf(all))
      throw new AppError("approval.changed");
    const companyName = findRow(tx, companies, { id: first.approval.companyId })?.name ?? "";
    for (const { trip } of waitingApprovals)
      logOnCompany(tx, deps, {
        companyId: first.approval.companyId,
        actor: managerActor(tx, memberId, companyName),
        at: now,
        act: input.answer === "approve" ? "trip_approved" : "trip_declined",
        detail: { number: trip.number },
      });
    if (input.answer === "approve")
      return approveTrips(deps, tx, waitingApprovals, companyName, now);
    const reason = `${companyName}: ${input.reason}`;
    return declineTrips(deps, tx, waitingApprovals, {
      companyName,
      now,
      reason,
      state: "declined",
    });
  });
  announceTrips(deps, changedTrips);
}

/** Returns a manager as the actor in the company's log. Without an account, the actor has the company's name. */
function managerActor(tx: Tx, memberId: string, companyName: string): Actor {
  const riderId = findRow(tx, companyMembers, { id: memberId })?.riderId ?? null;
  const rider = riderId === null ? undefined : findRow(tx, riders, { id: riderId });
  return { kind: "rider", id: riderId, name: (rider && fullName(rider)) || companyName };
}

/** The company is the actor in a trip's log. Only the company's own log names the manager. */
const companyActor = (name: string): Actor => ({
  kind: "system",
  id: COMPANY_APPROVAL_ACTOR_ID,
  name,
});

type PendingApproval = { trip: StoredTrip; approval: StoredTripApproval };
type ChangedTrip = ReturnType<typeof cancelInTransaction>;

function announceTrips(deps: Deps, changedTrips: readonly ChangedTrip[]): void {
  for (const { row, offeredDriverIds } of changedTrips) announce(deps, row, offeredDriverIds);
}

function updateApproval(
  tx: Tx,
  { approval }: PendingApproval,
  change: Partial<StoredTripApproval>,
): void {
  tx.update(tripApprovals)
    .set(change)
    .where(eq(tripApprovals.reservationId, approval.reservationId))
    .run();
}

function approveTrips(
  deps: Deps,
  tx: Tx,
  waiting: readonly PendingApproval[],
  companyName: string,
  now: number,
  isAnswered = true,
): ChangedTrip[] {
  const amountMinor = amountOf(waiting);
  const rows = waiting.map((each) => {
    updateApproval(tx, each, {
      state: isAnswered ? "approved" : "unanswered",
      amountMinor,
      answeredAt: now,
    });
    return changeReservation(deps, tx, each.trip, {
      actor: companyActor(companyName),
      now,
      event: { kind: "approval_given", ...(!isAnswered && { unanswered: true }) },
    });
  });
  const [first] = rows;
  if (first && isAnswered)
    queueRiderMessage(
      tx,
      deps,
      { riderId: first.riderId, phone: first.passengerPhone },
      (language) =>
        tripApproved({
          language,
          brand: readOperator({ db: tx }).brand,
          company: companyName,
          number: first.number,
          url: `${deps.config.publicUrl}/trips/${first.id}`,
        }),
    );
  return rows.map((row) => ({ row, offeredDriverIds: [] }));
}

/** Cancels the trips that wait, without a fee. The people of the trips are notified with the reason. */
function declineTrips(
  deps: Deps,
  tx: Tx,
  waiting: readonly PendingApproval[],
  how: { companyName: string; now: number; reason: string; state: "declined" | "unanswered" },
): ChangedTrip[] {
  const { state, now, reason } = how;
  const actor = companyActor(how.companyName);
  return waiting.flatMap((each) => {
    updateApproval(tx, each, { state, answeredAt: now });
    if (!isBeforeDriving(each.trip)) return [];
    return [cancelInTransaction(tx, deps, each.trip, { actor, now, reason, waiveFee: true })];
  });
}

/**
 * Ends requests that nobody answered in time, as their companies' rules say. If none of the managers who were notified
 * is left, a request waits for dispatch.
 */
export async function endApprovals(deps: Deps): Promise<void> {
  const now = deps.now();
  const { requestId, state, deadlineAt } = tripApprovals;
  const { role, approvedAt } = companyMembers;
  const notifiedManagers = deps.db
    .select({ id: companyMembers.id })
    .from(approvalLinks)
    .innerJoin(companyMembers, eq(companyMembers.id, approvalLinks.memberId))
    .where(and(eq(approvalLinks.requestId, requestId), eq(role, "manager"), isNotNull(approvedAt)));
  const dueRequests = deps.db
    .selectDistinct({ requestId })
    .from(tripApprovals)
    // Written like the condition of the partial index, so that SQLite uses it.
    .where(and(sql`${state} = 'waiting'`, lte(deadlineAt, now), exists(notifiedManagers)))
    .all();
  for (const { requestId: id } of dueRequests) {
    try {
      announceTrips(deps, await deps.write((tx) => endApprovalRequest(deps, tx, id, now)));
    } catch (error) {
      // A failure must not delay the others. The next round tries this one again.
      deps.log.error("The request for approval {id} could not be ended: {error}", { id, error });
    }
  }
}

function endApprovalRequest(deps: Deps, tx: Tx, requestId: string, now: number): ChangedTrip[] {
  const waitingApprovals = tripsOfRequest(tx, requestId).filter(
    ({ approval }) => approval.state === "waiting" && approval.deadlineAt <= now,
  );
  const [first] = waitingApprovals;
  const company = first && findRow(tx, companies, { id: first.approval.companyId });
  if (!company) return [];
  const { name: companyName } = company;
  if (company.approvalUnanswered === "confirm")
    return approveTrips(deps, tx, waitingApprovals, companyName, now, false);
  // The message gives the rider the reason in their language.
  return declineTrips(deps, tx, waitingApprovals, {
    companyName,
    now,
    reason: "",
    state: "unanswered",
  });
}

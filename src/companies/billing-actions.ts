/** Bills a trip to a company, in the transaction that books or changes the trip. */
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { companies, costCentres, type StoredCompany } from "../../db/schema/companies";
import type { StoredTrip } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { AppError, type ErrorCode } from "../errors";
import type { BillTo, CompanyState } from "./contract";
import { claimInvitationsInTransaction } from "./member-actions";
import { membershipOf, owedMinor } from "./queries";
import {
  type BillingRefusal,
  billingRefusal,
  exampleReference,
  normalizedReference,
  exceedsCompanyLimit,
} from "./rules";
import { findRow } from "../../db/rows";
import { localTimeAt, localMonth } from "../settings/local-time";
import { formatMoney } from "../settings/money-rules";
import { readOperator } from "../settings/queries";

const refusalCodes: Record<BillingRefusal, ErrorCode> = {
  not_member: "company.not_member",
  not_approved: "company.not_approved",
  suspended: "company.suspended",
  cost_centre: "company.cost_centre",
  reference_missing: "company.reference_missing",
  reference_pattern: "company.reference_pattern",
  member_limit: "company.member_limit",
  limit_reached: "company.limit_reached",
};

/** The form field of each refusal, if it has one. */
const refusalFields: Partial<Record<BillingRefusal, string>> = {
  cost_centre: "billTo.costCentreId",
  reference_missing: "billTo.reference",
  reference_pattern: "billTo.reference",
};

/** The parts of a trip that count towards limits. */
type BilledTrip = Pick<StoredTrip, "fareMinor" | "currency" | "pickupAt">;

/**
 * Returns the columns of a trip that is billed to a company, or throws the refusal as 422. `riderId` is the rider who
 * books and must be a member; null means dispatch, which bills for anybody. `limitedMemberId` is the rider whose
 * monthly limit counts, null for nobody's. `fareMinor` is added to what the company owes now, so none of it may be owed
 * already.
 */
export function billToCompany(
  tx: Tx,
  billTo: z.output<typeof BillTo>,
  by: { riderId: string | null; limitedMemberId: string | null; now: number },
  trip: BilledTrip,
) {
  if (by.riderId !== null) claimInvitationsInTransaction(tx, by.now, by.riderId);
  const company = findRow(tx, companies, { id: billTo.companyId });
  // Non-members must not learn anything about a company, not even that it exists.
  if (!company) throw new AppError("company.not_member");
  const member = by.riderId === null ? null : membershipOf(tx, company.id, by.riderId);
  const monthUsage =
    by.limitedMemberId === null ? null : memberMonthUsageOf(tx, company, by.limitedMemberId, trip);
  const { referencePattern } = company;
  const refusal = billingRefusal({
    state: company.state,
    member:
      by.riderId === null
        ? "exempt"
        : !member
          ? "none"
          : member.approvedAt === null
            ? "waiting"
            : "active",
    requiresCostCentre: company.requiresCostCentre,
    requiresReference: company.requiresReference,
    costCentre: centreOf(tx, company.id, billTo.costCentreId),
    reference: billTo.reference,
    referencePattern,
    monthUsage,
    owedMinor: owedMinor(tx, company),
    addsMinor: trip.currency === company.currency ? trip.fareMinor : 0,
    creditLimitMinor: company.creditLimitMinor,
  });
  if (refusal === "member_limit" && monthUsage) throw memberLimitError(company, monthUsage);
  if (refusal) throw refusalError(refusal, referencePattern);
  return {
    payment: "account" as const,
    companyId: company.id,
    costCentreId: billTo.costCentreId,
    billingReference: normalizedReference(referencePattern, billTo.reference) ?? billTo.reference,
  };
}

function refusalError(refusal: BillingRefusal, referencePattern: string): AppError {
  const code = refusalCodes[refusal];
  const field = refusalFields[refusal];
  if (!field) return new AppError(code);
  const example = exampleReference(referencePattern);
  const error =
    refusal === "reference_pattern"
      ? new AppError(code, { message: `Enter a reference like ${example}.` })
      : new AppError(code);
  return new AppError(code, {
    message: error.message,
    fields: { [field]: error.message, ...(example && { example }) },
  });
}

type MemberMonthUsage = NonNullable<ReturnType<typeof memberMonthUsageOf>>;

/**
 * Returns a member's limit for the month of a pickup, and the cost of their trips in that month without the trip `id`.
 */
function memberMonthUsageOf(
  tx: Tx,
  company: StoredCompany,
  riderId: string,
  { pickupAt }: Pick<BilledTrip, "pickupAt">,
  id = "",
) {
  const limitMinor = membershipOf(tx, company.id, riderId)?.monthlyLimitMinor ?? null;
  if (limitMinor === null) return null;
  const { timeZone } = readOperator({ db: tx });
  const month = localTimeAt(pickupAt, timeZone).slice(0, 7);
  const { from, until } = localMonth(month, timeZone);
  const [usedSum] = tx.$client
    .query<{ sum: number }, [string, number, number, string, string, string]>(
      `SELECT coalesce(sum(CASE WHEN state IN ('cancelled', 'no_show', 'rejected')
         THEN coalesce(cancellation_fee_minor, 0) ELSE fare_minor END), 0) AS sum
       FROM reservations WHERE company_id = ? AND pickup_at >= ? AND pickup_at < ?
         AND rider_id = ? AND currency = ? AND id <> ?`,
    )
    .all(company.id, from, until, riderId, company.currency, id);
  return { month, limitMinor, usedMinor: usedSum?.sum ?? 0 };
}

function memberLimitError({ currency }: StoredCompany, usage: MemberMonthUsage): AppError {
  const month = usage.month.split("-").reverse().join("/");
  const limit = formatMoney(usage.limitMinor, currency);
  const left = formatMoney(Math.max(0, usage.limitMinor - usage.usedMinor), currency);
  return new AppError("company.member_limit", {
    message: `The company’s limit for this member is ${limit} a month. ${left} is left for ${month}.`,
    fields: { limit, left, month },
  });
}

/**
 * Throws 422 if a higher price of a trip that is already billed to a company would exceed what the company may owe.
 * `riderId` is the rider who raises the price or moves the trip to another month (null for dispatch): also throws 422
 * if they may not bill anything more to the company, or not that much in that month.
 */
export function assertWithinCreditLimit(
  tx: Tx,
  trip: BilledTrip & { id: string; companyId: string | null },
  fareMinor: number,
  riderId: string | null,
  pickupAt = trip.pickupAt,
): void {
  const addsMinor = fareMinor - trip.fareMinor;
  const company = trip.companyId === null ? null : findRow(tx, companies, { id: trip.companyId });
  if (!company || (addsMinor <= 0 && pickupAt === trip.pickupAt)) return;
  const isCounted = company.currency === trip.currency;
  if (riderId !== null && isCounted) {
    const monthUsage = memberMonthUsageOf(tx, company, riderId, { pickupAt }, trip.id);
    const addedInMonthMinor =
      monthUsage && monthUsage.month === memberMonthUsageOf(tx, company, riderId, trip)?.month
        ? addsMinor
        : 1;
    if (
      monthUsage &&
      addedInMonthMinor > 0 &&
      monthUsage.usedMinor + fareMinor > monthUsage.limitMinor
    )
      throw memberLimitError(company, monthUsage);
  }
  if (addsMinor <= 0) return;
  if (riderId !== null) assertCanBillCompany(tx, company, riderId);
  if (!isCounted) return;
  const { creditLimitMinor } = company;
  if (exceedsCompanyLimit({ owedMinor: owedMinor(tx, company), addsMinor, creditLimitMinor }))
    throw new AppError("company.limit_reached");
}

/** Returns the rider whose monthly limit counts for a trip that somebody else changes; null if they are no member. */
export function memberWithLimit(
  tx: Tx,
  { companyId, riderId }: Pick<StoredTrip, "companyId" | "riderId">,
): string | null {
  if (companyId === null || riderId === null) return null;
  return typeof membershipOf(tx, companyId, riderId)?.approvedAt === "number" ? riderId : null;
}

/** Throws 422 for a trip that is billed to a suspended company. */
export function assertCompanyActive(tx: Tx, { companyId }: { companyId: string | null }): void {
  const company = companyId === null ? undefined : findRow(tx, companies, { id: companyId });
  if (company?.state === "suspended") throw new AppError("company.suspended");
}

/** Throws 422 if a rider may not bill anything more to a company. */
export function assertCanBillCompany(
  tx: Tx,
  company: { id: string; state: CompanyState },
  riderId: string,
): void {
  const member = membershipOf(tx, company.id, riderId);
  if (!member) throw new AppError("company.not_member");
  if (member.approvedAt === null) throw new AppError("company.not_approved");
  if (company.state === "suspended") throw new AppError("company.suspended");
}

function centreOf(tx: Tx, companyId: string, id: string | null): "none" | "open" | "closed" {
  if (id === null) return "none";
  const [centre] = tx
    .select({ active: costCentres.active })
    .from(costCentres)
    .where(and(eq(costCentres.id, id), eq(costCentres.companyId, companyId)))
    .all();
  return centre?.active ? "open" : "closed";
}

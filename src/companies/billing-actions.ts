/** Puts a trip on a company's account, in the transaction that books or changes it. */
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { companies, costCentres } from "../../db/schema/companies";
import type { Tx } from "../../db/writer";
import { AppError, type ErrorCode } from "../errors";
import type { BillTo, CompanyState } from "./contract";
import { claimWithin } from "./member-actions";
import { membershipOf, owedMinor } from "./queries";
import { type BillingRefusal, billingRefusal, passesLimit } from "./rules";
import { findRow } from "../../db/rows";

const codes: Record<BillingRefusal, ErrorCode> = {
  not_member: "company.not_member",
  not_approved: "company.not_approved",
  suspended: "company.suspended",
  cost_centre: "company.cost_centre",
  reference_missing: "company.reference_missing",
  limit_reached: "company.limit_reached",
};

/** Which field a refusal is about, where there is one. */
const fields: Partial<Record<BillingRefusal, string>> = {
  cost_centre: "billTo.costCentreId",
  reference_missing: "billTo.reference",
};

/**
 * The columns of a trip that is billed to a company, or the refusal as 422. `riderId` books and must be
 * a member; null is dispatch, which bills for anybody. `fareMinor` is what the trip adds to what the
 * company owes by now: nothing of it is owed already.
 */
export function billToCompany(
  tx: Tx,
  billTo: z.output<typeof BillTo>,
  by: { riderId: string | null; now: number },
  trip: { fareMinor: number; currency: string },
) {
  if (by.riderId !== null) claimWithin(tx, by.now, by.riderId);
  const company = findRow(tx, companies, { id: billTo.companyId });
  // Non-members learn nothing of a company, not even that it exists.
  if (!company) throw new AppError("company.not_member");
  const member = by.riderId === null ? null : membershipOf(tx, company.id, by.riderId);
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
    owedMinor: owedMinor(tx, company),
    addsMinor: trip.currency === company.currency ? trip.fareMinor : 0,
    creditLimitMinor: company.creditLimitMinor,
  });
  if (refusal) {
    const code = codes[refusal];
    const field = fields[refusal];
    const error = new AppError(code);
    throw field ? new AppError(code, { fields: { [field]: error.message } }) : error;
  }
  return {
    payment: "account" as const,
    companyId: company.id,
    costCentreId: billTo.costCentreId,
    billingReference: billTo.reference,
  };
}

/**
 * Refuses with 422 when a trip that is billed to a company already would, by costing more, pass what
 * the company may owe; also when `riderId`, who makes it dearer (null is dispatch), may have nothing
 * billed to it any more.
 */
export function assertWithinCreditLimit(
  tx: Tx,
  trip: { companyId: string | null; currency: string; fareMinor: number },
  fareMinor: number,
  riderId: string | null,
): void {
  const addsMinor = fareMinor - trip.fareMinor;
  if (trip.companyId === null || addsMinor <= 0) return;
  const company = findRow(tx, companies, { id: trip.companyId });
  if (!company) return;
  if (riderId !== null) assertMayBillCompany(tx, company, riderId);
  if (company.currency !== trip.currency) return;
  const { creditLimitMinor } = company;
  if (passesLimit({ owedMinor: owedMinor(tx, company), addsMinor, creditLimitMinor }))
    throw new AppError("company.limit_reached");
}

/** Refuses with 422 a trip that is billed to a suspended company. */
export function assertNotSuspended(tx: Tx, { companyId }: { companyId: string | null }): void {
  const company = companyId === null ? undefined : findRow(tx, companies, { id: companyId });
  if (company?.state === "suspended") throw new AppError("company.suspended");
}

/** Refuses with 422 where a rider may have nothing more billed to a company. */
export function assertMayBillCompany(
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

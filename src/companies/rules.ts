/**
 * Who may have a trip billed to a company: a member whom dispatch has approved, while the company is
 * active, under one of its cost centres and with a reference where it wants them, and as long as what
 * it owes stays within its limit. It owes every active trip that is not invoiced, by its fare, or by
 * its fee once it was cancelled, and what is unpaid of its invoices. The limit itself may be reached. A member may have
 * a limit of their own for the trips of a month; dispatch books above it with a reason.
 * Dispatch bills a trip for anybody, member or not; the rest holds for dispatch too.
 */
import type { CompanyMember, CompanyState } from "./contract";

/** Why a trip is not billed to the company. */
export type BillingRefusal =
  | "not_member"
  | "not_approved"
  | "suspended"
  | "cost_centre"
  | "reference_missing"
  | "reference_pattern"
  | "member_limit"
  | "limit_reached";

/** What a refusal is decided by; `member` is "exempt" where dispatch bills. */
export type BillingFacts = {
  state: CompanyState;
  member: "none" | "waiting" | "active" | "exempt";
  requiresCostCentre: boolean;
  requiresReference: boolean;
  /** Whether the cost centre that was named, if one was, is the company's and takes trips. */
  costCentre: "none" | "open" | "closed";
  reference: string;
  referencePattern: string;
  /** The member's own limit and what their other trips of that month cost; null without one. */
  month: { limitMinor: number; usedMinor: number } | null;
  /** In the limit's currency. */
  owedMinor: number;
  /** What the trip adds to that: 0 when it is in another currency. */
  addsMinor: number;
  creditLimitMinor: number | null;
};

/** The first reason against it; null when the trip may be billed to the company. */
export function billingRefusal(facts: BillingFacts): BillingRefusal | null {
  if (facts.member === "none") return "not_member";
  if (facts.member === "waiting") return "not_approved";
  if (facts.state === "suspended") return "suspended";
  const needsCostCentre = facts.requiresCostCentre && facts.costCentre === "none";
  if (needsCostCentre || facts.costCentre === "closed") return "cost_centre";
  if (facts.reference === "") {
    if (facts.requiresReference) return "reference_missing";
  } else if (
    facts.referencePattern &&
    !normalizedReference(facts.referencePattern, facts.reference)
  )
    return "reference_pattern";
  const { month, addsMinor } = facts;
  if (month && addsMinor > 0 && month.usedMinor + addsMinor > month.limitMinor)
    return "member_limit";
  return exceedsCompanyLimit(facts) ? "limit_reached" : null;
}

/** Whether so much more passes the limit. Nothing more never does, however much is owed. */
export function exceedsCompanyLimit({
  owedMinor,
  addsMinor,
  creditLimitMinor,
}: Pick<BillingFacts, "owedMinor" | "addsMinor" | "creditLimitMinor">): boolean {
  return creditLimitMinor !== null && addsMinor > 0 && owedMinor + addsMinor > creditLimitMinor;
}

/** How far somebody is on their way into a company. */
export function membershipState(member: {
  riderId: string | null;
  approvedAt: number | null;
}): CompanyMember["standing"] {
  if (member.approvedAt === null) return "waiting";
  return member.riderId === null ? "invited" : "active";
}

/**
 * A reference as the pattern writes it, or null where it does not fit. `#` is a digit, `@` a letter, all else itself, in
 * capitals or not.
 */
export function normalizedReference(pattern: string, reference: string): string | null {
  const letters = [...reference];
  const characters = [...pattern].map((character, at) => {
    const letter = letters[at] ?? "";
    if (character === "#") return /^\d$/.test(letter) ? letter : null;
    if (character === "@") return /^\p{L}$/u.test(letter) ? letter.toUpperCase() : null;
    return character.toLowerCase() === letter.toLowerCase() ? character : null;
  });
  return characters.length === letters.length && !characters.includes(null)
    ? characters.join("")
    : null;
}

/** A reference that fits a pattern: `PO-1234` for `PO-####`. */
export function exampleReference(pattern: string): string {
  let digits = 0;
  let letters = 0;
  return pattern.replace(/[#@]/g, (character) =>
    character === "#" ? String(++digits % 10) : String.fromCharCode(65 + (letters++ % 26)),
  );
}

/**
 * Decides who may have a trip billed to a company. The member must be approved by dispatch, the company active, and
 * what it owes within its limit, which may be reached. If the company requires them, the trip needs one of its cost
 * centres and a reference. The company owes every active trip that is not invoiced, by its fare, or by its fee after a
 * cancellation, and the unpaid part of its invoices. A member may have a monthly limit for trips, which dispatch may
 * exceed with a reason. Dispatch bills a trip for anybody, member or not; all other conditions apply to dispatch too.
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

/** The facts that decide about a refusal. `member` is "exempt" if dispatch bills the trip. */
export type BillingFacts = {
  state: CompanyState;
  member: "none" | "waiting" | "active" | "exempt";
  requiresCostCentre: boolean;
  requiresReference: boolean;
  /** Whether a cost centre was named, and if so, whether it belongs to the company and can be used. */
  costCentre: "none" | "open" | "closed";
  reference: string;
  referencePattern: string;
  /** The member's own limit, and the cost of their other trips in that month; null without a limit. */
  monthUsage: { limitMinor: number; usedMinor: number } | null;
  /** The amount owed, in the limit's currency. */
  owedMinor: number;
  /** The amount that the trip adds to it; 0 if the trip is in another currency. */
  addsMinor: number;
  creditLimitMinor: number | null;
};

/** Returns the first reason against it; null if the trip may be billed to the company. */
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
  const { monthUsage, addsMinor } = facts;
  if (monthUsage && addsMinor > 0 && monthUsage.usedMinor + addsMinor > monthUsage.limitMinor)
    return "member_limit";
  return exceedsCompanyLimit(facts) ? "limit_reached" : null;
}

/** Returns whether an added amount exceeds the limit. An addition of 0 never does, whatever is owed. */
export function exceedsCompanyLimit({
  owedMinor,
  addsMinor,
  creditLimitMinor,
}: Pick<BillingFacts, "owedMinor" | "addsMinor" | "creditLimitMinor">): boolean {
  return creditLimitMinor !== null && addsMinor > 0 && owedMinor + addsMinor > creditLimitMinor;
}

/** Returns whether a person is invited, waiting for approval or active. */
export function membershipState(member: {
  riderId: string | null;
  approvedAt: number | null;
}): CompanyMember["standing"] {
  if (member.approvedAt === null) return "waiting";
  return member.riderId === null ? "invited" : "active";
}

/**
 * Returns a reference in the form of the pattern; null if it does not match. `#` is a digit, `@` a letter, and any
 * other character itself, in upper or lower case.
 */
export function normalizedReference(pattern: string, reference: string): string | null {
  const typedCharacters = [...reference];
  const characters = [...pattern].map((character, at) => {
    const typedCharacter = typedCharacters[at] ?? "";
    if (character === "#") return /^\d$/.test(typedCharacter) ? typedCharacter : null;
    if (character === "@")
      return /^\p{L}$/u.test(typedCharacter) ? typedCharacter.toUpperCase() : null;
    return character.toLowerCase() === typedCharacter.toLowerCase() ? character : null;
  });
  return characters.length === typedCharacters.length && !characters.includes(null)
    ? characters.join("")
    : null;
}

/** Returns a reference that matches a pattern: `PO-1234` for `PO-####`. */
export function exampleReference(pattern: string): string {
  let digitCount = 0;
  let letterCount = 0;
  return pattern.replace(/[#@]/g, (character) =>
    character === "#" ? String(++digitCount % 10) : String.fromCharCode(65 + (letterCount++ % 26)),
  );
}

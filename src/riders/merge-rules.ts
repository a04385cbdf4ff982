/**
 * Two accounts of one person become one. Of what both have and only one can stay, dispatch chooses name
 * and contacts; else what the kept rider has comes first, and of two blocks the kept one's. A contact
 * goes only where the other account has one of its kind. The accounts of companies that only one of them
 * rides on keep them apart until dispatch says that the membership is moved: anyone who signs in by a contact
 * of either rides on them afterwards. It cannot be undone.
 */
import { fullName } from "../accounts/name-rules";
import type { Identifier } from "../accounts/rules";
import type { MemberRole } from "../companies/contract";
import type { MergeConflict, MergeRiders, MergeSide } from "./merge-contract";

type Contacts = { phone: string | null; email: string | null };

/** What stays of both, and the contacts that go. */
export function combinedContacts(
  keptContacts: Contacts,
  mergedContacts: Contacts,
  chosen: Pick<MergeRiders, "phone" | "email">,
): Contacts & { removed: Identifier[] } {
  const pick = (kind: "phone" | "email") =>
    chosen[kind] === "kept"
      ? (keptContacts[kind] ?? mergedContacts[kind])
      : (mergedContacts[kind] ?? keptContacts[kind]);
  const phone = pick("phone");
  const email = pick("email");
  const removedIdentifiers = (type: "phone" | "email", keptValue: string | null): Identifier[] =>
    [keptContacts[type], mergedContacts[type]]
      .filter((value) => value !== null && value !== keptValue)
      .map((value) => ({ type, value: value ?? "" }));
  return {
    phone,
    email,
    removed: [...removedIdentifiers("phone", phone), ...removedIdentifiers("email", email)],
  };
}

/** What a rider may do in one company, joined or invited. */
export type Membership = { companyId: string; role: MemberRole; approved: boolean };

/**
 * Whether one of two riders may do something in a company that the other may not: merging them would give
 * it to anyone who signs in by the other's contacts.
 */
export function areCompaniesInConflict(
  keptMemberships: readonly Membership[],
  mergedMemberships: readonly Membership[],
): boolean {
  const lacks = (memberships: readonly Membership[], one: Membership) =>
    !memberships.some(
      ({ companyId, role, approved }) =>
        companyId === one.companyId && role === one.role && approved === one.approved,
    );
  return (
    keptMemberships.some((one) => lacks(mergedMemberships, one)) ||
    mergedMemberships.some((one) => lacks(keptMemberships, one))
  );
}

/** What a rider has besides what is shown of them. */
export type MergeFacts = {
  memberships: readonly Membership[];
  picture: boolean;
  choices: boolean;
  pending: boolean;
};

/** What both have and only one of them can stay, and what dispatch should look at afterwards. */
export function conflictsOf(
  kept: MergeSide & MergeFacts,
  merged: MergeSide & MergeFacts,
): MergeConflict[] {
  const isDifferent = (name: "phone" | "email" | "note" | "block") =>
    Boolean(kept[name] && merged[name] && kept[name] !== merged[name]);
  const conflicts: Record<MergeConflict, boolean> = {
    name: Boolean(fullName(kept) && fullName(merged) && fullName(kept) !== fullName(merged)),
    phone: isDifferent("phone"),
    email: isDifferent("email"),
    language: kept.language !== merged.language,
    note: isDifferent("note"),
    block: (kept.block === null) !== (merged.block === null) || isDifferent("block"),
    company: kept.memberships.some(({ companyId }) =>
      merged.memberships.some((theirs) => theirs.companyId === companyId),
    ),
    provider: kept.providers.some((one) => merged.providers.includes(one)),
    places: kept.places > 0 && merged.places > 0,
    standing_orders: kept.standingOrders > 0 && merged.standingOrders > 0,
    picture: kept.picture && merged.picture,
    choices: kept.choices && merged.choices,
    pending: merged.pending,
  };
  return (Object.keys(conflicts) as MergeConflict[]).filter((name) => conflicts[name]);
}

/** Whether two numbers are the same but for how they begin: a zero or a country's code too many. */
export function isSameNumber(a: string, b: string): boolean {
  const end = (phone: string) => phone.replace(/\D/g, "").slice(-8);
  return a !== b && end(a).length === 8 && end(a) === end(b);
}

/** An e-mail address as its mailbox has it: letter case, and the part after a plus, aside. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).split("+")[0] ?? ""}@${email.slice(at + 1)}`.toLowerCase();
}

/** A name by its words, whatever their order, case and accents. */
export function nameKey(name: string): string {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted()
    .join(" ");
}

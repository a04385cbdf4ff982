/**
 * The rules for merging two accounts of one person. Where only one value can stay, dispatch chooses the name and the
 * contacts. For everything else the kept rider's value stays, also for blocks. A contact is removed only if the other
 * account has one of its kind. If the two belong to different companies, dispatch must first confirm that memberships
 * move, because afterwards anybody who signs in with a contact of either can ride on these accounts. A merge cannot be
 * undone.
 */
import { fullName } from "../accounts/name-rules";
import type { Identifier } from "../accounts/rules";
import type { MemberRole } from "../companies/contract";
import type { MergeConflict, MergeRiders, MergeSide } from "./merge-contract";

type Contacts = { phone: string | null; email: string | null };

/** Returns the contacts that stay, and those that are removed. */
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

/** A rider's role in a company, as a member or invited. */
export type Membership = { companyId: string; role: MemberRole; approved: boolean };

/**
 * Whether one of two riders has rights in a company that the other has not. A merge would give them to anybody who
 * signs in with the other's contacts.
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

/** Facts of a rider that the comparison does not show. */
export type MergeFacts = {
  memberships: readonly Membership[];
  picture: boolean;
  choices: boolean;
  pending: boolean;
};

/** Returns the values that both have but of which only one can stay, and what dispatch should check afterwards. */
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

/** Whether two numbers differ only at the beginning, by a zero or a country code. */
export function isSameNumber(a: string, b: string): boolean {
  const end = (phone: string) => phone.replace(/\D/g, "").slice(-8);
  return a !== b && end(a).length === 8 && end(a) === end(b);
}

/** Returns the mailbox of an e-mail address: in lower case, without the part after a plus. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).split("+")[0] ?? ""}@${email.slice(at + 1)}`.toLowerCase();
}

/** Returns the words of a name for comparison, regardless of their order, case and accents. */
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

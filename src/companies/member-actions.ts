/** Manages the members of a company, who are invited by contact, join by signing in with it, leave or are removed. */
import { and, count, eq } from "drizzle-orm";
import type { StoredRider } from "../../db/schema/accounts";
import { companyMembers, type StoredCompanyMember } from "../../db/schema/companies";
import type { Tx } from "../../db/writer";
import { requireReachableContact } from "../accounts/codes/code-actions";
import { readTypedContact } from "../accounts/contact-queries";
import { findRider, findRiderByContact } from "../accounts/sign-in/rider-queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { queueMessage } from "../notifications/outbox";
import { companyInvitation } from "../notifications/texts/account-texts";
import { type CompanyAct, logOnCompany } from "./actions";
import type { ChangeMember, LimitColleague, MemberRole } from "./contract";
import { invitationsTo, loadCompany, membershipOf, requireManager } from "./queries";
import { findRow, insertRow, updateRow } from "../../db/rows";
import { requireRow } from "../rows";
import { readOperator, resolveLanguage } from "../settings/queries";

const MAX_MEMBERS = 1_000;

/**
 * Invites a contact and notifies the person. They join when they sign in with it and next open their companies. The
 * inviter does not learn whether the contact has an account. A manager's invitation waits for dispatch if the company
 * requires that. Throws 404 if a rider does not manage the company, 409 if the contact is already in it, 422 if the
 * contact cannot be reached.
 */
export async function inviteMember(
  deps: Deps,
  actor: Actor,
  companyId: string,
  input: { identifier: string; role: MemberRole },
): Promise<void> {
  const now = deps.now();
  const contact = readTypedContact(deps, input.identifier);
  if (!contact)
    throw new AppError("identifier.invalid", {
      fields: {
        identifier: "Enter an e-mail address, or a phone number with its country code.",
      },
    });
  requireReachableContact(deps, contact);
  await deps.write((tx) => {
    if (actor.kind === "rider") requireManager(tx, companyId, actor.id ?? "");
    const company = loadCompany(tx, companyId);
    const [existingMember] = tx
      .select({ id: companyMembers.id })
      .from(companyMembers)
      .where(
        and(eq(companyMembers.companyId, companyId), eq(companyMembers.identifier, contact.value)),
      )
      .all();
    if (existingMember) throw new AppError("company.member_known");
    const [countRow] = tx
      .select({ n: count() })
      .from(companyMembers)
      .where(eq(companyMembers.companyId, companyId))
      .all();
    if ((countRow?.n ?? 0) >= MAX_MEMBERS) throw new AppError("company.too_many_members");
    const needsApproval = actor.kind === "rider" && company.approvesMembers;
    insertRow(tx, companyMembers, {
      id: Bun.randomUUIDv7(),
      companyId,
      identifier: contact.value,
      role: input.role,
      approvedAt: needsApproval ? null : now,
      invitedAt: now,
    });
    logOnCompany(tx, deps, {
      companyId,
      actor,
      at: now,
      act: "member_invited",
      detail: { role: input.role },
    });
    const invitedRider = findRiderByContact(tx, contact);
    queueMessage(tx, deps, {
      to: contact,
      riderId: invitedRider?.id ?? null,
      message: companyInvitation({
        language: resolveLanguage(deps, invitedRider?.language),
        brand: readOperator(deps).brand,
        company: company.name,
        url: `${deps.config.publicUrl}/booking`,
      }),
    });
  });
}

/** Gives a member another role or limit, or approves them, for dispatch. Throws 404 if there is no such member. */
export async function changeMember(
  deps: Deps,
  actor: Actor,
  companyId: string,
  memberId: string,
  input: ChangeMember,
): Promise<void> {
  const now = deps.now();
  await deps.write((tx) => {
    const member = loadMember(tx, companyId, memberId);
    const isApproving = input.approved === true && member.approvedAt === null;
    updateRow(tx, companyMembers, memberId, {
      role: input.role,
      ...(isApproving && { approvedAt: now }),
      ...(input.monthlyLimitMinor !== undefined && { monthlyLimitMinor: input.monthlyLimitMinor }),
    });
    logOnCompany(tx, deps, {
      companyId,
      actor,
      at: now,
      act: isApproving ? "member_approved" : "member_changed",
      detail: { role: input.role },
    });
  });
}

/**
 * Limits the cost of a colleague's trips of a month; null removes the limit. Throws 404 unless the rider manages the
 * company.
 */
export async function limitMember(
  deps: Deps,
  actor: Actor & { id: string },
  companyId: string,
  memberId: string,
  { monthlyLimitMinor }: LimitColleague,
): Promise<void> {
  await deps.write((tx) => {
    requireManager(tx, companyId, actor.id);
    const { role } = loadMember(tx, companyId, memberId);
    updateRow(tx, companyMembers, memberId, { monthlyLimitMinor });
    logOnCompany(tx, deps, {
      companyId,
      actor,
      at: deps.now(),
      act: "member_changed",
      detail: { role },
    });
  });
}

/**
 * Removes a member from a company, or withdraws an invitation. Trips that the member booked stay billed to it. Managers
 * cannot remove themselves in this way; they leave. Throws 404 if there is no such member, or if the caller may not
 * remove them.
 */
export async function removeMember(
  deps: Deps,
  actor: Actor,
  companyId: string,
  memberId: string,
): Promise<void> {
  await deps.write((tx) => {
    if (actor.kind === "rider") requireManager(tx, companyId, actor.id ?? "");
    const member = loadMember(tx, companyId, memberId);
    if (actor.kind === "rider" && member.riderId === actor.id)
      throw new AppError("request.not_found");
    removeMembership(tx, deps, actor, member, "member_removed");
  });
}

/** Lets a rider leave a company. Throws 404 if they are no member. */
export async function leaveCompany(
  deps: Deps,
  actor: Actor & { id: string },
  companyId: string,
): Promise<void> {
  await deps.write((tx) => {
    const member = membershipOf(tx, companyId, actor.id);
    if (!member) throw new AppError("request.not_found");
    removeMembership(tx, deps, actor, member, "member_left");
  });
}

/**
 * Returns the member for whom a manager books on their company's account. Throws 422 unless both are now approved
 * there, one as a manager, and the member has an account with a name.
 */
export function colleagueOf(
  tx: Tx,
  managerId: string,
  billTo: { companyId: string } | undefined,
  memberId: string,
): StoredRider {
  const manager = billTo && membershipOf(tx, billTo.companyId, managerId);
  const member = findRow(tx, companyMembers, { id: memberId });
  const isOwnManager = manager?.companyId === member?.companyId && manager?.role === "manager";
  const rider =
    isOwnManager && manager.approvedAt !== null && member?.approvedAt && member.riderId
      ? findRider(tx, member.riderId)
      : undefined;
  if (!rider?.firstName || !rider.lastName) throw new AppError("company.not_colleague");
  return rider;
}

/**
 * Assigns the invitations to a rider's confirmed contacts to the rider. Writes to the database only if there are any.
 */
export async function claimInvitations(deps: Deps, riderId: string): Promise<void> {
  const rider = findRider(deps.db, riderId);
  if (!rider || invitationsTo(deps.db, rider).length === 0) return;
  await deps.write((tx) => claimInvitationsInTransaction(tx, deps.now(), riderId));
}

/** Does the same as `claimInvitations`, inside the caller's transaction. A rider who is invited twice joins once. */
export function claimInvitationsInTransaction(tx: Tx, now: number, riderId: string): void {
  const rider = findRider(tx, riderId);
  for (const invitation of rider ? invitationsTo(tx, rider) : []) {
    const joinedMember = membershipOf(tx, invitation.companyId, riderId);
    if (joinedMember) {
      const limits = [joinedMember, invitation].flatMap(
        ({ monthlyLimitMinor }) => monthlyLimitMinor ?? [],
      );
      // Both contacts were invited: the higher role, an approval and the lower limit apply.
      updateRow(tx, companyMembers, joinedMember.id, {
        role: invitation.role === "manager" ? "manager" : joinedMember.role,
        approvedAt: joinedMember.approvedAt ?? invitation.approvedAt,
        monthlyLimitMinor: limits.length > 0 ? Math.min(...limits) : null,
      });
      tx.delete(companyMembers).where(eq(companyMembers.id, invitation.id)).run();
    } else updateRow(tx, companyMembers, invitation.id, { riderId, joinedAt: now });
  }
}

function loadMember(tx: Tx, companyId: string, memberId: string): StoredCompanyMember {
  return requireRow(tx, companyMembers, { id: memberId, companyId });
}

function removeMembership(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  member: StoredCompanyMember,
  act: CompanyAct,
): void {
  tx.delete(companyMembers).where(eq(companyMembers.id, member.id)).run();
  logOnCompany(tx, deps, {
    companyId: member.companyId,
    actor,
    at: deps.now(),
    act,
    detail: { role: member.role },
  });
}

/** Reads two riders for comparison before a merge, and riders who may be the same person. */
import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import { riderIdentities, riders, sessions, type StoredRider } from "../../db/schema/accounts";
import { notificationChoices, quietHours } from "../../db/schema/notifications";
import { lostReports } from "../../db/schema/property";
import { reservations } from "../../db/schema/reservations";
import type { Db } from "../../db/open";
import { findBlock } from "../accounts/block-queries";
import { findCallers, loadCaller } from "../accounts/caller-queries";
import { findRider } from "../accounts/sign-in/rider-queries";
import { companiesOf, invitationsTo, loadCompany } from "../companies/queries";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { hashToken } from "../process/keys";
import type { DuplicateRider, MergeSide, MergeView } from "./merge-contract";
import {
  areCompaniesInConflict,
  conflictsOf,
  mailboxOf,
  type Membership,
  nameKey,
  isSameNumber,
  type MergeFacts,
} from "./merge-rules";
import { iso } from "../formats/instants";

/** The most records of each kind that are counted. */
const MAX_COUNTED_RECORDS = 1_000;
/** The most possible duplicates that are listed. */
const MAX_LISTED_DUPLICATES = 5;
/** How many of the latest trips are read to find how the rider pays. */
const MAX_LATEST_TRIPS = 50;

/**
 * Returns both riders and the result of merging them. 404 for an unknown rider, 422 for merging a rider into
 * themselves.
 */
export function previewMerge(db: Db, deps: Deps, keptId: string, mergedId: string): MergeView {
  if (keptId === mergedId) throw new AppError("rider_merge.self");
  const both = [mergeSideOf(db, deps, keptId), mergeSideOf(db, deps, mergedId)];
  const [keptRider, merged] = both;
  if (!keptRider || !merged) throw new AppError("request.not_found");
  const hasCompanyConflict = areCompaniesInConflict(
    keptRider.hiddenFacts.memberships,
    merged.hiddenFacts.memberships,
  );
  const conflicts = conflictsOf(
    { ...keptRider.side, ...keptRider.hiddenFacts },
    { ...merged.side, ...merged.hiddenFacts },
  );
  return {
    kept: keptRider.side,
    merged: merged.side,
    conflicts,
    refusal: hasCompanyConflict ? "rider_merge.companies" : null,
    seen: fingerprintOf([keptRider.side, merged.side], conflicts),
  };
}

/** Returns a fingerprint of everything on which dispatch decides. Any change of it gives another fingerprint. */
function fingerprintOf(sides: readonly MergeSide[], conflicts: readonly string[]): string {
  const fieldsOfSides = sides.map(
    ({ id, firstName, lastName, phone, email, note, block, companies }) => [
      id,
      firstName,
      lastName,
      phone,
      email,
      note,
      block,
      companies,
    ],
  );
  return hashToken(JSON.stringify([fieldsOfSides, conflicts]));
}

function mergeSideOf(db: Db, deps: Deps, id: string) {
  const row = findRider(db, id);
  if (!row) throw new AppError("request.not_found");
  const memberships = membershipsOf(db, row);
  const countFrom = (from: string, ...more: (string | number)[]) =>
    db.$client
      .query<{ found: number }, (string | number)[]>(
        `SELECT count(*) AS found FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED_RECORDS})`,
      )
      .get(id, ...more)?.found ?? 0;
  const side: MergeSide = {
    id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    language: row.language,
    createdAt: iso(row.createdAt),
    note: row.dispatchNote,
    block: findBlock(db, id)?.reason ?? null,
    companies: memberships.map(({ words }) => words),
    payments: paymentMethodsOf(db, id),
    providers: db
      .select({ provider: riderIdentities.provider })
      .from(riderIdentities)
      .where(eq(riderIdentities.riderId, id))
      .all()
      .map(({ provider }) => provider),
    trips: countFrom("reservations WHERE rider_id = ?"),
    underWay: countFrom(
      `reservations WHERE rider_id = ?
         AND state IN ('en_route', 'on_location', 'passenger_on_board')`,
    ),
    standingOrders: countFrom("standing_orders WHERE rider_id = ? AND state <> 'ended'"),
    places: countFrom("saved_places WHERE rider_id = ?"),
    openLostReports: countOpenReports(db, id),
    messages: countFrom("contact_messages WHERE rider_id = ?"),
    sessions: db
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(
          eq(sessions.audience, "rider"),
          eq(sessions.accountId, id),
          gt(sessions.expiresAt, deps.now()),
        ),
      )
      .all().length,
  };
  return { side, hiddenFacts: { ...hiddenFactsOf(db, row), memberships } };
}

/**
 * Returns the companies of which a rider is a member or to which they are invited, each once, as if the rider had
 * accepted the invitations.
 */
function membershipsOf(db: Db, rider: StoredRider): (Membership & { words: string })[] {
  const membershipByCompany = new Map<string, Membership & { isInvited: boolean }>();
  const joinedMemberships = companiesOf(db, rider.id).map(({ id, role, approved }) => ({
    companyId: id,
    role,
    approved,
    isInvited: false,
  }));
  const invitedMemberships = invitationsTo(db, rider).map(({ companyId, role, approvedAt }) => ({
    companyId,
    role,
    approved: approvedAt !== null,
    isInvited: true,
  }));
  for (const one of [...joinedMemberships, ...invitedMemberships]) {
    const before = membershipByCompany.get(one.companyId);
    membershipByCompany.set(one.companyId, {
      companyId: one.companyId,
      role: before?.role === "manager" ? "manager" : one.role,
      approved: one.approved || (before?.approved ?? false),
      isInvited: one.isInvited && (before?.isInvited ?? true),
    });
  }
  return [...membershipByCompany.values()]
    .map((one) => {
      const more = [
        ...(one.role === "manager" ? ["manager"] : []),
        ...(one.isInvited ? ["invited"] : []),
        ...(one.approved ? [] : ["waits for approval"]),
      ];
      const { name } = loadCompany(db, one.companyId);
      return { ...one, words: more.length > 0 ? `${name} (${more.join(", ")})` : name };
    })
    .toSorted((a, b) => a.words.localeCompare(b.words, "en"));
}

function countOpenReports(db: Db, id: string): number {
  return db
    .select({ id: lostReports.id })
    .from(lostReports)
    .where(and(eq(lostReports.riderId, id), inArray(lostReports.state, ["open", "matched"])))
    .limit(MAX_COUNTED_RECORDS)
    .all().length;
}

/** Returns the ways in which a rider's latest trips are paid, each once. */
function paymentMethodsOf(db: Db, id: string): string[] {
  const latestTrips = db
    .select({ payment: reservations.payment })
    .from(reservations)
    .where(eq(reservations.riderId, id))
    .orderBy(desc(reservations.pickupAt))
    .limit(MAX_LATEST_TRIPS)
    .all();
  return [...new Set(latestTrips.map(({ payment }) => payment))].toSorted();
}

function hiddenFactsOf(
  db: Db,
  { id, pictureFileId, pendingEmail, pendingPhone }: StoredRider,
): Omit<MergeFacts, "memberships"> {
  const chosen = db
    .select({ id: notificationChoices.riderId })
    .from(notificationChoices)
    .where(eq(notificationChoices.riderId, id))
    .limit(1)
    .all();
  const quiet = db
    .select({ id: quietHours.riderId })
    .from(quietHours)
    .where(eq(quietHours.riderId, id))
    .all();
  return {
    picture: pictureFileId !== null,
    choices: chosen.length + quiet.length > 0,
    pending: pendingEmail !== null || pendingPhone !== null,
  };
}

/**
 * Returns riders who may be the same person, the likeliest first: with the same number or mailbox in another spelling,
 * a contact that the rider has requested, or the same name. 404 for an unknown rider.
 */
export function listDuplicates(deps: Deps, id: string): DuplicateRider[] {
  const { row, caller } = loadCaller(deps.db, id);
  const reasonByRider = new Map<string, DuplicateRider["reason"]>();
  const add = (reason: DuplicateRider["reason"], ids: readonly string[]) => {
    for (const each of ids)
      if (each !== id && !reasonByRider.has(each)) reasonByRider.set(each, reason);
  };
  const query = (text: string) =>
    deps.db.$client.query<{ id: string; text: string }, string[]>(text);
  const { phone, email } = row;
  if (phone)
    add(
      "same_number",
      query("SELECT id, phone AS text FROM riders WHERE substr(phone, -4) = ?")
        .all(phone.slice(-4))
        .filter(({ text }) => isSameNumber(text, phone))
        .map((one) => one.id),
    );
  if (email) {
    const mailbox = mailboxOf(email);
    const [local = "", host = ""] = mailbox.split("@");
    add(
      "same_mailbox",
      query(
        `SELECT id, email AS text FROM riders
         WHERE email = ? OR (email >= ? AND email < ? AND email LIKE '%@' || ?)`,
      )
        // In text order, the comma comes after the plus.
        .all(mailbox, `${local}+`, `${local},`, host)
        .filter(({ text }) => mailboxOf(text) === mailbox)
        .map((one) => one.id),
    );
  }
  add("asked_for", ridersWithRequestedContact(deps.db, row));
  const key = nameKey(caller.name);
  // A single word is the name of many people.
  if (key.includes(" "))
    add(
      "same_name",
      findCallers(deps, caller.name, 20)
        .callers.filter(({ name }) => nameKey(name) === key)
        .map((one) => one.id),
    );
  return [...reasonByRider].slice(0, MAX_LISTED_DUPLICATES).map(([each, reason]) => {
    const { name, phone: theirs, email: address } = loadCaller(deps.db, each).caller;
    return { id: each, name, phone: theirs, email: address, reason };
  });
}

/** Returns the riders who have a contact that this rider has requested. */
function ridersWithRequestedContact(db: Db, { pendingEmail, pendingPhone }: StoredRider): string[] {
  const contactConditions = [
    ...(pendingEmail ? [eq(riders.email, pendingEmail)] : []),
    ...(pendingPhone ? [eq(riders.phone, pendingPhone)] : []),
  ];
  if (contactConditions.length === 0) return [];
  return db
    .select({ id: riders.id })
    .from(riders)
    .where(or(...contactConditions))
    .all()
    .map(({ id }) => id);
}

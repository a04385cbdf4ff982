import { fullName } from "../accounts/name-rules";
import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "../../db/open";
import { riders } from "../../db/schema/accounts";
import {
  companies,
  companyEvents,
  companyMembers,
  costCentres,
  type StoredCompany,
} from "../../db/schema/companies";
import { likePattern, fromCursor, TextCursor, toPage } from "../formats/cursors";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import {
  type CompaniesQuery,
  Company,
  type CompanyList,
  type CompanyMember,
  type CompanyRow,
  ManagedCompany,
  type MyCompany,
} from "./contract";
import { membershipState } from "./rules";
import { findRow } from "../../db/rows";
import { requireRow } from "../rows";
import { iso } from "../formats/instants";

const MAX_EVENTS = 30;

/** Lists companies by name, 25 a page. `q` searches name, e-mail address and tax number. */
export function listCompanies(deps: Deps, query: z.output<typeof CompaniesQuery>): CompanyList {
  const [name, id] = fromCursor(query.cursor, TextCursor) ?? ["", ""];
  const rows = deps.db.$client
    .query<Omit<CompanyRow, "owedMinor">, [string, string, string, number]>(
      `SELECT c.id, c.name, c.state, c.billing_email AS billingEmail, c.currency,
         c.credit_limit_minor AS creditLimitMinor,
         (SELECT count(*) FROM company_members m WHERE m.company_id = c.id) AS members
       FROM companies c
       WHERE (c.name, c.id) > (?, ?)
         AND c.name || ' ' || c.billing_email || ' ' || c.tax_number LIKE ? ESCAPE '\\'
       ORDER BY c.name, c.id LIMIT ?`,
    )
    .all(name, id, likePattern(query.q ?? ""), query.limit + 1);
  const { shown, nextCursor } = toPage(rows, query.limit, (last) => [last.name, last.id]);
  return {
    companies: shown.map((row) => ({ ...row, owedMinor: owedMinor(deps.db, row) })),
    nextCursor,
  };
}

/** Returns the stored row. Throws 404 if there is no such company. */
export function loadCompany(db: Db, id: string): StoredCompany {
  return requireRow(db, companies, { id });
}

/** Returns a whole company, for dispatch. Throws 404 if there is no such company. */
export function readCompany(deps: Deps, id: string): Company {
  const row = loadCompany(deps.db, id);
  const people = membersOf(deps.db, id);
  const events = deps.db
    .select()
    .from(companyEvents)
    .where(eq(companyEvents.companyId, id))
    .orderBy(desc(companyEvents.at), desc(companyEvents.id))
    .limit(MAX_EVENTS)
    .all();
  return Company.parse({
    ...row,
    owedMinor: owedMinor(deps.db, row),
    members: people.length,
    costCentres: costCentresOf(deps.db, id),
    people,
    events: events.map(({ id: eventId, at, actorName, act, detail }) => ({
      id: eventId,
      at: iso(at),
      actorName,
      act,
      detail,
    })),
  });
}

/**
 * Returns the amount that a company owes in its own currency, in minor units: trips that are not invoiced and not
 * cancelled for free, later price changes of invoiced trips, and the unpaid part of its invoices.
 */
export function owedMinor(db: Db, company: Pick<StoredCompany, "id" | "currency">): number {
  const { id, currency } = company;
  // Triggers maintain this sum, because a company may have a year of trips on no invoice.
  const [openTripsSum] = db.$client
    .query<{ sum: number }, [string, string]>(
      "SELECT open_minor AS sum FROM company_sums WHERE company_id = ? AND currency = ?",
    )
    .all(id, currency);
  const [billedSum] = db.$client
    .query<{ sum: number }, [string, string]>(
      `SELECT coalesce(sum(CASE kind WHEN 'invoice' THEN total_minor ELSE -total_minor END), 0) AS sum
       FROM invoices WHERE company_id = ? AND currency = ?`,
    )
    .all(id, currency);
  const [paidSum] = db.$client
    .query<{ sum: number }, [string, string]>(
      `SELECT coalesce(sum(p.amount_minor), 0) AS sum
       FROM invoices i JOIN payments p ON p.invoice_id = i.id
       WHERE i.company_id = ? AND i.currency = ? AND p.state = 'succeeded'
         AND p.kind IN ('charge', 'capture', 'manual', 'refund')`,
    )
    .all(id, currency);
  // The same calculation as in `openDifference` of the invoices.
  const [correctedSum] = db.$client
    .query<{ sum: number }, [string, string]>(
      `SELECT coalesce(sum(CASE WHEN fare_minor > billed_minor THEN fare_minor - billed_minor
         ELSE fare_minor - (billed_minor - credited_minor) END), 0) AS sum
       FROM reservations INDEXED BY reservations_misbilled
       WHERE company_id = ? AND billed_minor IS NOT NULL AND state IN ('completed', 'settled')
         AND (fare_minor > billed_minor OR fare_minor < billed_minor - credited_minor)
         AND currency = ?`,
    )
    .all(id, currency);
  return (
    (openTripsSum?.sum ?? 0) +
    (correctedSum?.sum ?? 0) +
    (billedSum?.sum ?? 0) -
    (paidSum?.sum ?? 0)
  );
}

/** Returns a company's cost centres by name, including those that are switched off. */
function costCentresOf(db: Db, companyId: string) {
  return db
    .select({ id: costCentres.id, name: costCentres.name, active: costCentres.active })
    .from(costCentres)
    .where(eq(costCentres.companyId, companyId))
    .orderBy(asc(costCentres.name))
    .all();
}

/** Returns a company's members in the order in which they were invited. */
function membersOf(db: Db, companyId: string): (CompanyMember & { riderId: string | null })[] {
  return db
    .select({
      member: companyMembers,
      firstName: riders.firstName,
      lastName: riders.lastName,
    })
    .from(companyMembers)
    .leftJoin(riders, eq(riders.id, companyMembers.riderId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(asc(companyMembers.invitedAt), asc(companyMembers.id))
    .all()
    .map(({ member, firstName, lastName }) => ({
      id: member.id,
      riderId: member.riderId,
      name: fullName({ firstName, lastName }),
      identifier: member.identifier,
      role: member.role,
      standing: membershipState(member),
      monthlyLimitMinor: member.monthlyLimitMinor,
    }));
}

/**
 * Returns the name of the manager who booked a trip for a member, from the company's log; undefined if there is none.
 */
export function bookerOf(
  db: Db,
  trip: { companyId: string | null; number: number; createdAt: number },
): string | undefined {
  const { companyId, at, act, detail, actorName } = companyEvents;
  if (trip.companyId === null) return undefined;
  const isAboutTrip = sql`json_extract(${detail}, '$.number') = ${trip.number}`;
  const [bookingEvent] = db
    .select({ name: actorName })
    .from(companyEvents)
    .where(
      and(
        eq(companyId, trip.companyId),
        eq(at, trip.createdAt),
        eq(act, "trip_booked"),
        isAboutTrip,
      ),
    )
    .all();
  return bookingEvent?.name;
}

/** Returns a rider's own row in a company; undefined if they are no member. */
export function membershipOf(db: Db, companyId: string, riderId: string) {
  return findRow(db, companyMembers, { companyId, riderId });
}

/** Returns the invitations to a rider's confirmed contacts that nobody has claimed. */
export function invitationsTo(db: Db, rider: { email: string | null; phone: string | null }) {
  const contacts = [rider.email, rider.phone].filter((contact) => contact !== null);
  if (contacts.length === 0) return [];
  return db
    .select()
    .from(companyMembers)
    .where(
      and(
        isNull(companyMembers.riderId),
        or(...contacts.map((contact) => eq(companyMembers.identifier, contact))),
      ),
    )
    .all();
}

/** Returns the companies to which a rider belongs, by name. */
export function companiesOf(db: Db, riderId: string): MyCompany[] {
  return db
    .select({ member: companyMembers, company: companies })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.riderId, riderId))
    .orderBy(asc(companies.name))
    .all()
    .map(({ member, company }) => ({
      id: company.id,
      name: company.name,
      state: company.state,
      role: member.role,
      approved: member.approvedAt !== null,
      requiresCostCentre: company.requiresCostCentre,
      requiresReference: company.requiresReference,
      referencePattern: company.referencePattern,
      costCentres: costCentresOf(db, company.id)
        .filter(({ active }) => active)
        .map(({ id, name }) => ({ id, name })),
    }));
}

/**
 * Returns whether a rider may have trips billed to a company: as an approved member of an active company. Does not
 * check limits.
 */
export function canBill(db: Db, companyId: string, riderId: string): boolean {
  const member = membershipOf(db, companyId, riderId);
  return (
    typeof member?.approvedAt === "number" &&
    findRow(db, companies, { id: companyId })?.state === "active"
  );
}

/** Throws 404 unless the rider is a manager of the company whom dispatch has approved. */
export function requireManager(db: Db, companyId: string, riderId: string): void {
  const member = membershipOf(db, companyId, riderId);
  if (member?.role !== "manager" || member.approvedAt === null)
    throw new AppError("request.not_found");
}

/** Returns a company for its manager. Throws 404 for anybody else. */
export function readManagedCompany(
  deps: Deps,
  companyId: string,
  riderId: string,
): ManagedCompany["company"] {
  requireManager(deps.db, companyId, riderId);
  const { id, name, currency, approvesMembers } = loadCompany(deps.db, companyId);
  return ManagedCompany.shape.company.parse({
    id,
    name,
    currency,
    approvesMembers,
    people: membersOf(deps.db, id).map((member) => ({
      ...member,
      isMe: member.riderId === riderId,
    })),
    costCentres: costCentresOf(deps.db, id),
  });
}

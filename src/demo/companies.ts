/** The demo's company: its people, cost centres, trips on account, and an invoice for the older trips. */
import { and, eq, inArray, lt } from "drizzle-orm";
import { riders } from "../../db/schema/accounts";
import { companies, companyMembers, costCentres } from "../../db/schema/companies";
import { reservations } from "../../db/schema/reservations";
import type { Tx } from "../../db/writer";
import { logOnCompany } from "../companies/actions";
import type { Fleet } from "./fleet";
import type { Random } from "./random";
import type { Deps } from "../deps";
import { issueInvoiceInTransaction } from "../invoices/actions";
import { localTimeAt } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import { insertRow } from "../../db/rows";

const DAY = 86_400_000;
const COST_CENTRES = ["Sales", "Operations"] as const;
const MEMBER_COUNT = 4;

/** Bills the trips of the demo's first riders to a company, and invoices the oldest of them. */
export function writeCompany(deps: Deps, tx: Tx, random: Random, fleet: Fleet): void {
  const { now, timeZone } = fleet;
  const since = now - 60 * DAY;
  const { currency } = readOperator(deps);
  const id = random.id(since);
  const [firstDispatcher] = fleet.dispatchers;
  insertRow(tx, companies, {
    id,
    name: "Nyungwe Coffee Ltd",
    billingAddress: "KG 9 Ave 41\nKigali",
    billingEmail: "accounts@nyungwe-coffee.example",
    taxNumber: "102 334 556",
    paymentTermDays: 30,
    creditLimitMinor: 5_000_000,
    currency,
    requiresCostCentre: false,
    requiresReference: false,
    approvesMembers: true,
    state: "active",
    note: "",
    createdAt: since,
    updatedAt: since,
    version: 1,
  });
  if (firstDispatcher)
    logOnCompany(tx, deps, { companyId: id, actor: firstDispatcher, at: since, act: "created" });
  const demoCostCentres = COST_CENTRES.map((name) => ({
    id: random.id(since),
    companyId: id,
    name,
    createdAt: since,
  }));
  tx.insert(costCentres).values(demoCostCentres).run();
  const memberRiderIds = fleet.riders.slice(0, MEMBER_COUNT).map(({ id: riderId }) => riderId);
  const people = tx.select().from(riders).where(inArray(riders.id, memberRiderIds)).all();
  for (const [at, riderId] of memberRiderIds.entries())
    insertRow(tx, companyMembers, {
      id: random.id(since),
      companyId: id,
      riderId,
      identifier: people.find((person) => person.id === riderId)?.email ?? "",
      role: at === 0 ? "manager" : "member",
      approvedAt: since,
      invitedAt: since,
      joinedAt: since,
    });
  for (const [at, riderId] of memberRiderIds.entries())
    tx.update(reservations)
      .set({
        payment: "account",
        companyId: id,
        costCentreId: demoCostCentres[at % demoCostCentres.length]?.id ?? null,
        billingReference: at === 0 ? "PO 2217" : "",
      })
      .where(eq(reservations.riderId, riderId))
      .run();
  const until = now - 7 * DAY;
  const [oldTrip] = tx
    .select({ id: reservations.id })
    .from(reservations)
    .where(
      and(
        eq(reservations.companyId, id),
        eq(reservations.state, "settled"),
        lt(reservations.pickupAt, until),
      ),
    )
    .limit(1)
    .all();
  if (oldTrip)
    issueInvoiceInTransaction(
      deps,
      tx,
      fleet.accountant,
      id,
      { currency, until: localTimeAt(until - DAY, timeZone).slice(0, 10) },
      random.id(now),
    );
}

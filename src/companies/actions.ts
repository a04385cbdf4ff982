/** Manages companies and their cost centres. Every action is recorded in the company's log. */
import { and, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import { companies, companyEvents, costCentres } from "../../db/schema/companies";
import type { Tx } from "../../db/writer";
import { INVALID_EMAIL, readEmail } from "../accounts/rules";
import { appendAudit } from "../audit/actions";
import { requireSeenRecord } from "../audit/concurrent-change-queries";
import type { AuditAction } from "../audit/contract";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { readOperator } from "../settings/queries";
import type { ChangeCompany, CompanyContact, SaveCompany, SaveCostCentre } from "./contract";
import { loadCompany, requireManager } from "./queries";
import { findRows, insertRow, updateRow } from "../../db/rows";

const MAX_COST_CENTRES = 200;

/** The actions on a company, with their codes and texts for the audit log. */
const acts = {
  created: ["company.added", "Added {company}"],
  changed: ["company.changed", "Changed {company}"],
  cost_centre_added: ["company.changed", "Added a cost centre to {company}"],
  cost_centre_changed: ["company.changed", "Changed a cost centre of {company}"],
  member_invited: ["company.people_changed", "Invited somebody to {company}"],
  member_changed: ["company.people_changed", "Changed somebody's role at {company}"],
  member_approved: ["company.people_changed", "Approved somebody at {company}"],
  member_removed: ["company.people_changed", "Removed somebody from {company}"],
  member_moved: ["company.people_changed", "Moved a member to their other account at {company}"],
  trip_booked: ["company.changed", "Booked a trip for a member of {company}"],
  trip_approved: ["company.changed", "Approved a trip of {company}"],
  trip_declined: ["company.changed", "Declined a trip of {company}"],
  member_left: ["company.people_changed", "Left {company}"],
  invoice_issued: ["invoice.issued", "Issued an invoice to {company}"],
  credit_note_issued: ["invoice.credited", "Issued a credit note to {company}"],
  invoice_mailed: ["invoice.mailed", "E-mailed an invoice to {company}"],
  invoice_reminded: ["invoice.mailed", "Sent an invoice reminder to {company}"],
  payment_recorded: ["invoice.payment_recorded", "Recorded a payment of {company}"],
  payment_reversed: ["invoice.payment_reversed", "Reversed a payment of {company}"],
  payment_refunded: ["invoice.payment_refunded", "Refunded a payment of {company}"],
} as const satisfies Record<string, readonly [AuditAction, string]>;

export type CompanyAct = keyof typeof acts;

/** Adds an entry to a company's log, and for actions of staff to the audit log too, inside the caller's transaction. */
export function logOnCompany(
  tx: Tx,
  deps: Deps,
  event: {
    companyId: string;
    actor: Actor;
    at: number;
    act: CompanyAct;
    detail?: Record<string, string | number>;
  },
): void {
  const { actor, detail = {}, ...rest } = event;
  insertRow(tx, companyEvents, {
    ...rest,
    id: Bun.randomUUIDv7(),
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    detail,
  });
  // Actions of riders in their company are recorded only in its own log.
  if (actor.kind !== "admin") return;
  const [action, words] = acts[event.act];
  appendAudit(tx, deps, {
    actor,
    at: event.at,
    action,
    subject: { kind: "company", id: event.companyId },
    summary: words.replace("{company}", () => loadCompany(tx, event.companyId).name),
    detail,
  });
}

/** Adds a company, with its limit in the operator's currency. Throws 409 if the name is taken. */
export async function addCompany(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof SaveCompany>,
): Promise<string> {
  const id = Bun.randomUUIDv7();
  const now = deps.now();
  await deps.write((tx) => {
    assertNameIsFree(tx, input.name, id);
    insertRow(tx, companies, {
      id,
      ...toColumns(input),
      currency: readOperator(deps).currency,
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    logOnCompany(tx, deps, { companyId: id, actor, at: now, act: "created" });
  });
  return id;
}

/** Changes a whole company. Throws 404, and 409 if it has changed in the meantime or the name is taken. */
export async function changeCompany(
  deps: Deps,
  actor: Actor,
  id: string,
  { version, ...input }: z.output<typeof ChangeCompany>,
): Promise<void> {
  const now = deps.now();
  const values = toColumns(input);
  await deps.write((tx) => {
    const before = loadCompany(tx, id);
    requireSeenRecord(tx, { kind: "company", id }, before, version);
    assertNameIsFree(tx, values.name, id);
    updateRow(tx, companies, id, { ...values, updatedAt: now, version: version + 1 });
    const changedFields = (Object.keys(values) as (keyof typeof values)[]).filter(
      (name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]),
    );
    if (changedFields.length > 0)
      logOnCompany(tx, deps, {
        companyId: id,
        actor,
        at: now,
        act: "changed",
        detail: {
          what: changedFields.join(", "),
          ...(values.state !== before.state && { state: values.state }),
        },
      });
  });
}

/** Returns the columns of a company. Throws 400 if an e-mail address is invalid. */
function toColumns<Input extends { billingEmail: string; contacts: CompanyContact[] }>(
  input: Input,
): Input {
  const requireEmail = (field: string, typed: string) => {
    const email = readEmail(typed);
    if (email === null)
      throw new AppError("request.invalid", { fields: { [field]: INVALID_EMAIL } });
    return email;
  };
  return {
    ...input,
    billingEmail: input.billingEmail && requireEmail("billingEmail", input.billingEmail),
    contacts: input.contacts.map((contact, index) => ({
      ...contact,
      email: requireEmail(`contacts.${index}.email`, contact.email),
    })),
  };
}

/**
 * Adds a cost centre (`centreId` null), or renames one and switches it on or off. Throws 404 for a rider who does not
 * manage the company, 409 if the name is taken.
 */
export async function saveCostCentre(
  deps: Deps,
  actor: Actor,
  companyId: string,
  centreId: string | null,
  input: z.output<typeof SaveCostCentre>,
): Promise<void> {
  const now = deps.now();
  await deps.write((tx) => {
    if (actor.kind === "rider") requireManager(tx, companyId, actor.id ?? "");
    loadCompany(tx, companyId);
    const centres = findRows(tx, costCentres, { companyId });
    if (centreId !== null && !centres.some(({ id }) => id === centreId))
      throw new AppError("request.not_found");
    const name = input.name.toLowerCase();
    if (centres.some((centre) => centre.id !== centreId && centre.name.toLowerCase() === name))
      throw new AppError("company.cost_centre_taken");
    if (centreId === null && centres.length >= MAX_COST_CENTRES)
      throw new AppError("company.too_many_cost_centres");
    if (centreId === null)
      insertRow(tx, costCentres, { id: Bun.randomUUIDv7(), companyId, ...input, createdAt: now });
    else updateRow(tx, costCentres, centreId, input);
    logOnCompany(tx, deps, {
      companyId,
      actor,
      at: now,
      act: centreId === null ? "cost_centre_added" : "cost_centre_changed",
      detail: { name: input.name },
    });
  });
}

function assertNameIsFree(tx: Tx, name: string, id: string): void {
  const sameNameCompanies = tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(sql`${companies.name} = ${name} COLLATE NOCASE`, ne(companies.id, id)))
    .all();
  if (sameNameCompanies.length > 0) throw new AppError("company.name_taken");
}

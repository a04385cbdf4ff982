import { and, eq, sql } from "drizzle-orm";
import {
  companies,
  companyEvents,
  companyMembers,
  companySums,
  costCentres,
  type StoredCompany,
} from "../../../db/schema/companies";
import { findRow, findRows, insertRow, updateRow } from "../../../db/rows";
import type { Db } from "../../../db/open";
import type { z } from "zod";
import { readEmail } from "../../accounts/rules";
import { CompanyContact, SaveCompany } from "../../companies/contract";
import { majorAmount } from "../../settings/money-rules";
import { yesOrNo } from "../value-rules";
import {
  exportedChoice,
  type ImportContext,
  type Kind,
  type LineReader,
  mergeColumns,
  refusePricedRecord,
} from "./kind";
import { riderOfContact } from "./riders";

type Company = z.output<typeof SaveCompany> & {
  given: (keyof typeof fields)[];
  centres: string[];
  people: { identifier: string; role: "manager" | "member" }[];
};

const fields = {
  name: "Name",
  billingAddress: "Billing address",
  billingEmail: "Billing e-mail",
  taxNumber: "Tax number",
  paymentTermDays: "Payment days",
  creditLimitMinor: "Credit limit",
  requiresCostCentre: "Needs cost centre",
  requiresReference: "Needs reference",
  referencePattern: "Reference pattern",
  approvesMembers: "Approves members",
  approval: "Approves trips",
  approvalAboveMinor: "Approves above",
  approvalWithinHours: "Hours to approve",
  approvalBeforeHours: "Hours before pickup",
  approvalUnanswered: "Without approval",
  contacts: "Copies to",
  state: "State",
  note: "Note",
};
const states = {
  active: "Active|enabled|open|actif|activo",
  suspended: "Suspended|inactive|disabled|closed|on hold|suspendu|inactif|suspendido|inactivo",
} as const;

const approvalWords = {
  never: "None|never|no",
  always: "All|always|yes",
  above: "Above an amount|above",
} as const;
const withoutApprovalWords = {
  confirm: "Confirmed|confirm",
  cancel: "Cancelled|cancel|canceled",
} as const;

/**
 * Reads who gets copies of which messages: `office@example.com (changes, receipts)`. An address without brackets gets
 * copies of all.
 */
function readCopyRecipients(line: LineReader): CompanyContact[] {
  const field = "Copies to";
  return line.list(field).flatMap((text) => {
    const [, contact = "", kinds] = /^([^(]*)(?:\((.*)\))?$/.exec(text) ?? [];
    const email = readEmail(contact.trim());
    const gets = CompanyContact.shape.gets.safeParse(
      kinds?.split(",").map((kind) => kind.trim().toLowerCase()) ?? [
        ...CompanyContact.shape.gets.element.options,
      ],
    );
    if (email !== null && gets.success) return [{ email, gets: gets.data }];
    line.fault(
      field,
      `“${text}” is not an e-mail address and its kinds of message, like office@example.com (changes, receipts)`,
    );
    return [];
  });
}

/** The import of companies with their cost centres and people. A company is identified by its name. */
export const companyImportKind: Kind<Company> = {
  read(line, { operator }) {
    const centres = line.list("Cost centres");
    for (const centre of centres)
      if (centre.length > 80)
        line.fault("Cost centres", `“${centre.slice(0, 20)}…” has more than 80 characters`);
    const contacts = (field: string) =>
      line
        .list(field)
        .map((text) => line.contact(field, text))
        .filter((each) => each !== null);
    const managers = contacts("Managers");
    const people = [
      ...managers.map((identifier) => ({ identifier, role: "manager" as const })),
      ...contacts("Members")
        .filter((identifier) => !managers.includes(identifier))
        .map((identifier) => ({ identifier, role: "member" as const })),
    ];
    const name = line.text("Name");
    const limit = line.amount("Credit limit", operator.currency);
    const parsed = line.parse(
      SaveCompany,
      {
        name,
        billingAddress: line.text("Billing address") || name,
        billingEmail: line.email("Billing e-mail") ?? "",
        taxNumber: line.text("Tax number"),
        paymentTermDays: line.figure("Payment days", 0, 180) ?? 30,
        creditLimitMinor: limit,
        requiresCostCentre: line.yes("Needs cost centre") ?? false,
        requiresReference: line.yes("Needs reference") ?? false,
        referencePattern: line.text("Reference pattern"),
        approvesMembers: line.yes("Approves members") ?? false,
        approval: line.choice("Approves trips", approvalWords) ?? undefined,
        approvalAboveMinor: line.amount("Approves above", operator.currency),
        approvalWithinHours: line.figure("Hours to approve", 1, 720) ?? undefined,
        approvalBeforeHours: line.figure("Hours before pickup", 0, 168) ?? undefined,
        approvalUnanswered: line.choice("Without approval", withoutApprovalWords) ?? undefined,
        contacts: readCopyRecipients(line),
        state: line.choice("State", states) ?? "active",
        note: line.text("Note"),
      },
      fields,
    );
    return (
      parsed && {
        ...parsed,
        given: line.filledColumns(fields),
        centres: [...new Set(centres)],
        people: [...new Map(people.map((each) => [each.identifier, each])).values()],
      }
    );
  },
  keys: ({ name }) => [name.toLowerCase()],
  describe: ({ name, people }) => (people.length > 0 ? `${name}, ${people.length} people` : name),
  find: ({ name }, { tx }) => companyOf(tx, name)?.id ?? null,
  insert({ given: _, centres, people, ...company }, context) {
    const { tx, now, operator, actor } = context;
    const id = Bun.randomUUIDv7();
    insertRow(tx, companies, {
      ...company,
      id,
      currency: operator.currency,
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    insertRow(tx, companyEvents, {
      id: Bun.randomUUIDv7(),
      companyId: id,
      at: now,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      act: "created",
      detail: {},
    });
    addCostCentresAndPeople(context, id, centres, people);
    return id;
  },
  merge(id, { given, centres, people, ...company }, context) {
    const { tx, options, now } = context;
    const row = findRow(tx, companies, { id });
    if (!row) return null;
    const { changes, before } = mergeColumns<StoredCompany>(
      row,
      company,
      options.duplicates === "update",
      given,
    );
    const addedIds = addCostCentresAndPeople(context, id, centres, people);
    if (Object.keys(changes).length === 0 && addedIds.length === 0) return null;
    updateRow(tx, companies, id, { ...changes, updatedAt: now, version: row.version + 1 });
    return { columns: { ...before, updatedAt: row.updatedAt }, added: addedIds };
  },
  stateForUndo: (db, id) => {
    const row = findRow(db, companies, { id });
    return row
      ? {
          row,
          centres: findRows(db, costCentres, { companyId: id }),
          people: findRows(db, companyMembers, { companyId: id }),
        }
      : null;
  },
  remove(tx, id, context) {
    refusePricedRecord(context, id);
    tx.delete(companyMembers).where(eq(companyMembers.companyId, id)).run();
    tx.delete(costCentres).where(eq(costCentres.companyId, id)).run();
    tx.delete(companyEvents).where(eq(companyEvents.companyId, id)).run();
    // The sums are zero after the company's trips are deleted.
    tx.delete(companySums)
      .where(and(eq(companySums.companyId, id), eq(companySums.trips, 0)))
      .run();
    tx.delete(companies).where(eq(companies.id, id)).run();
  },
  restore(tx, id, { columns, added }) {
    const row = findRow(tx, companies, { id });
    if (!row) return;
    // `merge` returned these ids.
    for (const each of added as string[]) {
      tx.delete(companyMembers).where(eq(companyMembers.id, each)).run();
      tx.delete(costCentres).where(eq(costCentres.id, each)).run();
    }
    updateRow(tx, companies, id, {
      ...(columns as Partial<StoredCompany>),
      version: row.version + 1,
    });
  },
  *lines({ tx }) {
    for (const row of tx
      .select()
      .from(companies)
      .orderBy(companies.createdAt, companies.id)
      .all()) {
      const people = tx
        .select()
        .from(companyMembers)
        .where(eq(companyMembers.companyId, row.id))
        .orderBy(companyMembers.id)
        .all();
      const membersWithRole = (role: string) =>
        people
          .filter((each) => each.role === role)
          .map(({ identifier }) => identifier)
          .join("; ");
      const amount = (minor: number | null) =>
        minor === null ? "" : majorAmount(minor, row.currency);
      yield {
        Name: row.name,
        "Billing address": row.billingAddress,
        "Billing e-mail": row.billingEmail,
        "Tax number": row.taxNumber,
        "Payment days": row.paymentTermDays,
        "Credit limit": amount(row.creditLimitMinor),
        "Needs cost centre": yesOrNo(row.requiresCostCentre),
        "Needs reference": yesOrNo(row.requiresReference),
        "Reference pattern": row.referencePattern,
        "Approves members": yesOrNo(row.approvesMembers),
        "Approves trips": exportedChoice(approvalWords[row.approval]),
        "Approves above": amount(row.approvalAboveMinor),
        "Hours to approve": row.approvalWithinHours,
        "Hours before pickup": row.approvalBeforeHours,
        "Without approval": exportedChoice(withoutApprovalWords[row.approvalUnanswered]),
        // The cast is safe because Livery stored these contacts itself.
        "Copies to": (row.contacts as CompanyContact[])
          .map(({ email, gets }) => `${email} (${gets.join(", ")})`)
          .join("; "),
        State: row.state === "active" ? "Active" : "Suspended",
        Note: row.note,
        "Cost centres": tx
          .select()
          .from(costCentres)
          .where(eq(costCentres.companyId, row.id))
          .orderBy(costCentres.createdAt, costCentres.id)
          .all()
          .map(({ name }) => name)
          .join("; "),
        Managers: membersWithRole("manager"),
        Members: membersWithRole("member"),
      };
    }
  },
};

/** Returns the company with a name. Letter case does not matter. */
export function companyOf(db: Db, name: string): StoredCompany | undefined {
  return db
    .select()
    .from(companies)
    .where(sql`${companies.name} = ${name} COLLATE NOCASE`)
    .all()[0];
}

/** Adds missing cost centres and people without notifying anybody. Returns their ids. */
function addCostCentresAndPeople(
  { tx, now }: ImportContext,
  companyId: string,
  centres: Company["centres"],
  people: Company["people"],
): string[] {
  const addedIds: string[] = [];
  const existingNames = findRows(tx, costCentres, { companyId }).map(({ name }) =>
    name.toLowerCase(),
  );
  for (const name of centres.filter((each) => !existingNames.includes(each.toLowerCase()))) {
    const id = Bun.randomUUIDv7();
    insertRow(tx, costCentres, { id, companyId, name, createdAt: now });
    addedIds.push(id);
  }
  const existingMembers = findRows(tx, companyMembers, { companyId });
  for (const { identifier, role } of people) {
    const riderId = riderOfContact(tx, identifier)?.id ?? null;
    if (
      existingMembers.some(
        (each) => each.identifier === identifier || (riderId !== null && each.riderId === riderId),
      )
    )
      continue;
    const id = Bun.randomUUIDv7();
    insertRow(tx, companyMembers, {
      id,
      companyId,
      identifier,
      role,
      approvedAt: now,
      invitedAt: now,
    });
    addedIds.push(id);
  }
  return addedIds;
}

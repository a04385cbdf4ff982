import { eq, getTableColumns } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { riders, sessions, type StoredRider } from "../../../db/schema/accounts";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import { fullName } from "../../accounts/name-rules";
import { line as lineText, lines as linesText } from "../../settings/text-contract";
import type { Language } from "../../settings/languages/languages-contract";
import { z } from "zod";
import { riderReferences } from "../../riders/merge-tables";
import { splitName } from "../value-rules";
import {
  RecordInUseError,
  type ImportContext,
  type Kind,
  LineRefusedError,
  mergeColumns,
  readNames,
} from "./kind";

/**
 * Columns that refer to a rider and that the database would delete or clear with the rider. For all other columns, it
 * refuses to delete the rider.
 */
const silentlyDeletedReferences = riderReferences.flatMap(({ table, column: name }) => {
  const column = getTableColumns(table)[name];
  const deletesSilently = getTableConfig(table).foreignKeys.some(
    (key) => /cascade|null/.test(key.onDelete ?? "") && key.reference().columns[0] === column,
  );
  return column && (deletesSilently || table === sessions) ? [{ table, column }] : [];
});

interface Rider {
  firstName: string | null;
  lastName: string | null;
  hasOneName: boolean;
  email: string | null;
  phone: string | null;
  language: Language | null;
  dispatchNote: string;
}

const Names = z.object({
  firstName: lineText.max(80),
  lastName: lineText.max(80),
  dispatchNote: linesText.max(2_000),
});
const nameFields = { firstName: "First name", lastName: "Last name", dispatchNote: "Note" };

/** The import of riders. A rider is identified by e-mail address or phone number. */
export const riderImportKind: Kind<Rider> = {
  read(line) {
    const names = readNames(line, splitName);
    const email = line.email("E-mail");
    const phone = line.phone("Phone");
    if (!email && !phone && line.faultCount === 0)
      line.fault("E-mail", "There is no e-mail address or phone number to recognise this rider by");
    const language = line.language("Language");
    const parsed = line.parse(Names, { ...names, dispatchNote: line.text("Note") }, nameFields);
    return (
      parsed && {
        firstName: parsed.firstName || null,
        lastName: parsed.lastName || null,
        hasOneName: names.hasOneName && parsed.lastName === "",
        email,
        phone,
        language,
        dispatchNote: parsed.dispatchNote,
      }
    );
  },
  keys: ({ email, phone }) => [email, phone].filter((each) => each !== null),
  describe: (rider) => [fullName(rider), rider.email, rider.phone].filter(Boolean).join(", "),
  find: (rider, { tx }) => findRiders(rider, tx)[0]?.id ?? null,
  insert(rider, { tx, now, operator }) {
    const id = Bun.randomUUIDv7();
    insertRow(tx, riders, {
      ...rider,
      id,
      language: rider.language ?? operator.riderLanguage,
      createdAt: now,
      updatedAt: now,
    });
    return id;
  },
  merge(id, { language, ...rider }, context) {
    const { tx, options, now } = context;
    const others = findRiders(rider, tx).filter((each) => each.id !== id);
    if (others.length > 0)
      throw new LineRefusedError(
        "Phone",
        "The e-mail address and the phone number belong to two different riders. Merge them first.",
      );
    const row = findRow(tx, riders, { id });
    if (!row) return null;
    const { hasOneName: _, ...values } = rider;
    const overwrites = options.duplicates === "update";
    const { changes, before } = mergeColumns<StoredRider>(
      row,
      { ...values, ...(overwrites && language && { language }) },
      overwrites,
    );
    if (Object.keys(changes).length === 0) return null;
    updateRow(tx, riders, id, { ...changes, updatedAt: now });
    return { ...before, updatedAt: row.updatedAt };
  },
  stateForUndo: (db, id) => findRow(db, riders, { id }) ?? null,
  remove(tx, id) {
    for (const { table, column } of silentlyDeletedReferences)
      if (tx.select({ id: column }).from(table).where(eq(column, id)).limit(1).all().length > 0)
        throw new RecordInUseError();
    tx.delete(riders).where(eq(riders.id, id)).run();
  },
  restore: (tx, id, before) => updateRow(tx, riders, id, before),
  *lines({ tx }) {
    for (const row of tx.select().from(riders).orderBy(riders.createdAt, riders.id).all())
      yield {
        "First name": row.firstName ?? "",
        "Last name": row.lastName ?? "",
        "One name": row.hasOneName ? "yes" : "",
        "E-mail": row.email ?? "",
        Phone: row.phone ?? "",
        Language: row.language,
        Note: row.dispatchNote,
      };
  },
};

/** Finds the riders with either contact. */
function findRiders(
  { email, phone }: Pick<Rider, "email" | "phone">,
  tx: ImportContext["tx"],
): StoredRider[] {
  const matches = [email, phone]
    .filter((each) => each !== null)
    .map((each) => riderOfContact(tx, each))
    .filter((each) => each !== undefined);
  return [...new Map(matches.map((row) => [row.id, row])).values()];
}

/** Finds the rider with a contact in its stored form. */
export function riderOfContact(tx: ImportContext["tx"], contact: string): StoredRider | undefined {
  return findRow(tx, riders, contact.includes("@") ? { email: contact } : { phone: contact });
}

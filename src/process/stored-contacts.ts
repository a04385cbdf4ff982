/**
 * Brings contacts that an older Livery stored into the form that `readContact` gives: SQL knows
 * neither UTS 46 nor numbering plans. Done once, in one transaction, before the server listens: a
 * kill in the middle leaves everything as it was, and the next start begins again.
 */
import { count, eq } from "drizzle-orm";
import { riders, riderTwins } from "../../db/schema/accounts";
import { statusNotes } from "../../db/schema/status";
import type { Tx } from "../../db/writer";
import { readTyped } from "../accounts/contact-queries";
import type { Deps } from "../deps";

const DONE = "contacts_normalized";

/** With more of them the start is late enough to say why. */
const MANY_RIDERS = 5_000;

/** So many accounts with another one's contact are named in the log. */
const NAMED = 5;

type Column = {
  table: string;
  column: string;
  /** Two rows must not have the same; of `company_members` within a company. */
  unique?: "table" | "company_id";
  where?: string;
};

/** Every column that holds a contact of somebody else than the operator. */
export const contactColumns: readonly Column[] = [
  { table: "riders", column: "email", unique: "table" },
  { table: "riders", column: "phone", unique: "table" },
  { table: "riders", column: "pending_email" },
  { table: "riders", column: "pending_phone" },
  { table: "rider_identities", column: "email" },
  { table: "admins", column: "email", unique: "table" },
  { table: "login_failures", column: "email" },
  // The limits on sending and guessing go on counting.
  { table: "codes", column: "identifier" },
  { table: "code_sends", column: "identifier" },
  { table: "code_guesses", column: "identifier" },
  { table: "outbox", column: "recipient", where: "channel <> 'push'" },
  { table: "drivers", column: "email", unique: "table" },
  { table: "drivers", column: "phone", unique: "table" },
  { table: "driver_applications", column: "email" },
  { table: "driver_applications", column: "phone" },
  { table: "companies", column: "billing_email" },
  { table: "company_members", column: "identifier", unique: "company_id" },
  { table: "contact_messages", column: "email" },
  { table: "contact_messages", column: "phone" },
  { table: "lost_reports", column: "contact" },
  { table: "reservations", column: "passenger_phone" },
  { table: "standing_orders", column: "passenger_phone" },
];

/**
 * Normalises what is stored, where that was not done yet. Of two accounts that turn out to have one
 * contact, the one that has it in the right form, else the older one, keeps it; the other keeps its
 * own spelling, by which nobody is found, and two riders are noted for dispatch to merge.
 */
export async function normalizeStoredContacts(deps: Deps): Promise<void> {
  const done = deps.db.select().from(statusNotes).where(eq(statusNotes.name, DONE)).all();
  if (done.length > 0) return;
  const riderCount = deps.db.select({ n: count() }).from(riders).get()?.n ?? 0;
  if (riderCount > MANY_RIDERS)
    deps.log.info(
      "Contacts are brought into one form, which takes some seconds: {riderCount} riders",
      {
        riderCount,
      },
    );
  const { twins, unreadable } = await deps.write((tx) => {
    const found = { twins: [] as Twin[], unreadable: {} as Record<string, number> };
    for (const column of contactColumns) {
      const { twins, unreadable } = normalizeColumn(tx, deps, column);
      found.twins.push(...twins);
      if (unreadable > 0) found.unreadable[`${column.table}.${column.column}`] = unreadable;
    }
    const at = deps.now();
    for (const { table, id, twinId } of found.twins)
      if (table === "riders")
        tx.insert(riderTwins).values({ riderId: id, twinId, at }).onConflictDoNothing().run();
    tx.insert(statusNotes)
      .values({
        name: DONE,
        at,
        detail: { twins: found.twins.length, unreadable: found.unreadable },
      })
      .run();
    return found;
  });
  if (twins.length > 0)
    deps.log.warning(
      "{count} accounts have the contact of another one, written in another way: {first}",
      {
        count: twins.length,
        first: twins
          .slice(0, NAMED)
          .map(({ table, id, twinId }) => `${table} ${id} and ${twinId}`)
          .join(", "),
      },
    );
  if (Object.keys(unreadable).length > 0)
    deps.log.warning(
      "These contacts can be no e-mail address and no phone number, and nobody is found by them: {unreadable}",
      { unreadable },
    );
}

type Twin = { table: string; id: string; twinId: string };

function normalizeColumn(tx: Tx, deps: Deps, { table, column, unique, where }: Column) {
  const client = tx.$client;
  // The oldest first: rows are numbered as they came.
  const rows = client
    .query<{ at: number; value: string }, []>(
      `SELECT rowid AS at, ${column} AS value FROM ${table}
       WHERE ${column} IS NOT NULL AND ${column} <> '' ${where ? `AND ${where}` : ""} ORDER BY rowid`,
    )
    .all();
  const known = new Map<string, string | null>();
  /** Null where it can be no contact. */
  const normal = (value: string) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const read = readTyped(deps, value)?.value ?? null;
    // A number stands on many trips, and on one account only.
    if (!unique) known.set(value, read);
    return read;
  };
  const scope = unique === "company_id" ? "AND o.company_id = t.company_id" : "";
  const holder = client.query<Twin, [number, string]>(
    `SELECT '${table}' AS "table", o.id AS id, t.id AS twinId FROM ${table} t
     JOIN ${table} o ON o.${column} = ?2 AND o.rowid <> t.rowid ${scope} WHERE t.rowid = ?1`,
  );
  const change = client.query<unknown, [string, number]>(
    `UPDATE ${table} SET ${column} = ? WHERE rowid = ?`,
  );
  const twins: Twin[] = [];
  let unreadable = 0;
  for (const { at, value } of rows) {
    const read = normal(value);
    if (read === null) unreadable++;
    if (read === null || read === value) continue;
    const [other] = unique ? holder.all(at, read) : [];
    if (other) twins.push(other);
    else change.run(read, at);
  }
  return { twins, unreadable };
}

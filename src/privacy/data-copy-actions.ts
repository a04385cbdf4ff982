/** Creates a copy of all stored data about a rider, as a ZIP that is written while it is read. */
import { and, eq } from "drizzle-orm";
import { getTableName } from "drizzle-orm";
import { files } from "../../db/schema/files";
import { privacyActs } from "../../db/schema/privacy";
import { findRider } from "../accounts/sign-in/rider-queries";
import { type Session, sessionFreshUntil } from "../accounts/sessions/session-queries";
import { appendAudit } from "../audit/actions";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readStoredFile } from "../files/store";
import { type CopiedTable, copyPageChunks } from "./data-copy-page";
import { remainingCopies, subjectOf } from "./queries";
import { privacyTreatments } from "./tables";
import { type Entry, zip } from "./zip";
import { insertRow } from "../../db/rows";
import { iso } from "../formats/instants";
import { readOperator } from "../settings/queries";

/**
 * Records that a copy is made, and yields its bytes. Throws 403 unless the rider has just signed in or entered a code,
 * 429 above five a day.
 */
export async function makeDataCopy(
  deps: Deps,
  session: Session,
): Promise<AsyncGenerator<Uint8Array>> {
  const riderId = session.accountId;
  const now = deps.now();
  await deps.write((tx) => {
    if (!findRider(tx, riderId)) throw new AppError("request.unauthenticated");
    if (sessionFreshUntil(tx, session.id, now) === null)
      throw new AppError("account.confirm_first");
    if (remainingCopies(tx, deps, riderId) === 0)
      throw new AppError("account.export_limit", { retryAfterSeconds: 3_600 });
    insertRow(tx, privacyActs, { id: Bun.randomUUIDv7(), riderId, act: "export", at: now });
    // The row above names the rider only until the account is erased. The audit log must name no rider.
    appendAudit(tx, deps, {
      actor: { kind: "rider", id: null, name: "A rider" },
      action: "privacy.exported",
      subject: { kind: "rider", id: null },
      summary: "A rider downloaded a copy of their data",
    });
  });
  return zip(zipEntries(deps, riderId, now), now);
}

async function* zipEntries(deps: Deps, riderId: string, now: number): AsyncGenerator<Entry> {
  const { db } = deps;
  const rider = findRider(db, riderId);
  if (!rider) return;
  const subject = subjectOf(db, rider);
  const copiedTables: CopiedTable[] = [];
  for (const { table, copy, shows = "" } of privacyTreatments) {
    if (typeof copy === "string") continue;
    const name = getTableName(table);
    const copiedTable: CopiedTable = { name, file: `data/${name}.json`, count: 0 };
    copiedTables.push(copiedTable);
    yield {
      name: copiedTable.file,
      content: jsonArray(copy(db, subject), shows.split(/\s+/), () => copiedTable.count++),
    };
  }
  const pictures = db
    .select({ id: files.id, contentType: files.contentType })
    .from(files)
    .where(and(eq(files.ownerKind, "rider"), eq(files.ownerId, riderId)))
    .all();
  const pictureNames: string[] = [];
  for (const { id, contentType } of pictures) {
    const content = await readStoredFile(deps, id);
    if (!content) continue;
    const name = `files/${id}.${contentType.split("/")[1] ?? "bin"}`;
    pictureNames.push(name);
    yield { name, content: [content], stored: true };
  }
  yield {
    name: "index.html",
    content: copyPageChunks(deps, rider, copiedTables, pictureNames, now),
  };
}

/** Yields these columns of rows as a JSON array, one row per line, with times that people and programs can read. */
function* jsonArray(
  rows: Iterable<Record<string, unknown>>,
  columns: readonly string[],
  onRow: () => void,
): Generator<string> {
  let prefix = "[\n";
  for (const row of rows) {
    onRow();
    const copiedRow = Object.fromEntries(
      Object.entries(row).filter(([name]) => columns.includes(name)),
    );
    yield prefix + JSON.stringify(copiedRow, readableValue);
    prefix = ",\n";
  }
  yield prefix === "[\n" ? "[]\n" : "\n]\n";
}

function readableValue(name: string, value: unknown): unknown {
  const isTimeField = typeof value === "number" && (name === "at" || name.endsWith("At"));
  return isTimeField ? iso(value) : value;
}

/** Returns the file name of the copy. */
export function copyFileName(deps: Deps): string {
  const day = new Date(deps.now()).toISOString().slice(0, 10);
  return `${readOperator(deps).brandSlug}-data-${day}.zip`;
}

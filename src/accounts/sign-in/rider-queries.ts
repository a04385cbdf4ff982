import { eq, sql } from "drizzle-orm";
import { riders, type StoredRider } from "../../../db/schema/accounts";
import { files } from "../../../db/schema/files";
import { prepared } from "../../../db/prepared";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { resolveLanguage } from "../../settings/queries";
import { readStoredFile } from "../../files/store";
import type { Rider } from "../contract";
import type { Identifier } from "../rules";

/** Returns the rider who has confirmed this contact. */
export function findRiderByContact(db: Db, identifier: Identifier): StoredRider | undefined {
  const column = identifier.type === "email" ? riders.email : riders.phone;
  return db.select().from(riders).where(eq(column, identifier.value)).get();
}

const riderById = prepared((db) =>
  db
    .select()
    .from(riders)
    .where(eq(riders.id, sql.placeholder("id")))
    .prepare(),
);

/** A rider's row. */
export function findRider(db: Db, id: string): StoredRider | undefined {
  return riderById(db).get({ id });
}

/** Returns a rider's picture; null if there is none. */
export async function readPicture(
  deps: Deps,
  riderId: string,
): Promise<{ contentType: string; content: Uint8Array<ArrayBuffer> } | null> {
  const file = deps.db
    .select({ id: files.id, contentType: files.contentType })
    .from(riders)
    .innerJoin(files, eq(files.id, riders.pictureFileId))
    .where(eq(riders.id, riderId))
    .get();
  const content = file && (await readStoredFile(deps, file.id));
  return content ? { contentType: file.contentType, content } : null;
}

/** Returns a rider's own profile. */
export function toRider(deps: Pick<Deps, "db">, row: StoredRider): Rider {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    hasOneName: row.hasOneName,
    email: row.email,
    phone: row.phone,
    // The address has the name of the file, so that a new picture has a new address.
    profilePic: row.pictureFileId
      ? `/backend/users/${row.id}/picture?v=${row.pictureFileId}`
      : null,
    pendingEmail: row.pendingEmail,
    pendingPhone: row.pendingPhone,
    language: resolveLanguage(deps, row.language),
  };
}

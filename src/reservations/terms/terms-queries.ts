/** Reads the operator's terms: the version in force, earlier ones, and what was accepted for a trip. */
import { count, desc } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { prepared } from "../../../db/prepared";
import { findRow } from "../../../db/rows";
import { acceptedTerms, type StoredTerms, termsVersions } from "../../../db/schema/terms";
import type { Tx } from "../../../db/writer";
import type { Deps } from "../../deps";
import { AppError } from "../../errors";
import { iso } from "../../formats/instants";
import type { Terms, TermsHistory, TripTerms } from "./terms-contract";

const newestTermsQuery = prepared((db) =>
  db.select().from(termsVersions).orderBy(desc(termsVersions.version)).limit(1).prepare(),
);

/** Returns the newest version, even if it is empty. Null before the first. */
export function newestTerms(db: Db | Tx): StoredTerms | null {
  return newestTermsQuery(db).all()[0] ?? null;
}

/** Returns the version that riders accept. Null if they accept none. */
export function termsInForce(db: Db | Tx): StoredTerms | null {
  const terms = newestTerms(db);
  return terms && terms.text + terms.cancellation !== "" ? terms : null;
}

/** Returns both texts as one, for a quote. */
export function combinedTerms({ text, cancellation }: Pick<StoredTerms, "text" | "cancellation">) {
  return [text, cancellation].filter(Boolean).join("\n\n");
}

/** Returns a version for everybody. 404 for an unknown or empty one. */
export function readTerms(deps: Deps, version: number): Terms {
  const row = findRow(deps.db, termsVersions, { version });
  if (!row || combinedTerms(row) === "") throw new AppError("request.not_found");
  return toTerms(row);
}

const toTerms = ({ version, text, cancellation, publishedAt }: StoredTerms): Terms => ({
  version,
  text,
  cancellation,
  publishedAt: iso(publishedAt),
});

/** Returns all versions, newest first. */
export function readTermsHistory(deps: Deps): TermsHistory {
  const acceptanceCounts = deps.db
    .select({ version: acceptedTerms.version, trips: count() })
    .from(acceptedTerms)
    .groupBy(acceptedTerms.version)
    .all();
  const tripCountByVersion = new Map(acceptanceCounts.map((row) => [row.version, row.trips]));
  return {
    versions: deps.db
      .select()
      .from(termsVersions)
      .orderBy(desc(termsVersions.version))
      .all()
      .map((row) => ({
        ...toTerms(row),
        publishedBy: row.publishedBy,
        trips: tripCountByVersion.get(row.version) ?? 0,
      })),
  };
}

/** Returns the accepted terms of a trip. Null if there are none. */
export function readTripTerms(db: Db | Tx, reservationId: string): TripTerms | null {
  const row = findRow(db, acceptedTerms, { reservationId });
  return row ? { version: row.version, how: row.how, acceptedAt: iso(row.acceptedAt) } : null;
}

/** Returns the address of the accepted terms of a trip. Null if none were accepted. */
export function termsUrl({ config }: Pick<Deps, "config">, db: Db | Tx, reservationId: string) {
  const accepted = readTripTerms(db, reservationId);
  return accepted && `${config.publicUrl}/terms/${accepted.version}`;
}

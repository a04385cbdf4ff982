/** Finds documents that dispatch must handle: those to review, those that expire soon, and trips after an expiry. */
import { fullName } from "../../accounts/name-rules";
import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import { affiliates } from "../../../db/schema/affiliates";
import { documents, type StoredDocument } from "../../../db/schema/documents";
import { drivers } from "../../../db/schema/drivers";
import { vehicles } from "../../../db/schema/vehicles";
import type { Deps } from "../../deps";
import type {
  DocumentKind,
  DocumentNotice,
  DocumentsNeedingAttention,
} from "../../documents/contract";
import { ownerKindAndId, inForceFilter, ownerOfRow } from "../../documents/record-actions";
import { daysLeft } from "../../documents/rules";
import { readOperator } from "../../settings/queries";

/** How long before its expiry a document is listed. */
const EXPIRY_NOTICE_MS = 30 * 86_400_000;
/** Trips overdue by more than this are left out. */
const MAX_OVERDUE_MS = 12 * 3_600_000;
/** The most documents of each kind. The strip shows the first few. */
const MAX_LISTED_DOCUMENTS = 50;

type DocumentWithOwner = { document: StoredDocument } & {
  driver: { firstName: string; lastName: string; state: "active" | "suspended" } | null;
  vehicle: { plate: string; state: "active" | "out_of_service" } | null;
  affiliate: { name: string; active: boolean } | null;
};

/** Returns the documents to review, the documents that expire soon, and the trips after an expiry. */
export function readDocumentsNeedingAttention(deps: Deps): DocumentsNeedingAttention {
  const now = deps.now();
  const { timeZone, requiredDocuments } = readOperator(deps);
  const toNotice = ({
    document,
    driver,
    vehicle,
    affiliate,
  }: DocumentWithOwner): DocumentNotice => {
    const owner = ownerKindAndId(ownerOfRow(document));
    return {
      id: document.id,
      kind: document.kind,
      owner: owner.kind,
      ownerId: owner.id,
      ownerName: driver ? fullName(driver) : (vehicle?.plate ?? affiliate?.name ?? ""),
      daysLeft: document.expiresAt === null ? null : daysLeft(document.expiresAt, now, timeZone),
    };
  };
  const documentsWithOwner = () =>
    deps.db
      .select({
        document: documents,
        driver: {
          firstName: drivers.firstName,
          lastName: drivers.lastName,
          state: drivers.state,
        },
        vehicle: { plate: vehicles.plate, state: vehicles.state },
        affiliate: { name: affiliates.name, active: affiliates.active },
      })
      .from(documents)
      .leftJoin(drivers, eq(drivers.id, documents.driverId))
      .leftJoin(vehicles, eq(vehicles.id, documents.vehicleId))
      .leftJoin(affiliates, eq(affiliates.id, documents.affiliateId));
  const waitingDocuments = documentsWithOwner()
    .where(sql`${documents.state} = 'pending_review'`)
    .orderBy(asc(documents.createdAt), asc(documents.id))
    .limit(MAX_LISTED_DOCUMENTS)
    .all();
  const expiringDocuments = documentsWithOwner()
    .where(
      and(
        inForceFilter,
        isNotNull(documents.expiresAt),
        lte(documents.expiresAt, now + EXPIRY_NOTICE_MS),
      ),
    )
    .orderBy(asc(documents.expiresAt))
    .all()
    .filter(({ document, driver, vehicle, affiliate }) =>
      affiliate
        ? affiliate.active
        : requiredDocuments.includes(document.kind) && (driver ?? vehicle)?.state === "active",
    );
  return {
    waiting: waitingDocuments.map(toNotice),
    ending: expiringDocuments.slice(0, MAX_LISTED_DOCUMENTS).map(toNotice),
    trips: tripsAfterExpiry(deps, requiredDocuments, now),
  };
}

type TripRow = { id: string; number: number; kind: DocumentKind; owner: string };

/**
 * Returns assigned trips whose pickup is after the expiry of a required document of their driver or vehicle, or of
 * their affiliate's insurance, soonest first. Uses the index `reservations_state`.
 */
function tripsAfterExpiry(
  deps: Deps,
  required: readonly string[],
  now: number,
): DocumentsNeedingAttention["trips"] {
  const expiredDocumentsSql = (owner: "driver" | "vehicle", name: string) => `
    SELECT r.id, r.number, r.pickup_at, d.kind, ${name} AS owner
    FROM reservations r INDEXED BY reservations_state
    JOIN documents d ON d.${owner}_id = r.${owner}_id AND d.state = 'valid'
      AND d.replaced_by_id IS NULL AND d.expires_at <= r.pickup_at
    JOIN ${owner}s o ON o.id = r.${owner}_id
    WHERE r.state = 'assigned' AND r.pickup_at >= ?`;
  const since = now - MAX_OVERDUE_MS;
  return deps.db.$client
    .query<TripRow, [number, number, number]>(
      `SELECT id, number, kind, owner FROM (
         ${expiredDocumentsSql("driver", "trim(o.first_name || ' ' || o.last_name)")} UNION ALL ${expiredDocumentsSql("vehicle", "o.plate")} UNION ALL
         SELECT r.id, r.number, r.pickup_at, d.kind, o.name AS owner
         FROM reservations r INDEXED BY reservations_state
         JOIN farm_outs f ON f.id = r.farm_out_id
         JOIN documents d ON d.affiliate_id = f.affiliate_id AND d.kind = 'affiliate_insurance'
           AND d.state = 'valid' AND d.replaced_by_id IS NULL AND d.expires_at <= r.pickup_at
         JOIN affiliates o ON o.id = f.affiliate_id
         WHERE r.state = 'assigned' AND r.pickup_at >= ?)
       ORDER BY pickup_at, id`,
    )
    .all(since, since, since)
    .filter(({ kind }) => kind === "affiliate_insurance" || required.includes(kind))
    .slice(0, MAX_LISTED_DOCUMENTS)
    .map(({ id, number, kind, owner }) => ({ reservationId: id, number, kind, ownerName: owner }));
}

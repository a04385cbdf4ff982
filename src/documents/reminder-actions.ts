/**
 * Reminds drivers and affiliates of documents that expire. Each reminder is sent once, even if several processes check.
 */
import { and, eq, exists, isNotNull, lte, or } from "drizzle-orm";
import type { Db } from "../../db/open";
import { affiliates, type StoredAffiliate } from "../../db/schema/affiliates";
import { documentReminders, documents, type StoredDocument } from "../../db/schema/documents";
import { drivers } from "../../db/schema/drivers";
import { vehicles } from "../../db/schema/vehicles";
import type { Tx } from "../../db/writer";
import type { Deps } from "../deps";
import { affiliateDocumentMessage } from "../notifications/texts/affiliate-texts";
import { documentExpiry } from "../notifications/texts/driver-texts";
import { notifyDriverAccount, queueAffiliateMessage } from "../notifications/outbox";
import { readOperator, resolveLanguage } from "../settings/queries";
import { AffiliateDocumentKind } from "./contract";
import { inForceFilter } from "./record-actions";
import { documentName } from "./kinds";
import { dueReminders, REMINDER_DAYS, lastDay } from "./rules";
import { findRows } from "../../db/rows";

/** The longest notice, plus the day on which it is due. */
const REMINDER_HORIZON_MS = (REMINDER_DAYS[0] + 1) * 86_400_000;

/**
 * Returns documents in force that expire soon or have expired. Those of a paused affiliate, of a suspended driver or of
 * a vehicle without an active driver are left out until there is somebody to remind. Uses the index `documents_expiry`.
 */
function expiringDocuments(db: Db | Tx, now: number) {
  const activeDrivers = db
    .select({ id: drivers.id })
    .from(drivers)
    .where(
      and(
        eq(drivers.state, "active"),
        or(eq(drivers.id, documents.driverId), eq(drivers.vehicleId, documents.vehicleId)),
      ),
    );
  return db
    .select({ document: documents, affiliate: affiliates })
    .from(documents)
    .leftJoin(affiliates, eq(affiliates.id, documents.affiliateId))
    .where(
      and(
        inForceFilter,
        isNotNull(documents.expiresAt),
        lte(documents.expiresAt, now + REMINDER_HORIZON_MS),
        or(eq(affiliates.active, true), exists(activeDrivers)),
      ),
    )
    .all();
}
type ExpiringDocument = ReturnType<typeof expiringDocuments>[number];

/** Queues the reminders that are due. */
export async function remindOfDocuments(deps: Deps): Promise<void> {
  const now = deps.now();
  const { timeZone } = readOperator(deps);
  const isDue = ({ document }: ExpiringDocument) =>
    dueDaysOf(deps.db, document, now, timeZone).length > 0;
  if (!expiringDocuments(deps.db, now).some(isDue)) return;
  await deps.write((tx) => {
    // Checked again in the transaction, because another process may have been faster.
    for (const expiring of expiringDocuments(tx, now))
      sendDocumentReminder(tx, deps, expiring, now, timeZone);
  });
}

function dueDaysOf(
  db: Db | Tx,
  row: StoredDocument,
  now: number,
  timeZone: string,
): readonly number[] {
  if (row.expiresAt === null) return [];
  const remindedDays = db
    .select({ days: documentReminders.daysBefore })
    .from(documentReminders)
    .where(
      and(eq(documentReminders.documentId, row.id), eq(documentReminders.expiresAt, row.expiresAt)),
    )
    .all()
    .map(({ days }) => days);
  return dueReminders(row.expiresAt, now, remindedDays, timeZone);
}

function sendDocumentReminder(
  tx: Tx,
  deps: Deps,
  { document: row, affiliate }: ExpiringDocument,
  now: number,
  timeZone: string,
): void {
  const { expiresAt } = row;
  const due = dueDaysOf(tx, row, now, timeZone);
  if (expiresAt === null || due.length === 0) return;
  tx.insert(documentReminders)
    .values(
      due.map((daysBefore) => ({ documentId: row.id, expiresAt, daysBefore, remindedAt: now })),
    )
    .run();
  if (affiliate) {
    remindAffiliate(tx, deps, affiliate, row, expiresAt);
    return;
  }
  const [vehicle] = row.vehicleId ? findRows(tx, vehicles, { id: row.vehicleId }) : [];
  const expiryFacts = {
    brand: readOperator(deps).brand,
    plate: vehicle?.plate ?? null,
    lastDay: lastDay(expiresAt, timeZone),
    expired: expiresAt <= now,
    url: `${deps.config.publicUrl}/driver/dashboard/management`,
  };
  const driverFilter = row.driverId
    ? eq(drivers.id, row.driverId)
    : eq(drivers.vehicleId, row.vehicleId ?? "");
  for (const driver of tx
    .select()
    .from(drivers)
    .where(and(driverFilter, eq(drivers.state, "active")))
    .all()) {
    notifyDriverAccount(tx, deps, driver, (t) =>
      documentExpiry(t, { ...expiryFacts, name: documentName(row.kind, t) }),
    );
  }
}

function remindAffiliate(
  tx: Tx,
  deps: Deps,
  affiliate: StoredAffiliate,
  { kind }: StoredDocument,
  expiresAt: number,
): void {
  const { brand, timeZone } = readOperator({ db: tx });
  const message = affiliateDocumentMessage(AffiliateDocumentKind.parse(kind), {
    language: resolveLanguage({ db: tx }, affiliate.language),
    brand,
    lastDay: lastDay(expiresAt, timeZone),
    isOver: expiresAt <= deps.now(),
  });
  queueAffiliateMessage(tx, deps, affiliate, message);
}

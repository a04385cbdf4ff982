/** Records related to a reservation: invoices, statements, and lost and found. */
import { asc, eq } from "drizzle-orm";
import { invoiceLines, invoices } from "../../../db/schema/invoices";
import { driverStatementLines, driverStatements } from "../../../db/schema/payouts";
import { foundItems, lostReports } from "../../../db/schema/property";
import type { Deps } from "../../deps";
import type { RelatedRecords } from "./related-records-contract";
import { loadTrip } from "../../reservations/trip-queries";

/**
 * Returns all related records. `canSeeLostProperty` is whether the reader may see the register of lost and found items.
 * 404 if the reservation does not exist.
 */
export function readRelatedRecords(
  deps: Deps,
  id: string,
  canSeeLostProperty: boolean,
): RelatedRecords {
  const { db } = deps;
  const trip = loadTrip(db, { actor: { kind: "admin" }, id });
  return {
    riderUrl: trip.riderId === null ? null : `${deps.config.publicUrl}/trips/${id}`,
    invoices: db
      .selectDistinct({ id: invoices.id, number: invoices.number, kind: invoices.kind })
      .from(invoiceLines)
      .innerJoin(invoices, eq(invoices.id, invoiceLines.invoiceId))
      .where(eq(invoiceLines.reservationId, id))
      .orderBy(asc(invoices.issuedAt), asc(invoices.id))
      .all(),
    statements: db
      .selectDistinct({ id: driverStatements.id, number: driverStatements.number })
      .from(driverStatementLines)
      .innerJoin(driverStatements, eq(driverStatements.id, driverStatementLines.statementId))
      .where(eq(driverStatementLines.reservationId, id))
      .orderBy(asc(driverStatements.number))
      .all(),
    lostReports: canSeeLostProperty
      ? db
          .select({
            id: lostReports.id,
            number: lostReports.number,
            what: lostReports.what,
            state: lostReports.state,
          })
          .from(lostReports)
          .where(eq(lostReports.reservationId, id))
          .orderBy(asc(lostReports.number))
          .all()
      : null,
    foundItems: canSeeLostProperty
      ? db
          .select({
            id: foundItems.id,
            number: foundItems.number,
            what: foundItems.what,
            state: foundItems.state,
          })
          .from(foundItems)
          .where(eq(foundItems.reservationId, id))
          .orderBy(asc(foundItems.number))
          .all()
      : null,
  };
}

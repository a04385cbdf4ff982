/** Reads payments at providers. */
import { desc, eq, isNotNull, isNull } from "drizzle-orm";
import { invoices } from "../../../db/schema/invoices";
import { paymentDifferences, type StoredPayLink } from "../../../db/schema/payment-links";
import { reservations } from "../../../db/schema/reservations";
import type { Deps } from "../../deps";
import { iso } from "../../formats/instants";
import { readOperator } from "../../settings/queries";
import { loadPayLinkSubject } from "../links/link-queries";
import type { DifferenceList } from "./online-contract";
import { differenceWords } from "./difference-rules";

/** How many differences are listed. The list should be empty. */
const MAX_LISTED_DIFFERENCES = 200;

/** Lists open or resolved differences, newest first. */
export function listDifferences(deps: Deps, isResolved: boolean): DifferenceList {
  const { resolvedAt } = paymentDifferences;
  const rows = deps.db
    .select({
      row: paymentDifferences,
      trip: { id: reservations.id, number: reservations.number },
      invoice: { id: invoices.id, number: invoices.number },
    })
    .from(paymentDifferences)
    .leftJoin(reservations, eq(reservations.id, paymentDifferences.reservationId))
    .leftJoin(invoices, eq(invoices.id, paymentDifferences.invoiceId))
    .where(isResolved ? isNotNull(resolvedAt) : isNull(resolvedAt))
    .orderBy(desc(paymentDifferences.foundAt), desc(paymentDifferences.id))
    .limit(MAX_LISTED_DIFFERENCES)
    .all();
  const amount = (amountMinor: number | null, currency: string | null) =>
    amountMinor === null || currency === null ? null : { amountMinor, currency };
  return {
    differences: rows.map(({ row, trip, invoice }) => ({
      id: row.id,
      kind: row.kind,
      ...differenceWords[row.kind],
      provider: row.provider,
      reference: row.ref,
      trip,
      invoice,
      expected: amount(row.expectedMinor, row.expectedCurrency),
      found: amount(row.foundMinor, row.foundCurrency),
      foundAt: iso(row.foundAt),
      resolved:
        row.resolvedAt === null
          ? null
          : { at: iso(row.resolvedAt), by: row.resolvedBy ?? "", note: row.note },
    })),
  };
}

/** Returns the text that payers read at the provider. */
export function paymentDescription(deps: Deps, link: StoredPayLink): string {
  const { brand } = readOperator(deps);
  const { trip, invoice } = loadPayLinkSubject(deps.db, link);
  if (!trip) return `${brand}: invoice ${invoice.number}`;
  return link.isTip ? `${brand}: tip for trip ${trip.number}` : `${brand}: trip ${trip.number}`;
}

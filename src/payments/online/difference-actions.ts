/** What a provider and the ledger do not agree on: told once, to those who keep the books, until one resolves it. */
import { and, isNotNull, isNull } from "drizzle-orm";
import { paymentDifferences } from "../../../db/schema/payment-links";
import { admins } from "../../../db/schema/accounts";
import { findRow, insertRow, updateRow } from "../../../db/rows";
import type { Tx } from "../../../db/writer";
import { may } from "../../accounts/permission-rules";
import { appendAudit } from "../../audit/actions";
import type { Actor, Deps } from "../../deps";
import { AppError } from "../../errors";
import { queueMessage } from "../../notifications/outbox";
import { paymentDiffers } from "../../notifications/texts/payment-texts";
import { formatMoney } from "../../settings/money-rules";
import { readOperator } from "../../settings/queries";
import { differenceWords } from "./difference-rules";

type NewDifference = Omit<
  typeof paymentDifferences.$inferInsert,
  "id" | "foundAt" | "resolvedAt" | "resolvedBy" | "note" | "foundMinor"
> & { foundMinor: number };

/** Writes a difference and mails the accountants, once for each. */
export function noteDifference(tx: Tx, deps: Deps, found: NewDifference): void {
  const { provider, ref, kind, foundMinor } = found;
  if (findRow(tx, paymentDifferences, { provider, ref, kind, foundMinor })) return;
  insertRow(tx, paymentDifferences, { ...found, id: Bun.randomUUIDv7(), foundAt: deps.now() });
  const { expectedMinor, expectedCurrency, foundCurrency } = found;
  const message = paymentDiffers({
    brand: readOperator(deps).brand,
    ...differenceWords[kind],
    expected:
      expectedMinor == null || !expectedCurrency
        ? null
        : formatMoney(expectedMinor, expectedCurrency),
    found: foundCurrency ? formatMoney(foundMinor, foundCurrency) : null,
    reference: ref,
    url: `${deps.config.publicUrl}/dispatch/dashboard/payment-differences`,
  });
  for (const value of bookkeepers(tx))
    queueMessage(tx, deps, { to: { type: "email", value }, message });
}

/** The addresses of all who keep the books. */
function bookkeepers(tx: Tx): string[] {
  return tx
    .select({ email: admins.email, role: admins.role })
    .from(admins)
    .where(and(isNotNull(admins.passwordHash), isNull(admins.deactivatedAt)))
    .all()
    .flatMap(({ email, role }) => (may(role, "billing.manage") ? [email] : []));
}

/** Closes a difference with a note. 404, 409 when that is done already. */
export async function resolveDifference(
  deps: Deps,
  actor: Actor,
  id: string,
  note: string,
): Promise<void> {
  await deps.write((tx) => {
    const row = findRow(tx, paymentDifferences, { id });
    if (!row) throw new AppError("request.not_found");
    if (row.resolvedAt !== null) throw new AppError("payment.difference_resolved");
    updateRow(tx, paymentDifferences, id, {
      resolvedAt: deps.now(),
      resolvedBy: actor.name,
      note,
    });
    appendAudit(tx, deps, {
      actor,
      action: "payment.difference_resolved",
      subject:
        row.reservationId === null
          ? { kind: "invoice", id: row.invoiceId }
          : { kind: "trip", id: row.reservationId },
      summary: "Resolved a difference with a payment provider",
    });
  });
}

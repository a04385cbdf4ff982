/** Settles many completed trips on a company's account at once. */
import type { StoredTrip } from "../../db/schema/reservations";
import { loadCompany } from "../companies/queries";
import type { Actor, Deps } from "../deps";
import { AppError } from "../errors";
import { announce } from "../reservations/actions";
import { loadTrip } from "../reservations/trip-queries";
import { localMonth } from "../settings/local-time";
import { readOperator } from "../settings/queries";
import {
  type AccountSettlement,
  type AccountSettlementResult,
  MAX_SETTLED_TRIPS,
  type SettleAccountTrips,
} from "./contract";
import { settleInTransaction } from "./trip-payment-actions";

/** Lists the completed trips of a company, first pickup first. Throws 404 if the company doesn't exist. */
export function listUnsettledTrips(
  deps: Deps,
  companyId: string,
  month?: string,
): AccountSettlement {
  loadCompany(deps.db, companyId);
  const { from, until } = month
    ? localMonth(month, readOperator(deps).timeZone)
    : { from: 0, until: Number.MAX_SAFE_INTEGER };
  const rows = deps.db.$client
    .query<AccountSettlement["trips"][number], [string, number, number, number]>(
      `SELECT id, version, number, pickup_local AS pickupLocal, fare_minor AS amountMinor, currency
       FROM reservations INDEXED BY reservations_over_company
       WHERE company_id = ? AND state IN ('completed', 'settled', 'cancelled', 'no_show')
         AND state = 'completed' AND pickup_at >= ? AND pickup_at < ?
       ORDER BY pickup_at, id LIMIT ?`,
    )
    .all(companyId, from, until, MAX_SETTLED_TRIPS + 1);
  return { trips: rows.slice(0, MAX_SETTLED_TRIPS), more: rows.length > MAX_SETTLED_TRIPS };
}

/**
 * Settles trips of a company separately. A trip is refused if somebody has changed it in the meantime, or if it is no
 * longer completed or no longer the company's; the others are still settled. Throws 404 if the company doesn't exist.
 */
export async function settleAccountTrips(
  deps: Deps,
  actor: Actor,
  companyId: string,
  { trips }: SettleAccountTrips,
): Promise<AccountSettlementResult> {
  loadCompany(deps.db, companyId);
  // Writes in one tick of the event loop share a commit, each in its own savepoint.
  const results = await Promise.all(
    trips.map(({ id, version }) =>
      deps
        .write((tx): StoredTrip => {
          const trip = loadTrip(tx, { actor, id });
          if (trip.companyId !== companyId) throw new AppError("request.not_found");
          return settleInTransaction(deps, tx, loadTrip(tx, { actor, id, version }), actor);
        })
        .catch((error: unknown) => {
          if (error instanceof AppError) return { id, error };
          throw error;
        }),
    ),
  );
  const refused: AccountSettlementResult["refused"] = [];
  for (const result of results) {
    if (!("error" in result)) {
      announce(deps, result);
      continue;
    }
    const { id, error } = result;
    const isOfCompany = error.code !== "request.not_found";
    const number = isOfCompany ? loadTrip(deps.db, { actor, id }).number : null;
    refused.push({ id, number, code: error.code, message: error.message });
  }
  return { settled: results.length - refused.length, refused };
}

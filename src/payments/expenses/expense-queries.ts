/** The expenses of a trip, for its driver and for staff. */
import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../../../db/open";
import { drivers } from "../../../db/schema/drivers";
import { expenses } from "../../../db/schema/expenses";
import { fullName } from "../../accounts/name-rules";
import type { Deps } from "../../deps";
import { readPhotoFile } from "../../files/photos";
import { iso } from "../../formats/instants";
import { loadTrip } from "../../reservations/trip-queries";
import { type Reader, requireRow, requireOwnedRow } from "../../rows";
import { DriverExpenses, type Expense, type TripExpenses } from "./expense-contract";

/** Returns the expenses of a trip, oldest first, with the trip's version. Throws 404 if the trip doesn't exist. */
export function readTripExpenses({ db }: Deps, id: string): TripExpenses {
  const { version } = loadTrip(db, { actor: { kind: "admin" }, id });
  return { version, expenses: expensesOf(db, id) };
}

/** Returns the driver's expenses of a trip, oldest first. Throws 404 if the trip isn't the driver's. */
export function readDriverExpenses({ db }: Deps, driverId: string, id: string): DriverExpenses {
  loadTrip(db, { actor: { kind: "driver", id: driverId }, id });
  return DriverExpenses.parse({
    expenses: expensesOf(db, id, driverId).map((expense) => ({
      ...expense,
      photo: expense.photo?.replace("/admin/", "/driver/") ?? null,
    })),
  });
}

function expensesOf(db: Db, reservationId: string, driverId?: string): Expense[] {
  const { firstName, lastName } = drivers;
  return db
    .select({ expense: expenses, driver: { id: drivers.id, firstName, lastName } })
    .from(expenses)
    .leftJoin(drivers, eq(drivers.id, expenses.driverId))
    .where(
      and(
        eq(expenses.reservationId, reservationId),
        driverId === undefined ? undefined : eq(expenses.driverId, driverId),
      ),
    )
    .orderBy(asc(expenses.createdAt), asc(expenses.id))
    .all()
    .map(({ expense: row, driver }) => ({
      id: row.id,
      kind: row.kind,
      name: row.name,
      claimedMinor: row.claimedMinor,
      amountMinor: row.amountMinor,
      currency: row.currency,
      state: row.state,
      chargesCustomer: row.chargesCustomer,
      paysDriver: row.paysDriver,
      reason: row.reason,
      photo:
        row.photoFileId && `/backend/admin/reservations/${reservationId}/expenses/${row.id}/photo`,
      createdAt: iso(row.createdAt),
      driver: driver && { id: driver.id, name: fullName(driver) },
      addedBy: row.addedBy,
      decidedBy: row.decidedBy,
      decidedAt: iso(row.decidedAt),
    }));
}

/**
 * Returns the photo of an expense. Throws 404 if it doesn't exist, or if the reader is a driver whose expense it isn't.
 */
export function readExpensePhoto(deps: Deps, reader: Reader, reservationId: string, id: string) {
  const row = requireOwnedRow(requireRow(deps.db, expenses, { id, reservationId }), reader);
  return readPhotoFile(deps, row.photoFileId);
}

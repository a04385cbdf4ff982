/** The expenses of a trip, as its driver and staff read them. */
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

/** The expenses of a trip, the oldest first, with the trip's version. 404 for none. */
export function readTripExpenses({ db }: Deps, id: string): TripExpenses {
  const { version } = loadTrip(db, { actor: { kind: "admin" }, id });
  return { version, expenses: expensesOf(db, id) };
}

/** The expenses that a driver has on their trip, the oldest first. 404 unless the trip is theirs. */
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

/** The photo of an expense; 404 for none, and for a driver whose it is not. */
export function readExpensePhoto(deps: Deps, reader: Reader, reservationId: string, id: string) {
  const row = requireOwnedRow(requireRow(deps.db, expenses, { id, reservationId }), reader);
  return readPhotoFile(deps, row.photoFileId);
}

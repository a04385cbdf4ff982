import { asc, eq, sql } from "drizzle-orm";
import { staffViews, type StoredStaffView } from "../../../db/schema/staff-views";
import { prepared } from "../../../db/prepared";
import type { Db } from "../../../db/open";
import type { Deps } from "../../deps";
import { ServiceType } from "../../fares/contract";
import { countReservations } from "../../reservations/list/list-queries";
import { localTimeAt } from "../../settings/local-time";
import { readOperator } from "../../settings/queries";
import { type StaffViews, ViewSearch } from "./view-contract";
import { builtInViews, dayRangeOf, MAX_SHOWN_COUNT, servicesOf, statesOf } from "./view-rules";

const viewsOf = prepared((db) =>
  db
    .select()
    .from(staffViews)
    .where(eq(staffViews.adminId, sql.placeholder("adminId")))
    .orderBy(asc(staffViews.position), asc(staffViews.id))
    .prepare(),
);

/** Returns a person's saved views, in order. */
export function ownViews(db: Db, adminId: string): StoredStaffView[] {
  return viewsOf(db).all({ adminId });
}

/** Lists the standard and saved views, each with its current count. */
export function listViews(deps: Deps, adminId: string): StaffViews {
  const { timeZone } = readOperator(deps);
  const today = localTimeAt(deps.now(), timeZone).slice(0, 10);
  const count = (search: ViewSearch) =>
    countReservations(
      deps,
      () => timeZone,
      {
        ...dayRangeOf(search, today),
        state: [...statesOf(search)],
        service: ServiceType.array().catch([]).parse(servicesOf(search)),
        ...(search.q && { q: search.q }),
        ...(search.overdue && { overdue: "true" }),
        ...(search.approval && { approval: "true" }),
        driver: search.driver,
        vehicleClass: search.vehicleClass,
        company: search.company,
        source: search.source,
        arrival: search.arrival,
        flight: search.flight,
      },
      MAX_SHOWN_COUNT,
    );
  return {
    builtIn: builtInViews.map(({ key, name, search }) => ({ key, name, count: count(search) })),
    own: ownViews(deps.db, adminId).map(({ id, name, search }) => {
      // A view stored by an older release may lack parameters.
      const savedSearch = ViewSearch.catch({}).parse(search);
      return { id, name, search: savedSearch, count: count(savedSearch) };
    }),
  };
}

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { vehicleClasses } from "./vehicles";

/** Fee schedules per vehicle class, by the day they start; the newest that has started is in force. */
export const feeSchedules = sqliteTable(
  "fee_schedules",
  {
    id: text().primaryKey(),
    vehicleClassId: text()
      .notNull()
      .references(() => vehicleClasses.id),
    /** A `FeeSchedule` of the fares slice. */
    schedule: text({ mode: "json" }).$type<unknown>().notNull(),
    startsAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index("fee_schedules_class").on(t.vehicleClassId, t.startsAt)],
);

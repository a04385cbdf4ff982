/** Reports: totals of the trips of a period, compared with the period before. */
import { z } from "zod";
import { Day, ReservationsQuery } from "../reservations/contract";
import { groupings, MAX_DAYS } from "./period-contract";

export const ReportGrouping = z.enum(groupings);
export type ReportGrouping = z.infer<typeof ReportGrouping>;

/** Days in the operator's time zone, inclusive. */
export const ReportQuery = z
  .object({ from: Day, to: Day, by: ReportGrouping.default("day") })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "The last day is before the first.",
  })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < MAX_DAYS, {
    path: ["to"],
    message: "Choose at most three years.",
  });
export type ReportQuery = z.output<typeof ReportQuery>;

const count = z.number().int();
const amount = z.number().int();

/** Money in one currency. The amount charged is the sum of revenue, tax and tips. */
export const ReportMoney = z.object({
  currency: z.string(),
  chargedMinor: amount,
  /** Fares with waiting and changes, and late-cancellation and no-show fees; without tax and tips. */
  revenueMinor: amount,
  taxMinor: amount,
  tipsMinor: amount,
  /** The part charged as late-cancellation and no-show fees. */
  feesMinor: amount,
});
export type ReportMoney = z.infer<typeof ReportMoney>;

export const Figures = z.object({
  driven: count,
  cancelled: count,
  lateCancelled: count,
  noShows: count,
  /** Trips with a known arrival of the driver. `onTime` counts those with an arrival in time. */
  arrived: count,
  onTime: count,
  drivenSeconds: count,
  /** Null for groups that have no shifts, such as a class or a company. */
  shiftSeconds: count.nullable(),
  /** Currencies in the order of their codes. Null for staff who may not see money. */
  money: z.array(ReportMoney).nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** A row of the table. Its days are inclusive and within the period. */
export const ReportGroup = Figures.extend({
  /** The driver, class, company and so on; "" for trips without one. For a group by time, its first day. */
  key: z.string(),
  label: z.string(),
  from: Day,
  to: Day,
});
export type ReportGroup = z.infer<typeof ReportGroup>;

const Period = z.object({ from: Day, to: Day });

export const Report = z.object({
  by: ReportGrouping,
  period: Period,
  /** The period of the same length just before it. */
  before: Period,
  total: Figures,
  previousTotal: Figures,
  /** The whole period in days, weeks or months for charts, in about forty parts at most. */
  series: z.array(ReportGroup),
  seriesBy: z.enum(["day", "week", "month"]),
  groups: z.array(ReportGroup),
});
export type Report = z.infer<typeof Report>;

/** The query for a file of the trips behind a report, or behind one of its rows. */
export const ReportTripsQuery = z.object({
  from: Day,
  to: Day,
  ...ReservationsQuery.pick({
    service: true,
    driver: true,
    vehicleClass: true,
    company: true,
    source: true,
  }).shape,
});
export type ReportTripsQuery = z.output<typeof ReportTripsQuery>;

/** Reports: totals of the trips of a period, beside the period before. */
import { z } from "zod";
import { Day, ReservationsQuery } from "../reservations/contract";
import { groupings, MAX_DAYS } from "./period-contract";

export const ReportGrouping = z.enum(groupings);
export type ReportGrouping = z.infer<typeof ReportGrouping>;

/** Days in the operator's zone, inclusive. */
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

/** For each currency: the amount charged is revenue, tax and tips together. */
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
  /** Trips whose driver's arrival is known, and those of them in time. */
  arrived: count,
  onTime: count,
  drivenSeconds: count,
  /** Null where nobody's shifts belong to it: a class, a company. */
  shiftSeconds: count.nullable(),
  /** Currencies in the order of their codes; null for who may not see money. */
  money: z.array(ReportMoney).nullable(),
});
export type Figures = z.infer<typeof Figures>;

/** A row of the table. Days are inclusive and lie inside the period. */
export const ReportGroup = Figures.extend({
  /** The driver, class, company and so on; "" of trips without one. Of a time its first day. */
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
  /** As many days just before it. */
  before: Period,
  total: Figures,
  previousTotal: Figures,
  /** The whole period in days, weeks or months, whichever is fewer than some forty: what charts draw. */
  series: z.array(ReportGroup),
  seriesBy: z.enum(["day", "week", "month"]),
  groups: z.array(ReportGroup),
});
export type Report = z.infer<typeof Report>;

/** The trips behind a report, or behind one of its rows, as a file. */
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

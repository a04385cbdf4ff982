import { z } from "zod";
import { MAX_BUSINESS_AMOUNT_MINOR } from "../settings/amount-contract";
import { line } from "../settings/text-contract";

export const MaintenanceKind = z.enum([
  "service",
  "tyres",
  "brakes",
  "inspection",
  "cleaning",
  "own",
]);
export type MaintenanceKind = z.infer<typeof MaintenanceKind>;

/** Three million kilometres, more than any odometer reaches. */
const MAX_ODOMETER_METERS = 3_000_000_000;

const meters = z.number().int().min(0).max(MAX_ODOMETER_METERS);
const version = z.number().int().min(1);

/** Maintenance that falls due repeatedly: after a number of months or metres, or whichever comes first. */
export const SavePlan = z
  .object({
    kind: MaintenanceKind,
    /** The name of a custom kind of maintenance. */
    name: line.max(60).default(""),
    everyMonths: z.number().int().min(1).max(120).nullable(),
    everyMeters: z.number().int().min(1_000).max(1_000_000_000).nullable(),
    /** When it was last done, before the log begins. */
    fromDay: z.iso.date().nullable(),
    fromMeters: meters.nullable(),
  })
  .superRefine((plan, context) => {
    const addFault = (field: keyof typeof plan, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (plan.kind === "own" && plan.name === "") addFault("name", "Enter a name.");
    if (plan.everyMonths === null && plan.everyMeters === null)
      addFault("everyMonths", "Enter an interval in months, a distance, or both.");
    if (plan.everyMonths !== null && plan.fromDay === null)
      addFault("fromDay", "Enter when the work was last done, or when the vehicle was new.");
    if (plan.everyMeters !== null && plan.fromMeters === null)
      addFault("fromMeters", "Enter the odometer reading when the work was last done.");
  });
export type SavePlan = z.output<typeof SavePlan>;

export const ChangePlan = SavePlan.and(z.object({ version }));
export type ChangePlan = z.output<typeof ChangePlan>;

export const SeenPlanVersion = z.object({ version: z.coerce.number().int().min(1) });

/** How near maintenance is; `daysLeft` and `metersLeft` are null if it does not depend on them. */
export const Due = z.object({
  state: z.enum(["ok", "soon", "overdue"]),
  dueOn: z.iso.date().nullable(),
  daysLeft: z.number().int().nullable(),
  dueMeters: z.number().int().nullable(),
  metersLeft: z.number().int().nullable(),
});
export type Due = z.infer<typeof Due>;

export const Plan = z.object({
  id: z.string(),
  version: z.number().int(),
  kind: MaintenanceKind,
  name: z.string(),
  everyMonths: z.number().int().nullable(),
  everyMeters: z.number().int().nullable(),
  fromDay: z.string().nullable(),
  fromMeters: z.number().int().nullable(),
  /** From the log, otherwise as first entered. */
  lastDay: z.string().nullable(),
  lastMeters: z.number().int().nullable(),
  due: Due,
});
export type Plan = z.infer<typeof Plan>;

export const OdometerReading = z.object({
  id: z.string(),
  meters: z.number().int(),
  readAt: z.iso.datetime(),
  source: z.enum(["dispatch", "maintenance"]),
  reason: z.string(),
  by: z.string(),
});
export type OdometerReading = z.infer<typeof OdometerReading>;

/** The maintenance plans, the most urgent first, and the last odometer reading. */
export const MaintenanceSchedule = z.object({
  plans: z.array(Plan),
  odometer: OdometerReading.nullable(),
});
export type MaintenanceSchedule = z.infer<typeof MaintenanceSchedule>;

export const AddReading = z.object({
  meters,
  /** Why the reading is lower than before, or much higher. */
  reason: line.max(200).default(""),
});
export type AddReading = z.output<typeof AddReading>;

/** Form fields are always text. */
const formNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{0,13}$/, "is a whole number")
    .default("")
    .transform((typed) => (typed === "" ? null : Number(typed)))
    .pipe(z.number().int().min(0).max(max).nullable());

/** A log entry as a form, with the invoice or a photo as `file` if there is one. */
export const AddEntry = z.object({
  planId: z.string().max(64).default(""),
  kind: MaintenanceKind,
  doneOn: z.iso.date("Choose a day."),
  odometerMeters: formNumber(MAX_ODOMETER_METERS),
  reason: line.max(200).default(""),
  what: line.max(200).min(1, "Say what was done."),
  costMinor: formNumber(MAX_BUSINESS_AMOUNT_MINOR),
  place: line.max(120).default(""),
  note: z.string().trim().max(2_000).default(""),
  file: z.file().optional(),
});
export type AddEntry = z.output<typeof AddEntry>;

export const Entry = z.object({
  id: z.string(),
  planId: z.string().nullable(),
  kind: MaintenanceKind,
  name: z.string(),
  doneOn: z.string(),
  odometerMeters: z.number().int().nullable(),
  what: z.string(),
  costMinor: z.number().int().nullable(),
  currency: z.string().nullable(),
  place: z.string(),
  note: z.string(),
  /** Path under `/backend`. */
  file: z.object({ path: z.string(), isPicture: z.boolean() }).nullable(),
  by: z.string(),
});
export type Entry = z.infer<typeof Entry>;

export const EntryPage = z.object({ entries: z.array(Entry), nextCursor: z.string().nullable() });
export type EntryPage = z.infer<typeof EntryPage>;
export const OdometerReadingPage = z.object({
  readings: z.array(OdometerReading),
  nextCursor: z.string().nullable(),
});
export type OdometerReadingPage = z.infer<typeof OdometerReadingPage>;

export const PageQuery = z.object({
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** What dispatch should know about the vehicles. */
export const FleetAttention = z.object({
  /** Maintenance that is soon due or overdue, the most overdue first. */
  due: z.array(
    z.object({
      planId: z.string(),
      vehicleId: z.string(),
      plate: z.string(),
      kind: MaintenanceKind,
      name: z.string(),
      due: Due,
    }),
  ),
  /** Trips whose vehicle is out of service at that time. */
  trips: z.array(
    z.object({ id: z.string(), number: z.number().int(), plate: z.string(), reason: z.string() }),
  ),
});
export type FleetAttention = z.infer<typeof FleetAttention>;

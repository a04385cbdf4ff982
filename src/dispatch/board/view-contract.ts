import { z } from "zod";
import { Day, FlightFilter } from "../../reservations/contract";

const dottedCodes = z
  .string()
  .regex(/^[a-z_]+(?:\.[a-z_]+)*$/)
  .max(200);

const filterValue = z.string().min(1).max(64).optional();

/** The part of the board's address that a view saves. Absent parameters have their default. */
export const ViewSearch = z.strictObject({
  view: z.enum(["timeline", "map"]).optional(),
  /** States joined by full stops, or `all`. If absent, every open state. */
  state: dottedCodes.optional(),
  range: z.enum(["today", "tomorrow", "week", "all", "custom"]).optional(),
  /** Allowed only with the range `custom`. */
  from: Day.optional(),
  to: Day.optional(),
  q: z.string().max(200).optional(),
  /** Kinds of service joined by full stops. If absent, all. */
  service: dottedCodes.optional(),
  overdue: z.literal(true).optional(),
  /** Only trips that wait for a company's approval. */
  approval: z.literal(true).optional(),
  /** One driver, class, company or source, as reports count them. `none` finds trips without one. */
  driver: filterValue,
  vehicleClass: filterValue,
  company: filterValue,
  /** Only the vehicles of one booking. */
  order: filterValue,
  source: z.enum(["web", "phone", "demo"]).optional(),
  /** Whether the driver reached the pickup on time. */
  arrival: z.enum(["on_time", "late"]).optional(),
  flight: FlightFilter.optional(),
  sort: z.enum(["-pickupAt", "createdAt", "-createdAt"]).optional(),
});
export type ViewSearch = z.infer<typeof ViewSearch>;

const ViewName = z.string().trim().min(1, "Enter a name").max(40, "Use at most 40 characters");

/** How many reservations a view shows. Counting stops at `MAX_SHOWN_COUNT`. */
const count = z.number().int();

const BuiltInView = z.object({ key: z.string(), name: z.string(), count });

/** A saved view. */
export const StaffView = z.object({
  id: z.string(),
  name: z.string(),
  search: ViewSearch,
  count,
});
export type StaffView = z.infer<typeof StaffView>;

export const StaffViews = z.object({ builtIn: z.array(BuiltInView), own: z.array(StaffView) });
export type StaffViews = z.infer<typeof StaffViews>;

export const CreateView = z.object({ name: ViewName, search: ViewSearch });
export type CreateView = z.infer<typeof CreateView>;

export const ChangeView = z.object({ name: ViewName.optional(), search: ViewSearch.optional() });
export type ChangeView = z.infer<typeof ChangeView>;

/** All saved views of the caller, in the new order. */
export const ReorderViews = z.object({ ids: z.array(z.string().max(64)).max(100) });

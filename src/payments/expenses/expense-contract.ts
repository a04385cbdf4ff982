/** The expenses of a trip: who added them and who bears them. Browser-safe. */
import { z } from "zod";
import { Currency, ExpenseKind } from "../../fares/contract";
import { MAX_PRICE_MINOR } from "../../settings/amount-contract";
import { line } from "../../settings/text-contract";

const amountMinor = z.number().int().min(1, "Enter an amount above zero.").max(MAX_PRICE_MINOR);
const version = z.number().int().min(1);
const name = line.max(60);

/** An expense of the kind `other` needs a name for the bill. A toll or parking doesn't. */
const isNamed = (of: { kind: ExpenseKind; name: string }) => of.kind !== "other" || of.name !== "";
const nameMissingError = { path: ["name"], error: "Say what the expense was for." };

/** An expense for its driver. */
export const DriverExpense = z.object({
  id: z.string(),
  kind: ExpenseKind,
  name: z.string(),
  claimedMinor: amountMinor,
  /** The approved amount, or the claimed one until then. */
  amountMinor,
  currency: z.string(),
  state: z.enum(["proposed", "approved", "declined"]),
  /** Whether it is paid to the driver. */
  paysDriver: z.boolean(),
  /** Why the expense was declined. */
  reason: z.string(),
  /** The path of the photo under `/backend`; null if there is none. */
  photo: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type DriverExpense = z.infer<typeof DriverExpense>;
export const DriverExpenses = z.object({ expenses: z.array(DriverExpense) });
export type DriverExpenses = z.infer<typeof DriverExpenses>;

/** An expense for staff. */
export const Expense = DriverExpense.extend({
  chargesCustomer: z.boolean(),
  /** The driver who paid it; null if the trip had no driver. */
  driver: z.object({ id: z.string(), name: z.string() }).nullable(),
  addedBy: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Expense = z.infer<typeof Expense>;

/** The expenses of a trip, oldest first, with the trip's version, which a decision must contain. */
export const TripExpenses = z.object({ version, expenses: z.array(Expense) });
export type TripExpenses = z.infer<typeof TripExpenses>;

/** The driver's form. The photo is the camera's original. */
export const ProposeExpense = z
  .object({
    kind: ExpenseKind,
    name: name.default(""),
    amountMinor: z.coerce.number<string>().pipe(amountMinor),
    currency: Currency,
    photo: z.file().optional(),
  })
  .refine(isNamed, nameMissingError);
export type ProposeExpense = z.output<typeof ProposeExpense>;

/** Who bears an expense. Each is a separate choice. With neither, the operator bears it. */
const chargeAndPayFields = { chargesCustomer: z.boolean(), paysDriver: z.boolean() };

/** Approves an expense with the amount that counts. A second approval replaces the first. */
export const ApproveExpense = z.object({
  version,
  amountMinor,
  /** The name of an `other` expense on the bill. Without it, the driver's text. */
  name: name.optional(),
  ...chargeAndPayFields,
});
export type ApproveExpense = z.infer<typeof ApproveExpense>;

/** Declines an expense. An approved expense then no longer counts. */
export const DeclineExpense = z.object({
  version,
  reason: line.max(200).min(1, "Give a short reason."),
});
export type DeclineExpense = z.infer<typeof DeclineExpense>;

/** An expense by staff, which is approved at once. */
export const AddExpense = z
  .object({
    version,
    kind: ExpenseKind,
    name: name.default(""),
    amountMinor,
    ...chargeAndPayFields,
  })
  .refine(isNamed, nameMissingError);
export type AddExpense = z.input<typeof AddExpense>;

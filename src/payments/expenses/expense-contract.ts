/** Expenses of a trip: who added them and who bears them. Browser-safe. */
import { z } from "zod";
import { Currency, ExpenseKind } from "../../fares/contract";
import { MAX_PRICE_MINOR } from "../../settings/amount-contract";
import { line } from "../../settings/text-contract";

const amountMinor = z.number().int().min(1, "Enter an amount above zero.").max(MAX_PRICE_MINOR);
const version = z.number().int().min(1);
const name = line.max(60);

/** Another expense has a name, since the bill says it; a toll or parking needs none. */
const isNamed = (of: { kind: ExpenseKind; name: string }) => of.kind !== "other" || of.name !== "";
const nameMissingError = { path: ["name"], error: "Say what the expense was for." };

/** An expense as its driver reads it. */
export const DriverExpense = z.object({
  id: z.string(),
  kind: ExpenseKind,
  name: z.string(),
  claimedMinor: amountMinor,
  /** The approved amount; until then the claimed one. */
  amountMinor,
  currency: z.string(),
  state: z.enum(["proposed", "approved", "declined"]),
  /** Whether it is paid to the driver. */
  paysDriver: z.boolean(),
  /** Why it was declined. */
  reason: z.string(),
  /** The path of the photo under `/backend`; null without one. */
  photo: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type DriverExpense = z.infer<typeof DriverExpense>;
export const DriverExpenses = z.object({ expenses: z.array(DriverExpense) });
export type DriverExpenses = z.infer<typeof DriverExpenses>;

/** An expense as staff read it. */
export const Expense = DriverExpense.extend({
  chargesCustomer: z.boolean(),
  /** Who paid it; null where the trip had no driver. */
  driver: z.object({ id: z.string(), name: z.string() }).nullable(),
  addedBy: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Expense = z.infer<typeof Expense>;

/** The expenses of a trip, the oldest first, with the version of the trip that a decision names. */
export const TripExpenses = z.object({ version, expenses: z.array(Expense) });
export type TripExpenses = z.infer<typeof TripExpenses>;

/** The form of a driver; the photo as the camera took it. */
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

/** Who bears an expense: each its own choice; with neither, the house. */
const chargeAndPayFields = { chargesCustomer: z.boolean(), paysDriver: z.boolean() };

/** Approves an expense with the amount that counts; approved again, it replaces what counted before. */
export const ApproveExpense = z.object({
  version,
  amountMinor,
  /** What another expense was for, as the bill says it; as the driver wrote it when absent. */
  name: name.optional(),
  ...chargeAndPayFields,
});
export type ApproveExpense = z.infer<typeof ApproveExpense>;

/** Declines an expense; one that was approved counts no more. */
export const DeclineExpense = z.object({
  version,
  reason: line.max(200).min(1, "Give a short reason."),
});
export type DeclineExpense = z.infer<typeof DeclineExpense>;

/** An expense that staff add, approved with that. */
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

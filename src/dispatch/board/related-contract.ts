/** What belongs to a reservation and is kept elsewhere. */
import { z } from "zod";
import { FoundItemRow, LostReportRow } from "../../property/register-contract";

const numbered = z.object({ id: z.string(), number: z.number().int() });

export const RelatedRecords = z.object({
  /** Where its rider sees it, signed in; null for a booking without an account. */
  riderUrl: z.string().nullable(),
  /** What bills it: the invoice first, then what was taken from it. */
  invoices: z.array(numbered.extend({ kind: z.enum(["invoice", "credit_note"]) })),
  /** Statements of its driver that tell of it, the first first. */
  statements: z.array(numbered),
  /** Both null to those who do not keep the register. */
  lostReports: z
    .array(LostReportRow.pick({ id: true, number: true, what: true, state: true }))
    .nullable(),
  foundItems: z
    .array(FoundItemRow.pick({ id: true, number: true, what: true, state: true }))
    .nullable(),
});
export type RelatedRecords = z.infer<typeof RelatedRecords>;

/** Records related to a reservation. */
import { z } from "zod";
import { FoundItemRow, LostReportRow } from "../../property/register-contract";

const numberedRecord = z.object({ id: z.string(), number: z.number().int() });

export const RelatedRecords = z.object({
  /** The trip's address for its rider, who must be signed in. Null for a booking without an account. */
  riderUrl: z.string().nullable(),
  /** The invoice first, then its credit notes. */
  invoices: z.array(numberedRecord.extend({ kind: z.enum(["invoice", "credit_note"]) })),
  /** The driver's statements with this trip, oldest first. */
  statements: z.array(numberedRecord),
  /** The lost report and the found item. Both are null for roles that may not see the register. */
  lostReports: z
    .array(LostReportRow.pick({ id: true, number: true, what: true, state: true }))
    .nullable(),
  foundItems: z
    .array(FoundItemRow.pick({ id: true, number: true, what: true, state: true }))
    .nullable(),
});
export type RelatedRecords = z.infer<typeof RelatedRecords>;

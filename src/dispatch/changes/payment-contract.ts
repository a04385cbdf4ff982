/** How dispatch sets who pays for a trip. */
import { z } from "zod";
import { BillTo } from "../../companies/contract";
import { line } from "../../settings/text-contract";

const version = z.number().int().min(1);
/** The reason for billing above the monthly limit of the company's member. */
const overLimitReason = line.min(1, "Give a short reason.").max(200).optional();

/** Payment in the car or by a company, with the version that the caller read. 409 if it has changed since. */
export const ChangePayment = z.discriminatedUnion("payment", [
  z.object({ version, payment: z.literal("cash") }),
  z.object({ version, payment: z.literal("card") }),
  z.object({ version, payment: z.literal("account"), billTo: BillTo, overLimitReason }),
]);
export type ChangePayment = z.output<typeof ChangePayment>;

/** How dispatch sets who pays for a trip. */
import { z } from "zod";
import { BillTo } from "../../companies/contract";

const version = z.number().int().min(1);

/** In the car, or by a company, with the version the caller saw: another one answers 409. */
export const ChangePayment = z.discriminatedUnion("payment", [
  z.object({ version, payment: z.literal("cash") }),
  z.object({ version, payment: z.literal("card") }),
  z.object({ version, payment: z.literal("account"), billTo: BillTo }),
]);
export type ChangePayment = z.output<typeof ChangePayment>;

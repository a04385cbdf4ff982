/** What SQL cannot express: a step runs before the statements of its migration. */
import type { Database } from "bun:sqlite";
import { hashIdempotencyKeys } from "./hash-idempotency-keys";
import { recordInsurances } from "./record-insurance-dates";

/** The steps by the names of their migrations. */
export const migrationSteps: Record<string, (client: Database) => void> = {
  "0035_affiliate_insurance": recordInsurances,
  "0036_booking_keys": hashIdempotencyKeys,
};

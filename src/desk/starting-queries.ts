import type { Deps } from "../deps";
import { readOperator } from "../settings/queries";
import { type GettingStarted, startingSteps } from "./contract";

/** How far a new house has come. Prices count once their first own list is published. */
export function readStarting(deps: Deps): GettingStarted {
  const has = (sql: string) => deps.db.$client.query(sql).all().length > 0;
  const done: Record<GettingStarted["steps"][number]["step"], boolean> = {
    vehicle: has("SELECT 1 FROM vehicles LIMIT 1"),
    driver: has("SELECT 1 FROM drivers LIMIT 1"),
    // The list that the house came with was published by nobody.
    prices: has("SELECT 1 FROM fee_schedules WHERE published_by IS NOT NULL LIMIT 1"),
    brand: readOperator(deps).accent !== null,
    mail: deps.config.smtp !== null,
  };
  return { steps: startingSteps.map((step) => ({ step, done: done[step] })) };
}

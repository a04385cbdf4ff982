import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { readOperator } from "../settings/queries";
import { demoCommand } from "./demo-command";
import { readMissingForBooking } from "./open-for-booking-queries";
import type { GettingStarted } from "./getting-started-contract";
import { type GettingStartedStep, gettingStartedSteps } from "./getting-started-step-contract";

/** Returns the setup progress. A step is done when its records exist or its topic was saved. */
export function readGettingStarted(deps: Deps): GettingStarted {
  const has = (sql: string) => deps.db.$client.query(sql).all().length > 0;
  const isSaved = (topic: string) =>
    has(
      `SELECT 1 FROM audit_log WHERE subject_kind = 'settings' AND subject_id = '${topic}' LIMIT 1`,
    );
  const operator = readOperator(deps);
  const { setVariables } = deps.config;
  const hasPublishedPrices = has("SELECT 1 FROM fee_schedules WHERE withdrawn_at IS NULL LIMIT 1");
  const done: Record<GettingStartedStep, boolean> = {
    name: setVariables.has("BRAND") || isSaved("name"),
    place: (setVariables.has("COUNTRY") && setVariables.has("CURRENCY")) || isSaved("region"),
    contact: (operator.phone ?? operator.email) !== null,
    look: operator.accent !== null || operator.logo !== null,
    services: isSaved("services"),
    vehicle: has("SELECT 1 FROM vehicles LIMIT 1"),
    driver: has("SELECT 1 FROM drivers LIMIT 1"),
    hours: isSaved("hours"),
    area: operator.serviceArea !== null || isSaved("area"),
    cancellation:
      hasPublishedPrices || has("SELECT 1 FROM fee_draft WHERE schedule IS NOT NULL LIMIT 1"),
    prices: hasPublishedPrices,
    messages: connectedConfig(deps).smtp !== null,
    open: operator.openedAt !== null,
  };
  const postponedSteps = new Set(operator.postponedSetupSteps);
  return {
    ...readMissingForBooking(deps),
    demo: demoCommand(deps.config),
    steps: gettingStartedSteps.map((step) => ({
      step,
      done: done[step],
      left: postponedSteps.has(step),
    })),
  };
}

/** Rules that confirm bookings, saved through the real call. */
import { expect } from "bun:test";
import type {
  ConfirmationRule,
  ConfirmationRulesAnswer,
} from "../../src/auto-dispatch/confirmation/contract";
import type { Browser } from "./server";

/** A rule that confirms every booking. */
export const anyBooking: ConfirmationRule = {
  name: "Every booking",
  serviceTypes: [],
  classIds: [],
  zoneIds: [],
  payers: [],
  leastLeadHours: null,
  mostLeadHours: null,
  mostFareMinor: null,
  leastTrips: null,
  withoutNoShow: false,
  freeVehicle: false,
  action: "confirm",
};

/** Saves rules, each of which replaces some fields of `anyBooking`. */
export async function setConfirmationRules(
  owner: Pick<Browser, "get" | "put">,
  ...rules: Partial<ConfirmationRule>[]
): Promise<void> {
  const before = await owner.get("/admin/confirmation-rules");
  const { version } = (await before.json()) as ConfirmationRulesAnswer;
  const answer = await owner.put("/admin/confirmation-rules", {
    version,
    rules: rules.map((rule) => ({ ...anyBooking, ...rule })),
  });
  expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([200, ""]);
}

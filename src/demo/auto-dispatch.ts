/** Auto-dispatch rules that the demo's owner has written but not turned on, to be tried on yesterday's trips. */
import { autoDispatch } from "../../db/schema/auto-dispatch";
import type { Tx } from "../../db/writer";
import type { AutoRule } from "../auto-dispatch/contract";
import { insertRow } from "../../db/rows";

const rules: AutoRule[] = [
  {
    name: "Airport, evenings and nights",
    serviceTypes: ["airport_pickup", "airport_dropoff"],
    weekdays: [],
    from: "18:00",
    until: "06:00",
    mode: "offer_in_turn",
    drivers: 3,
    answerSeconds: 180,
    startMinutes: 240,
    alertMinutes: 60,
  },
  {
    name: "Everything else",
    serviceTypes: [],
    weekdays: [],
    from: "00:00",
    until: "00:00",
    mode: "suggest",
    drivers: 3,
    answerSeconds: 120,
    startMinutes: 180,
    alertMinutes: 45,
  },
];

/** Writes the rules, turned off. */
export function writeAutoDispatch(tx: Tx, now: number): void {
  const quiet = { quietFrom: null, quietUntil: null };
  insertRow(tx, autoDispatch, { id: 1, on: false, rules, ...quiet, version: 1, updatedAt: now });
}

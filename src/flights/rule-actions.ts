/** The operator's rules for flights. */
import { insertRow } from "../../db/rows";
import { flightRules } from "../../db/schema/flights";
import { appendAudit } from "../audit/actions";
import { changedNames } from "../audit/rules";
import type { Actor, Deps } from "../deps";
import { requireSeen } from "../rows";
import type { SaveFlightRules } from "./contract";
import { readRules } from "./queries";

/** Saves the rules of all airports. 409 if they have changed since they were read. */
export async function saveFlightRules(
  deps: Deps,
  actor: Actor,
  { rules, version }: SaveFlightRules,
): Promise<void> {
  await deps.write((tx) => {
    const before = readRules(tx);
    requireSeen(before, version, "request.conflict");
    const updatedAt = deps.now();
    tx.delete(flightRules).run();
    for (const rule of rules)
      insertRow(tx, flightRules, {
        id: Bun.randomUUIDv7(),
        ...rule,
        version: version + 1,
        updatedAt,
      });
    const rulesByAirport = (all: typeof rules) =>
      Object.fromEntries(all.map(({ airport, ...rule }) => [airport || "others", rule]));
    appendAudit(tx, deps, {
      actor,
      action: "flight.rules_changed",
      subject: { kind: "settings", id: "flights" },
      summary: "Changed the rules for flights",
      detail: { changed: changedNames(rulesByAirport(before.rules), rulesByAirport(rules)) },
    });
  });
}

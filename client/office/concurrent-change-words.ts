/** Describes a concurrent change by somebody else: what, who and when. */
import type { ReservationState } from "../../src/reservations/contract";
import type { ConcurrentChange } from "../../src/settings/contract";
import { ageWords } from "../ui/server-time";
import { stateBadges } from "../ui/state-badge";

/** Returns "pickupInstructions" as "Pickup instructions". */
function fieldWords(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns "by Ana Keza, 1 min ago". */
export function changedByText(
  { by, at }: Pick<ConcurrentChange, "by" | "at">,
  now: number,
): string {
  return `by ${by}, ${ageWords(Math.max(0, now - Date.parse(at)))}`;
}

/**
 * Returns the changes to a reservation since it was last seen: "Confirmed → Assigned, Driver: Eric Mugisha, by Ana
 * Keza, 1 min ago."; "" when unknown.
 */
export function concurrentChangeWords(changes: readonly ConcurrentChange[], now: number): string {
  return changes
    .map((one) => {
      const { states } = one;
      const changeTexts = [
        ...(states ? [`${stateWords(states.from)} → ${stateWords(states.to)}`] : []),
        ...one.changes.map(({ field, text }) =>
          text ? `${fieldWords(field)}: ${text}` : fieldWords(field),
        ),
      ];
      return `${changeTexts.length === 0 ? "Changed " : `${changeTexts.join(", ")}, `}${changedByText(one, now)}.`;
    })
    .join(" ");
}

function stateWords(state: string): string {
  return stateBadges[state as ReservationState]?.words ?? state;
}

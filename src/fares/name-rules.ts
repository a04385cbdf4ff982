/** Translates the names in a price list. Safe to load in browsers. */
import type { FeeSchedule } from "./contract";

/** Returns the schedule with the names of its parts translated by `name`. */
export function scheduleWithNames(
  schedule: FeeSchedule,
  name: (text: string) => string,
): FeeSchedule {
  const namedPart = <Part extends { name: string }>(part: Part): Part => ({
    ...part,
    name: name(part.name),
  });
  return {
    ...schedule,
    flatPrices: schedule.flatPrices.map(namedPart),
    surcharges: schedule.surcharges.map(namedPart),
    holidays: schedule.holidays.map(namedPart),
    extras: schedule.extras.map((extra) => ({
      ...namedPart(extra),
      description: name(extra.description),
    })),
    taxes: { ...schedule.taxes, items: schedule.taxes.items.map(namedPart) },
  };
}

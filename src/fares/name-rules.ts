/** A price list in the words of a language. Browser-safe. */
import type { FeeSchedule } from "./contract";

/** The same schedule with its parts called as `name` says. */
export function namedSchedule(schedule: FeeSchedule, name: (text: string) => string): FeeSchedule {
  const named = <Part extends { name: string }>(part: Part): Part => ({
    ...part,
    name: name(part.name),
  });
  return {
    ...schedule,
    flatPrices: schedule.flatPrices.map(named),
    surcharges: schedule.surcharges.map(named),
    holidays: schedule.holidays.map(named),
    extras: schedule.extras.map((extra) => ({
      ...named(extra),
      description: name(extra.description),
    })),
    taxes: { ...schedule.taxes, items: schedule.taxes.items.map(named) },
  };
}

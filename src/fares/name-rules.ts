/** A price list in the words of a language. Browser-safe. */
import type { FeeSchedule } from "./contract";

/** The same schedule with its parts called as `name` says. */
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

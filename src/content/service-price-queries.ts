/** The prices of bookable services in the price list in force. */
import type { Deps } from "../deps";
import { scheduleWithNames } from "../fares/name-rules";
import { minimumFareOf, findSurchargeFreeTime } from "../fares/price-list-rules";
import { versionInForce } from "../fares/queries";
import { addedTaxesText } from "../fares/published-prices-rules";
import { localTimeAt } from "../settings/local-time";
import type { Language } from "../settings/languages/languages-contract";
import { operatorNamesIn } from "../settings/names/name-queries";
import { readOperator } from "../settings/queries";
import { translatorFor } from "../settings/translation/translators";
import { bookableClasses } from "../vehicles/bookable-queries";
import type { ServicePrices } from "./contract";
import { spanText } from "./operator-facts-rules";
import { mainLanguage } from "./content-item-queries";
import type { BookableService } from "./content-values-contract";

const serviceTypeBySlug = {
  "home-care": "home_care",
  "language-translation": "interpreter",
  depanage: "roadside_assistance",
} as const satisfies Record<BookableService, string>;

/** Returns the prices of a service. They are null without a price list or a priced class. */
export function readServicePrices(
  deps: Deps,
  slug: BookableService,
  language: Language = mainLanguage(deps),
): ServicePrices {
  const schedule = versionInForce(deps.db, deps.now())?.schedule;
  if (!schedule) return { prices: null };
  const type = serviceTypeBySlug[slug];
  const { timeZone } = readOperator(deps);
  const ids = bookableClasses(deps).map(({ id }) => id);
  const today = localTimeAt(deps.now(), timeZone).slice(0, 10);
  const fromMinor = minimumFareOf(schedule, ids, type, findSurchargeFreeTime(schedule, today));
  if (fromMinor === null) return { prices: null };
  const names = operatorNamesIn(deps, language);
  const translatedName = (text: string) => names[text] ?? text;
  const minutes = schedule.graceMinutes[type];
  return {
    prices: {
      currency: schedule.currency,
      fromMinor,
      extrasBefore: addedTaxesText(
        scheduleWithNames(schedule, translatedName).taxes,
        translatorFor(language),
      ),
      waiting: minutes > 0 ? spanText(minutes, translatorFor(language)) : null,
      extras: schedule.extras
        .filter(({ serviceTypes }) => serviceTypes.includes(type))
        .map(({ id, name, description, amountMinor }) => ({ id, name, description, amountMinor })),
    },
  };
}

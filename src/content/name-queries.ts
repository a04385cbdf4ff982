/**
 * Collects the names that the operator has given to classes, zones and prices into one item, so that they can be
 * translated with the site's texts.
 */
import { eq } from "drizzle-orm";
import type { Db } from "../../db/open";
import { vehicleClasses } from "../../db/schema/vehicles";
import { zones } from "../../db/schema/zones";
import type { Deps } from "../deps";
import { lastVersion } from "../fares/queries";
import type { Language } from "../settings/languages/languages-contract";
import { type Names, operatorNamesIn } from "../settings/names/name-queries";
import type { NamesValue } from "./content-values-contract";

/**
 * Returns the names and descriptions that riders read: of vehicle classes, zones and everything a price is named after.
 * Promotions are left out, because only people with the code see them.
 */
export function operatorNames(db: Db): NamesValue {
  const classes = db
    .select({ name: vehicleClasses.name, description: vehicleClasses.description })
    .from(vehicleClasses)
    .where(eq(vehicleClasses.active, true))
    .orderBy(vehicleClasses.position)
    .all();
  const zoneNames = db
    .select({ name: zones.name })
    .from(zones)
    .where(eq(zones.active, true))
    .orderBy(zones.name)
    .all();
  const prices = lastVersion(db)?.schedule;
  const namedRecords: { name: string; description?: string }[] = [
    ...classes,
    ...zoneNames,
    ...(prices
      ? [
          ...prices.flatPrices,
          ...prices.surcharges,
          ...(prices.surcharges.some(({ when }) => when.kind === "holiday") ? prices.holidays : []),
          ...prices.extras,
          ...prices.taxes.items,
        ]
      : []),
  ];
  const texts = namedRecords.flatMap(({ name, description = "" }) => [name, description]);
  return { texts: Object.fromEntries(texts.filter(Boolean).map((text) => [text, text])) };
}

/**
 * The context under which pages look up a name. It keeps names apart from Livery's own sentences with the same text.
 */
const NAME_CONTEXT = "name|";

/** Returns the names whose translation differs, with the keys that pages look them up by. */
export function translatedNames(deps: Pick<Deps, "db">, language: Language): Names {
  const translations = operatorNamesIn(deps, language);
  return Object.fromEntries(
    Object.keys(operatorNames(deps.db).texts).flatMap((name) => {
      const text = translations[name] ?? name;
      return text === name ? [] : [[NAME_CONTEXT + name, text]];
    }),
  );
}

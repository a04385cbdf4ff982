/** Proposes a landscape for a country. */
import { type Landscape, landscapes } from "./landscape-contract";

/** Countries for which these landscapes are typical. All others get the city. */
const countriesByLandscape: Record<Exclude<Landscape, "city">, string> = {
  savanna: "AO BF BI BJ BW CF CM GH KE MW MZ NG RW SN SZ TG TZ UG ZA ZM ZW",
  desert: "AE BH DJ DZ EG IQ JO KW LY ML MR NA NE OM QA SA SD TD TM YE",
  mountains: "AD AF AM AT BO BT CH ET GE KG LI LS ME NO NP SI TJ",
  coast:
    "AG AI AW BB BM BS CK CV CW CY DM FJ GD GP IS JM KM KN KY LC MC MQ MT MU MV NC PF PR RE SC SX TC TO TT VC VG VI VU WS YT",
};

/** Returns the proposed landscape, used until the owner chooses one. `country` is its two-letter code. */
export function suggestedLandscape(country: string): Landscape {
  const typicalLandscape = landscapes.find(
    (each) => each !== "city" && countriesByLandscape[each].split(" ").includes(country),
  );
  return typicalLandscape ?? "city";
}

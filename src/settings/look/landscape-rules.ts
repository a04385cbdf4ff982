/** Which landscape a country suggests. */
import { type Landscape, landscapes } from "./landscape-contract";

/** Countries that most people would draw so; all others are drawn as a city. */
const countries: Record<Exclude<Landscape, "city">, string> = {
  savanna: "AO BF BI BJ BW CF CM GH KE MW MZ NG RW SN SZ TG TZ UG ZA ZM ZW",
  desert: "AE BH DJ DZ EG IQ JO KW LY ML MR NA NE OM QA SA SD TD TM YE",
  mountains: "AD AF AM AT BO BT CH ET GE KG LI LS ME NO NP SI TJ",
  coast:
    "AG AI AW BB BM BS CK CV CW CY DM FJ GD GP IS JM KM KN KY LC MC MQ MT MU MV NC PF PR RE SC SX TC TO TT VC VG VI VU WS YT",
};

/** The suggestion until the owner chooses; `country` by its two letters. */
export function suggestedLandscape(country: string): Landscape {
  const foundLandscape = landscapes.find(
    (each) => each !== "city" && countries[each].split(" ").includes(country),
  );
  return foundLandscape ?? "city";
}

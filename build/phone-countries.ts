import { join } from "node:path";
import { getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/examples.mobile.json";
import metadata from "libphonenumber-js/metadata.min.json";

/** The regions by which people search for a country, with ISO 3166-1 alpha-2 codes. */
const regions: Record<string, string> = {
  Asia: "AF AM AZ BD BN BT CN GE HK ID IN IO JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN",
  Europe:
    "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SJ SK SM UA VA XK",
  Africa:
    "AC AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TA TD TG TN TZ UG YT ZA ZM ZW",
  Oceania: "AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PW SB TK TO TV VU WF WS",
  Caribbean: "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI",
  "South America": "AR BO BR CL CO EC FK GF GY PE PY SR UY VE",
  "Middle East": "AE BH IL IQ IR JO KW LB OM PS QA SA SY YE",
  "Central America": "BZ CR GT HN NI PA SV",
  "North America": "BM CA GL MX PM US",
  "Europe/Middle East": "CY",
  "Africa/Middle East": "EG",
  "Europe/Asia": "RU",
  "Middle East/Europe": "TR",
};

/** Country names that are shorter than the runtime's. */
const shortNames: Record<string, string> = {
  CD: "Congo (Kinshasa)",
  CG: "Congo (Brazzaville)",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
  PS: "Palestine",
};

/** Other names by which people search for a country. */
const extraCountryNames: Record<string, string> = {
  AE: "UAE Emirates Dubai",
  BA: "Herzegovina",
  BQ: "Bonaire",
  CD: "DRC Democratic Republic",
  CF: "CAR",
  CG: "Republic",
  CH: "Swiss",
  CI: "Ivory Coast",
  CV: "Cabo Verde",
  CZ: "Czech Republic",
  DE: "Deutschland",
  ES: "España",
  FK: "Malvinas",
  GB: "UK Britain England Scotland Wales",
  IE: "Eire",
  KP: "DPRK",
  KR: "Republic of Korea",
  LA: "Lao",
  MK: "Macedonia",
  MM: "Burma",
  NL: "Holland",
  RU: "Russian Federation",
  SA: "KSA",
  SZ: "Swaziland",
  TL: "East Timor",
  TR: "Turkey",
  US: "USA America",
  VA: "Holy See",
  ZA: "RSA",
};

/**
 * The prefix for calls within the country, where it is not a zero (in North America it is a one). The library's
 * patterns remove more than the prefix, and it has none where people type a zero anyway.
 */
const trunkPrefixes: Record<string, string> = {
  BJ: "",
  BY: "80",
  CG: "",
  CI: "",
  GA: "",
  HU: "06",
  IT: "",
  KZ: "8",
  RU: "8",
  SM: "",
  TM: "8",
  VA: "",
};

/**
 * The first digits of national numbers that only this country of a dial code has, where the library has them only in
 * its patterns for kinds of numbers.
 */
const areaCodes: Record<string, string> = {
  BL: "59027 59029 59051 59052 59087",
  BQ: "3 4 7",
  CA: "204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 474 506 514 519 548 579 581 584 587 600 604 613 622 633 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942",
  CC: "89162",
  CX: "89164",
  DO: "809 829 849",
  EH: "5288 5289",
  GG: "1481 7781 7839 79111 79117",
  IM: "1624 74576 7524 7624 7924",
  JE: "1534 7509 77003 77007 77008 7797 7829 7937",
  MF: "59000 59007 59009 59013 59030 59043 59050 59056 59058 59077 59079",
  YT: "2689 269 63 7093 9398 9478 9769",
};

/** The index, in a row of the library, of a country's first digits, if the country shares its dial code. */
const LEADING_DIGITS_INDEX = 10;

const file = "src/accounts/phones/countries.gen.ts";

/** Writes the table of countries for `src/accounts/phones/phone-countries.ts`, if it has changed. */
export async function generatePhoneCountries(root: string): Promise<void> {
  const path = join(root, file);
  const text = `// Made by build/phone-countries.ts of libphonenumber's metadata. Not to be edited.
export const countryTable = \`${phoneCountries()}\`;
`;
  const currentFile = Bun.file(path);
  if (!(await currentFile.exists()) || (await currentFile.text()) !== text)
    await Bun.write(path, text);
}

/**
 * Returns one line for each country, by name: code, name, regions, dial code, format, priority, area codes, prefix
 * within the country, other names, as in `Country` of `src/accounts/phones/phone-countries.ts`.
 */
export function phoneCountries(): string {
  const regionByCountry = new Map(
    Object.entries(regions).flatMap(([region, codes]) =>
      codes.split(" ").map((iso2) => [iso2, region] as const),
    ),
  );
  const nameOf = new Intl.DisplayNames("en", { type: "region" });
  const rows = Object.entries(metadata.country_calling_codes).flatMap(
    ([dialCode, countriesOfCode]) =>
      countriesOfCode.map((iso2, priority) => {
        const internationalExample = getExampleNumber(iso2, examples)?.formatInternational();
        const region = regionByCountry.get(iso2);
        if (!internationalExample || !region)
          throw new Error(`build/phone-countries.ts has no region of ${iso2}`);
        const format = internationalExample
          .replace(/^\S+ /, "")
          .replaceAll("-", " ")
          .replaceAll(/\d/g, ".");
        const leadingDigits = String(metadata.countries[iso2]?.[LEADING_DIGITS_INDEX] ?? "");
        const plainLeadingDigits =
          priority > 0 && /^(?!0$)[\d|]+$/.test(leadingDigits)
            ? leadingDigits.replaceAll("|", " ")
            : "";
        const countryAreaCodes = areaCodes[iso2] ?? plainLeadingDigits;
        const trunkPrefix = trunkPrefixes[iso2] ?? (dialCode === "1" ? "1" : "0");
        const name = shortNames[iso2] ?? nameOf.of(iso2) ?? "";
        const otherColumns = [
          region,
          dialCode,
          format,
          priority,
          countryAreaCodes,
          trunkPrefix,
          extraCountryNames[iso2] ?? "",
        ];
        return { name, line: [iso2, name, ...otherColumns].join(";") };
      }),
  );
  const { compare } = new Intl.Collator("en");
  return rows
    .sort((a, b) => compare(a.name, b.name))
    .map(({ line }) => line)
    .join("\n");
}

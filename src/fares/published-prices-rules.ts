/** The price list in the words and figures of its page. The pages for visitors only display it. */
import type { ClassRates, DistanceTier, FeeSchedule } from "./contract";
import {
  durationText,
  englishLineTranslator,
  fareLineWords,
  type LineTranslator,
} from "./line-words";
import { billedTenths, percentText, tenthsText } from "./money-rules";
import { formatMoney, localizeNumber } from "../settings/money-rules";
import {
  joinNames,
  type Translator,
  englishTranslator,
  unitText,
} from "../settings/translation/translator-rules";
import type {
  FareExample,
  PriceList,
  PublishedCard,
  PublishedLine,
  PublishedSection,
  PublishedPricesAnswer,
} from "./price-list-contract";

/** Returns the sections of the page in their order. */
export function publishedPrices(
  list: PriceList | null,
  town: string,
  t: Translator = englishTranslator,
  lineTranslator: LineTranslator = englishLineTranslator(list?.currency ?? ""),
): Pick<PublishedPricesAnswer, "parts" | "from"> {
  if (!list) return { parts: [], from: {} };
  const money = (minor: number) => formatMoney(minor, list.currency, t.language);
  const from = list.classes.map(({ vehicleClass, rates, fromMinor }) => [
    vehicleClass.id,
    { price: money(fromMinor), hourly: rates.hourly ? money(rates.hourly.perHourMinor) : "" },
  ]);
  const parts = [
    ratesSection(list, t),
    flatPricesSection(list, t),
    exampleFaresSection(list, town, t, lineTranslator),
    surchargesAndExtrasSection(list, t),
  ];
  return {
    parts: parts.filter(({ cards, notes }) => cards.length + notes.length > 0),
    from: Object.fromEntries(from),
  };
}

/** Returns the taxes in words, such as "VAT (18 %)", or an empty string if there are none. */
function taxesText({ items }: FeeSchedule["taxes"], t: Translator): string {
  return joinNames(
    items
      .filter(({ percent }) => percent > 0)
      .map(({ name, percent }) => `${name} (${percentText(percent)})`),
    t,
  );
}

/** Returns the taxes in words if they are added to prices, or an empty string if prices include them. */
export function addedTaxesText(
  taxes: FeeSchedule["taxes"],
  t: Translator = englishTranslator,
): string {
  return taxes.included ? "" : taxesText(taxes, t);
}

function ratesSection(list: PriceList, t: Translator): PublishedSection {
  const tax = addedTaxesText(list.taxes, t);
  return {
    title: t("Rates"),
    detail: tax
      ? t("The rates of each class, before {tax}.", { tax })
      : t("The rates of each class."),
    cards: list.classes.map(({ vehicleClass: { name, illustration }, rates, fromMinor }) => ({
      title: name,
      note: t("From {price}", { price: formatMoney(fromMinor, list.currency, t.language) }),
      art: illustration,
      lines: rateLines(list, rates, t),
    })),
    notes: [],
  };
}

function rateLines(
  { currency, distanceUnit }: PriceList,
  rates: ClassRates,
  t: Translator,
): PublishedLine[] {
  const { baseMinor, perMinuteMinor, minimumMinor, perStopMinor, perWaitMinuteMinor } = rates;
  const { distanceTiers, hourly } = rates;
  const unit = unitText(distanceUnit, t);
  const money = (minor: number) => formatMoney(minor, currency, t.language);
  const line = (name: string, minor: number, detail = ""): PublishedLine[] =>
    minor > 0 ? [{ name, detail, price: money(minor) }] : [];
  const hourlyDetails = hourly
    ? [
        hourly.minimumHours > 1
          ? t.count(hourly.minimumHours, "At least {n} hour.", "At least {n} hours.")
          : "",
        hourly.distancePerHour === null
          ? ""
          : t("{distance} {unit} an hour included, then {price} per {unit}.", {
              distance: hourly.distancePerHour,
              unit,
              price: money(hourly.perExtraDistanceMinor),
            }),
      ]
    : [];
  return [
    ...line(t("Base fare"), baseMinor),
    ...distanceTiers.flatMap((tier, at) =>
      line(tierName(distanceTiers[at - 1], tier, unit, t), tier.perDistanceMinor),
    ),
    ...line(t("Per minute"), perMinuteMinor),
    ...line(t("Minimum fare"), minimumMinor),
    ...line(t("Each stop on the way"), perStopMinor),
    ...line(t("Waiting, per minute after the free time"), perWaitMinuteMinor),
    ...line(t("By the hour"), hourly?.perHourMinor ?? 0, hourlyDetails.filter(Boolean).join(" ")),
  ];
}

/** Returns "Per km", or for a tier "Per km, 10 to 30 km". */
function tierName(
  before: DistanceTier | undefined,
  { upTo }: DistanceTier,
  unit: string,
  t: Translator,
): string {
  const from = before?.upTo ?? null;
  if (from === null)
    return upTo === null
      ? t("Per {unit}", { unit })
      : t("Per {unit}, up to {to} {unit}", { unit, to: upTo });
  return upTo === null
    ? t("Per {unit}, beyond {from} {unit}", { unit, from })
    : t("Per {unit}, {from} to {to} {unit}", { unit, from, to: upTo });
}

/** Returns one line for each class, in the order of the classes. */
function classLines(
  { classes, currency }: PriceList,
  prices: readonly { vehicleClassId: string; minor: number }[],
  t: Translator,
): PublishedLine[] {
  return classes.flatMap(({ vehicleClass: { id, name } }) => {
    const price = prices.find(({ vehicleClassId }) => vehicleClassId === id);
    return price
      ? [{ name, detail: "", price: formatMoney(price.minor, currency, t.language) }]
      : [];
  });
}

function flatPricesSection(list: PriceList, t: Translator): PublishedSection {
  const tax = addedTaxesText(list.taxes, t);
  return {
    title: t("Fixed prices"),
    detail: tax
      ? t("These routes have one price, whatever the traffic, before {tax}.", { tax })
      : t("These routes have one price, whatever the traffic."),
    cards: list.flatDirections.map(({ from, to, bothWays, prices }) => ({
      title: t("{from} to {to}", { from, to }),
      note: bothWays ? t("In either direction") : "",
      art: null,
      lines: classLines(
        list,
        prices.map(({ vehicleClassId, amountMinor }) => ({ vehicleClassId, minor: amountMinor })),
        t,
      ),
    })),
    notes: [],
  };
}

function exampleFaresSection(
  list: PriceList,
  town: string,
  t: Translator,
  lineTranslator: LineTranslator,
): PublishedSection {
  const { examples, workedExample, distanceUnit, currency } = list;
  const routeNote = ({ distanceMeters, durationSeconds }: FareExample) =>
    t("{distance} {unit}, about {duration}", {
      distance: localizeNumber(tenthsText(billedTenths(distanceMeters, distanceUnit)), t.language),
      unit: unitText(distanceUnit, t),
      duration: durationText(Math.max(1, Math.round(durationSeconds / 60)), lineTranslator),
    });
  const cards: PublishedCard[] = examples.map((example) => ({
    title: t("{from} to {to}", { from: example.from, to: example.to }),
    note: routeNote(example),
    art: null,
    lines: classLines(
      list,
      example.fares.map(({ vehicleClassId, totalMinor }) => ({
        vehicleClassId,
        minor: totalMinor,
      })),
      t,
    ),
  }));
  const exampleClass = list.classes.find(
    ({ vehicleClass: { id } }) => id === workedExample?.vehicleClassId,
  );
  if (workedExample && exampleClass) {
    const { lines, totalMinor } = workedExample.fare;
    cards.push({
      title: t("{from} to {to}, line by line", { from: workedExample.from, to: workedExample.to }),
      note: exampleClass.vehicleClass.name,
      art: null,
      lines: [
        ...lines.map((line) => {
          const { label, detail } = fareLineWords(line, lineTranslator);
          return {
            name: label,
            detail,
            price: formatMoney(line.amountMinor, currency, t.language),
          };
        }),
        { name: t("Total"), detail: "", price: formatMoney(totalMinor, currency, t.language) },
      ],
    });
  }
  const isEstimated = examples.some(({ estimate }) => estimate);
  return {
    title: t("Rides in and around {town}", { town }),
    detail: isEstimated
      ? t(
          "Full daytime prices, worked out exactly as yours will be; distances and times are estimates.",
        )
      : t("Full daytime prices, worked out exactly as yours will be."),
    cards,
    notes: [],
  };
}

function surchargesAndExtrasSection(list: PriceList, t: Translator): PublishedSection {
  const { surcharges, extras, currency, highestOnly, taxes, gratuityPercent, deadhead } = list;
  const cards: PublishedCard[] = [
    {
      title: t("Surcharges"),
      note: "",
      art: null,
      lines: surcharges.map(({ name, when, only, amount }) => ({
        name,
        detail: [when, only].filter(Boolean).join("; "),
        price: `+ ${amount.kind === "percent" ? percentText(amount.percent) : formatMoney(amount.amountMinor, currency, t.language)}`,
      })),
    },
    {
      title: t("Extras"),
      note: "",
      art: null,
      lines: extras.map(({ name, description, only, amountMinor }) => ({
        name,
        detail: [description, only && t("For {what}.", { what: only })].filter(Boolean).join(" "),
        price: amountMinor === 0 ? t("Free") : formatMoney(amountMinor, currency, t.language),
      })),
    },
  ];
  const taxText = taxesText(taxes, t);
  const notes = [
    highestOnly && t("If several surcharges apply at the same time, only the highest counts."),
    taxText !== "" &&
      (taxes.included
        ? t("All prices include {tax}.", { tax: taxText })
        : t(
            "Rates, fixed prices, surcharges and extras are before {tax}; “from” prices and the rides above include it.",
            { tax: taxText },
          )),
    gratuityPercent !== null &&
      gratuityPercent > 0 &&
      t("A gratuity of {percent} is part of the price unless you choose another one.", {
        percent: percentText(gratuityPercent),
      }),
    deadhead,
  ];
  return {
    title: t("Extras that you can add"),
    detail: "",
    cards: cards.filter(({ lines }) => lines.length > 0),
    notes: notes.filter((note): note is string => typeof note === "string" && note !== ""),
  };
}

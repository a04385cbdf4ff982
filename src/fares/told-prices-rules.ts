/** The price list in the words and figures of its page: visitors' pages only draw what is said here. */
import type { ClassRates, DistanceTier, FeeSchedule } from "./contract";
import { englishReader } from "./line-words";
import { fareLineWords } from "./line-words";
import { billedTenths, durationText, percentText, tenthsText } from "./money-rules";
import { formatMoney } from "../settings/money-rules";
import type {
  FareExample,
  PriceList,
  ToldCard,
  ToldLine,
  ToldPart,
  ToldPricesAnswer,
} from "./price-list-contract";

/** The parts of the page in their order. */
export function toldPrices(
  list: PriceList | null,
  town: string,
): Pick<ToldPricesAnswer, "parts" | "from"> {
  if (!list) return { parts: [], from: {} };
  const money = (minor: number) => formatMoney(minor, list.currency);
  const from = list.classes.map(({ vehicleClass, rates, fromMinor }) => [
    vehicleClass.id,
    { price: money(fromMinor), hourly: rates.hourly ? money(rates.hourly.perHourMinor) : "" },
  ]);
  const parts = [ratesPart(list), flatPart(list), examplesPart(list, town), addedPart(list)];
  return {
    parts: parts.filter(({ cards, notes }) => cards.length + notes.length > 0),
    from: Object.fromEntries(from),
  };
}

/** "VAT (18 %)": the taxes that there are; empty where there are none. */
function taxWords({ items }: FeeSchedule["taxes"]): string {
  return items
    .filter(({ percent }) => percent > 0)
    .map(({ name, percent }) => `${name} (${percentText(percent)})`)
    .join(" and ");
}

/** The same where they come on top of prices; empty where they are in them. */
export function addedTaxes(taxes: FeeSchedule["taxes"]): string {
  return taxes.included ? "" : taxWords(taxes);
}

/** ", before VAT (18 %)" where taxes are added. */
function beforeTax({ taxes }: PriceList): string {
  const added = addedTaxes(taxes);
  return added && `, before ${added}`;
}

function ratesPart(list: PriceList): ToldPart {
  return {
    title: "Rates",
    detail: `What the meter of each class says${beforeTax(list)}.`,
    cards: list.classes.map(({ vehicleClass: { name, illustration }, rates, fromMinor }) => ({
      title: name,
      note: `From ${formatMoney(fromMinor, list.currency)}`,
      art: illustration,
      lines: rateLines(list, rates),
    })),
    notes: [],
  };
}

function rateLines({ currency, distanceUnit: unit }: PriceList, rates: ClassRates): ToldLine[] {
  const { baseMinor, perMinuteMinor, minimumMinor, perStopMinor, perWaitMinuteMinor } = rates;
  const { distanceTiers, hourly } = rates;
  const line = (name: string, minor: number, detail = ""): ToldLine[] =>
    minor > 0 ? [{ name, detail, price: formatMoney(minor, currency) }] : [];
  const perHour = hourly
    ? [
        hourly.minimumHours > 1 ? `At least ${hourly.minimumHours} hours.` : "",
        hourly.distancePerHour === null
          ? ""
          : `${hourly.distancePerHour} ${unit} an hour included, then ${formatMoney(hourly.perExtraDistanceMinor, currency)} per ${unit}.`,
      ]
    : [];
  return [
    ...line("Base fare", baseMinor),
    ...distanceTiers.flatMap((tier, at) =>
      line(tierName(distanceTiers[at - 1], tier, unit), tier.perDistanceMinor),
    ),
    ...line("Per minute", perMinuteMinor),
    ...line("At least", minimumMinor),
    ...line("Each stop on the way", perStopMinor),
    ...line("Waiting, per minute after the free time", perWaitMinuteMinor),
    ...line("By the hour", hourly?.perHourMinor ?? 0, perHour.filter(Boolean).join(" ")),
  ];
}

/** "Per km", or of a tier "Per km, 10 to 30 km". */
function tierName(before: DistanceTier | undefined, { upTo }: DistanceTier, unit: string): string {
  const from = before?.upTo ?? null;
  if (from === null) return upTo === null ? `Per ${unit}` : `Per ${unit}, up to ${upTo} ${unit}`;
  return upTo === null
    ? `Per ${unit}, beyond ${from} ${unit}`
    : `Per ${unit}, ${from} to ${upTo} ${unit}`;
}

/** A line a class, in the order of the classes. */
function classLines(
  { classes, currency }: PriceList,
  prices: readonly { vehicleClassId: string; minor: number }[],
): ToldLine[] {
  return classes.flatMap(({ vehicleClass: { id, name } }) => {
    const price = prices.find(({ vehicleClassId }) => vehicleClassId === id);
    return price ? [{ name, detail: "", price: formatMoney(price.minor, currency) }] : [];
  });
}

function flatPart(list: PriceList): ToldPart {
  return {
    title: "Fixed prices",
    detail: `These ways have one price, whatever the traffic${beforeTax(list)}.`,
    cards: list.flatWays.map(({ from, to, bothWays, prices }) => ({
      title: `${from} to ${to}`,
      note: bothWays ? "In either direction" : "",
      art: null,
      lines: classLines(
        list,
        prices.map(({ vehicleClassId, amountMinor }) => ({ vehicleClassId, minor: amountMinor })),
      ),
    })),
    notes: [],
  };
}

function examplesPart(list: PriceList, town: string): ToldPart {
  const { examples, worked, distanceUnit, currency } = list;
  const way = ({ distanceMeters, durationSeconds }: FareExample) =>
    `${tenthsText(billedTenths(distanceMeters, distanceUnit))} ${distanceUnit}, about ${durationText(Math.max(1, Math.round(durationSeconds / 60)))}`;
  const cards: ToldCard[] = examples.map((example) => ({
    title: `${example.from} to ${example.to}`,
    note: way(example),
    art: null,
    lines: classLines(
      list,
      example.fares.map(({ vehicleClassId, totalMinor }) => ({
        vehicleClassId,
        minor: totalMinor,
      })),
    ),
  }));
  const worksIn = list.classes.find(({ vehicleClass: { id } }) => id === worked?.vehicleClassId);
  if (worked && worksIn) {
    const { lines, totalMinor } = worked.fare;
    cards.push({
      title: `${worked.from} to ${worked.to}, line by line`,
      note: worksIn.vehicleClass.name,
      art: null,
      lines: [
        ...lines.map((line) => {
          const { label, detail } = fareLineWords(line, englishReader(currency));
          return { name: label, detail, price: formatMoney(line.amountMinor, currency) };
        }),
        { name: "Total", detail: "", price: formatMoney(totalMinor, currency) },
      ],
    });
  }
  const estimated = examples.some(({ estimate }) => estimate);
  return {
    title: `Rides in and around ${town}`,
    detail: `Whole prices by day, worked out exactly as yours will be${estimated ? "; distances and times are estimates" : ""}.`,
    cards,
    notes: [],
  };
}

function addedPart(list: PriceList): ToldPart {
  const { surcharges, extras, currency, dearestOnly, taxes, gratuityPercent, deadhead } = list;
  const cards: ToldCard[] = [
    {
      title: "Surcharges",
      note: "",
      art: null,
      lines: surcharges.map(({ name, when, only, amount }) => ({
        name,
        detail: [when, only].filter(Boolean).join("; "),
        price: `+ ${amount.kind === "percent" ? percentText(amount.percent) : formatMoney(amount.amountMinor, currency)}`,
      })),
    },
    {
      title: "Extras",
      note: "",
      art: null,
      lines: extras.map(({ name, description, only, amountMinor }) => ({
        name,
        detail: [description, only && `For ${only}.`].filter(Boolean).join(" "),
        price: amountMinor === 0 ? "Free" : formatMoney(amountMinor, currency),
      })),
    },
  ];
  const taxed = taxWords(taxes);
  const notes = [
    dearestOnly && "Of surcharges that hold at the same time, only the dearest counts.",
    taxed !== "" &&
      (taxes.included
        ? `All prices include ${taxed}.`
        : `Rates, fixed prices, surcharges and extras are before ${taxed}; “from” prices and the rides above include it.`),
    gratuityPercent !== null &&
      gratuityPercent > 0 &&
      `A gratuity of ${percentText(gratuityPercent)} is part of the price unless you choose another one.`,
    deadhead,
  ];
  return {
    title: "What can come on top",
    detail: "",
    cards: cards.filter(({ lines }) => lines.length > 0),
    notes: notes.filter((note): note is string => typeof note === "string" && note !== ""),
  };
}

/** Parses an owner's prices of known trips into answers from which rates are calculated. */
import type { FeeSchedule } from "../../src/fares/contract";
import type { FirstPriceAnswers, TripAnswer } from "../../src/fares/first/rate-solver-rules";
import type { VehicleClassRecord } from "../../src/vehicles/contract";
import {
  readDistance,
  readMoney,
  readPercent,
  readWholeNumber,
  type ParsedValue,
} from "../ui/amount";

/** The trips that the owner prices, with usual values. */
export const sampleTrips = [
  { title: "Airport to the centre", distance: "", minutes: "" },
  { title: "A trip out of town", distance: "20", minutes: "30" },
  { title: "A trip across town", distance: "5", minutes: "15" },
  { title: "Another trip you often drive", distance: "", minutes: "" },
  { title: "One more trip", distance: "", minutes: "" },
] as const;

/** The typed values by field name: `price0` for the first trip, `factor-ID` for a class. */
type TypedAnswers = Readonly<Record<string, string>>;

export type PricedClass = Pick<VehicleClassRecord, "id" | "name" | "illustration">;

/** The usual price of each class compared with a saloon. */
const defaultFactors = { sedan: 1, suv: 1.5, van: 1.75, accessible_van: 1.75 };

/** The initial values. */
export function initialAnswers(classes: readonly PricedClass[]): Record<string, string> {
  const [first] = classes;
  const factorOf = ({ illustration }: PricedClass) =>
    String(
      Math.round(
        (defaultFactors[illustration] / defaultFactors[first?.illustration ?? "sedan"]) * 100,
      ) / 100,
    );
  return {
    ...Object.fromEntries(
      sampleTrips.flatMap(({ distance, minutes }, at) => [
        [`distance${at}`, distance],
        [`minutes${at}`, minutes],
        [`price${at}`, ""],
        [`class${at}`, first?.id ?? ""],
      ]),
    ),
    hour: "",
    night: "0",
    wait: "",
    tax: "0",
    ...Object.fromEntries(classes.map((each) => [`factor-${each.id}`, factorOf(each)])),
  };
}

/** Reads a factor from 0.1 to 10. */
function readFactor(text: string): ParsedValue<number> {
  const value = Number(text.trim().replace(",", "."));
  return value >= 0.1 && value <= 10 ? { value } : { fault: "Enter a number from 0.1 to 10" };
}

/** Returns the valid answers, and the faults of the others. Trips without a price are left out. */
export function readAnswers(
  typed: TypedAnswers,
  classes: readonly PricedClass[],
  { currency }: Pick<FeeSchedule, "currency">,
): { answers: FirstPriceAnswers; sampleIndexes: number[]; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const readAnswer = <Value>(
    name: string,
    read: (text: string) => ParsedValue<Value>,
  ): Value | null => {
    const parsedValue = read(typed[name] ?? "");
    if ("value" in parsedValue) return parsedValue.value;
    faults[name] = `${parsedValue.fault}.`;
    return null;
  };
  const money = (text: string) => readMoney(text, currency);
  const readOptionalMoney = (name: string) =>
    typed[name]?.trim() ? readAnswer(name, money) : null;
  const trips: TripAnswer[] = [];
  const sampleIndexes: number[] = [];
  for (const at of sampleTrips.keys()) {
    if (!typed[`price${at}`]?.trim()) continue;
    const distance = readAnswer(`distance${at}`, readDistance);
    const minutes = readAnswer(`minutes${at}`, (text) => readWholeNumber(text, 1, 1_440));
    const priceMinor = readAnswer(`price${at}`, money);
    if (distance === 0) faults[`distance${at}`] = "Enter the distance.";
    if (priceMinor === 0) faults[`price${at}`] = "Enter the price.";
    if (!distance || !minutes || !priceMinor) continue;
    trips.push({ distance, minutes, priceMinor, vehicleClassId: typed[`class${at}`] ?? "" });
    sampleIndexes.push(at);
  }
  const factors = Object.fromEntries(
    classes.map(({ id }) => [id, readAnswer(`factor-${id}`, readFactor) ?? 1]),
  );
  const answers = {
    trips,
    hourMinor: readOptionalMoney("hour"),
    nightPercent: readAnswer("night", readPercent) ?? 0,
    waitMinuteMinor: readOptionalMoney("wait") ?? 0,
    taxPercent: readAnswer("tax", readPercent) ?? 0,
    factors,
  };
  return { answers, sampleIndexes, faults };
}

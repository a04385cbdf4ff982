/** Writes the offered services as parts of sentences. */
import { joinList } from "../languages/language-figures-contract";
import type { OfferableService } from "../offerable-services-contract";
import { joinNames, type Translator, englishTranslator } from "./translator-rules";

const words = (t: Translator): Record<OfferableService, string> => ({
  airport: t("airport transfers"),
  hourly: t("cars by the hour"),
  care: t("care rides"),
  roadside: t("help on the road"),
  interpreter: t("interpreters"),
  companies: t("accounts for companies"),
});

/** Returns all offered services: "rides from door to door, airport transfers and care rides". */
export function offersText(
  services: readonly OfferableService[],
  t: Translator = englishTranslator,
): string {
  const all = words(t);
  return joinNames([t("rides from door to door"), ...services.map((each) => all[each])], t);
}

/** Returns where cars drive, by the offered services: "to the airport or across town". */
export function ridesText(
  services: readonly OfferableService[],
  t: Translator = englishTranslator,
): string {
  const destinations = [
    ...(services.includes("airport") ? [t("to the airport")] : []),
    t("across town"),
    ...(services.includes("hourly") ? [t("at your side for the day")] : []),
  ];
  const lastDestination = destinations.pop() ?? "";
  const list = joinList(destinations, t.language);
  if (destinations.length === 0) return t("from door to door");
  return destinations.length === 1
    ? t("{list} or {last}", { list, last: lastDestination })
    : t("{list}, or {last}", { list, last: lastDestination });
}

/** What is offered, as a sentence goes on with it. */
import type { Offerable } from "../offer-contract";
import { listed, type Tell, tellEnglish } from "./tell-rules";

const words = (t: Tell): Record<Offerable, string> => ({
  airport: t("airport transfers"),
  hourly: t("cars by the hour"),
  care: t("care rides"),
  roadside: t("help on the road"),
  interpreter: t("interpreters"),
  companies: t("accounts for companies"),
});

/** All that is offered: "rides from door to door, airport transfers and care rides". */
export function offersText(services: readonly Offerable[], t: Tell = tellEnglish): string {
  const all = words(t);
  return listed([t("rides from door to door"), ...services.map((each) => all[each])], t);
}

/** The details of each kind of service as text, for every area. */
import { paymentCardName } from "./card-name";
import type { ServiceType } from "../../src/fares/contract";
import { english, type Say } from "../words/words";
import type {
  Payment,
  Reservation,
  ServiceDetails,
  Trouble,
} from "../../src/reservations/contract";

export const troubleWords: Record<Trouble, string> = {
  flat_tyre: "Flat tyre",
  battery: "Flat battery",
  no_fuel: "Out of fuel or charge",
  engine: "Engine or transmission",
  accident: "Accident",
  locked_out: "Locked out",
  stuck: "Stuck in mud or a ditch",
  other: "Something else",
};

export const paymentWords: Record<Payment, string> = {
  cash: "Cash in the car",
  card: "Card in the car",
  account: "On account",
};

/** Returns how a trip is paid, with the billed company if the reader may see it. */
export function paymentFact(
  { payment, billing, savedCard }: Pick<Reservation, "payment" | "billing" | "savedCard">,
  t: Say = english,
) {
  const name = t("Payment");
  if (savedCard) return { name, value: paymentCardName(savedCard) };
  if (!billing) return { name, value: t.known(paymentWords[payment]) };
  const { company, costCentre, reference } = billing;
  const payer = t("Billed to {company}", { company: company.name });
  return { name, value: t.list([payer, costCentre?.name, reference]) };
}

/** Returns the details as facts for a list; empty without details. */
export function serviceFacts(
  { greetingSign, care, roadside, interpreter }: ServiceDetails,
  t: Say = english,
) {
  const facts: [string, string | number | null | undefined][] = [
    [t("Greeting sign"), greetingSign],
    [t("Attendants"), care?.attendants],
    [t("Companions"), care?.companions],
    [t("Appointment"), care?.appointmentTime],
    [t("At the door"), care?.doorNote],
    [t("Vehicle"), roadside?.vehicle],
    [t("Plate"), roadside?.plate],
    [t("Problem"), roadside && t.known(troubleWords[roadside.trouble])],
    [t("What happened"), roadside?.words],
    [t("Languages"), interpreter?.languages],
    [
      t("Interpreter"),
      interpreter &&
        (interpreter.meeting === "rides_along" ? t("Rides along") : t("Meets the rider there")),
    ],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value: String(value) }] : []));
}

/** Returns the text that replaces the drop-off of a trip that ends at its pickup. */
export function serviceNote(serviceType: ServiceType, hours: number | null, t: Say): string {
  if (serviceType === "roadside_assistance") return t("Help on the spot");
  if (serviceType === "interpreter") return t("Your interpreter meets you there");
  return t.count(hours ?? 0, "{n} hour with car and driver", "{n} hours with car and driver");
}

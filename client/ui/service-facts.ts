/** What a kind of service asks for besides the way, in words, for every area. */
import type { ServiceType } from "../../src/fares/contract";
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

/** How a trip is paid, with the company that is billed where its reader may know. */
export function paymentFact({ payment, billing }: Pick<Reservation, "payment" | "billing">) {
  if (!billing) return { name: "Payment", value: paymentWords[payment] };
  const { company, costCentre, reference } = billing;
  const value = [`Billed to ${company.name}`, costCentre?.name, reference];
  return { name: "Payment", value: value.filter(Boolean).join(", ") };
}

/** As facts of a list; none where nothing was asked for. */
export function serviceFacts({ greetingSign, care, roadside, interpreter }: ServiceDetails) {
  const facts: [string, string | number | null | undefined][] = [
    ["Greeting sign", greetingSign],
    ["Attendants", care?.attendants],
    ["Companions", care?.companions],
    ["Appointment", care?.appointmentTime],
    ["At the door", care?.doorNote],
    ["Vehicle", roadside?.vehicle],
    ["Plate", roadside?.plate],
    ["Trouble", roadside && troubleWords[roadside.trouble]],
    ["What happened", roadside?.words],
    ["Languages", interpreter?.languages],
    [
      "Interpreter",
      interpreter &&
        (interpreter.meeting === "rides_along" ? "Rides along" : "Meets the rider there"),
    ],
  ];
  return facts.flatMap(([name, value]) => (value ? [{ name, value: String(value) }] : []));
}

/** What stands in place of a drop-off where a trip ends at its beginning. */
export function stayWords(serviceType: ServiceType, hours: number | null): string {
  if (serviceType === "roadside_assistance") return "Help on the spot";
  if (serviceType === "interpreter") return "Your interpreter meets you there";
  return `${hours ?? 0} hours at your side`;
}

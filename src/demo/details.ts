/** The details of the demo's trips besides the route: care, a breakdown, languages, a greeting sign. */
import type { ServiceType } from "../fares/contract";
import type { ServiceDetails } from "../reservations/contract";

const MINUTE = 60_000;

const doorNotes = [
  "There are two steps. A ramp is behind the door.",
  "Ring twice: the hall is long.",
  "The nurse at ward B brings her down.",
  "",
];

const breakdowns: readonly NonNullable<ServiceDetails["roadside"]>[] = [
  {
    vehicle: "Toyota RAV4, white",
    plate: "RAD 412 K",
    trouble: "flat_tyre",
    words: "Front left. The spare wheel is flat too.",
  },
  { vehicle: "Suzuki Vitara, grey", plate: "RAC 780 P", trouble: "battery", words: "" },
  {
    vehicle: "Kia Sportage, red",
    plate: "RAE 115 D",
    trouble: "engine",
    words: "White smoke on the hill, and now it doesn’t start.",
  },
];

const languages = ["Kinyarwanda and English", "French and English", "Swahili and French"];

/**
 * Returns the details of a trip. They depend on its pickup (ms UTC) and not on chance, so that the same trip always has
 * the same details. `signName` is the name on the greeting sign, if one was ordered. `toAppointment` is the local
 * pickup time of a passenger who is taken to an appointment.
 */
export function demoServiceDetails(
  serviceType: ServiceType,
  pickupAt: number,
  {
    signName: greetingName,
    toAppointment: pickupLocal,
  }: { signName: string | null; toAppointment: string | null },
): ServiceDetails | null {
  const turn = Math.floor(pickupAt / (5 * MINUTE));
  const pickByTurn = <Item>(list: readonly Item[]): Item | undefined => list[turn % list.length];
  switch (serviceType) {
    case "airport_pickup":
      return greetingName === null ? null : { greetingSign: greetingName };
    case "home_care":
      return {
        care: {
          attendants: turn % 3 === 0 ? 1 : 0,
          companions: 0,
          appointmentTime: pickupLocal && appointmentTimeAfter(pickupLocal),
          doorNote: pickByTurn(doorNotes) ?? "",
        },
      };
    case "roadside_assistance": {
      const roadside = pickByTurn(breakdowns);
      return roadside ? { roadside } : null;
    }
    case "interpreter":
      return { interpreter: { languages: pickByTurn(languages) ?? "", meeting: "rides_along" } };
    default:
      return null;
  }
}

/** Returns half past the next hour: "10:30" for "2026-11-21T09:20". Null past midnight. */
function appointmentTimeAfter(pickupLocal: string): string | null {
  const hour = Number(pickupLocal.slice(11, 13)) + 1;
  return hour > 23 ? null : `${String(hour).padStart(2, "0")}:30`;
}

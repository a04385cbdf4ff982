/**
 * Turns an enquiry into a message to dispatch: one line for each fact, followed by the visitor's own words. Facts that
 * the visitor left open have no line. As part of the message, the facts are searchable, quoted in the answer, included
 * in the copy of a rider's data and deleted with the message. The labels are the options that visitors chose from, so
 * that both sides read the same words.
 */
import type { Trouble } from "../reservations/contract";
import type { Mobility } from "../vehicles/class-contract";
import type { ContactTopic } from "./contract";
import type {
  CompanyEnquiry,
  ItemHolder,
  HomeCareEnquiry,
  InterpreterEnquiry,
  RoadsideEnquiry,
  ServiceEnquiry,
  FoundPropertyForm,
  TripsAMonth,
} from "./enquiry-contract";

export const mobilityChoices: Record<Mobility, string> = {
  ambulatory: "Walks, with help or without",
  wheelchair: "Stays in a wheelchair",
  oversized_wheelchair: "Stays in an oversized wheelchair",
  can_transfer: "Has a wheelchair, transfers to a seat",
  scooter: "Has a mobility scooter",
  stretcher: "Travels on a stretcher",
};

export const meetingChoices: Record<InterpreterEnquiry["meeting"], string> = {
  meets_there: "Meets us there",
  rides_along: "Rides along with us",
};

export const troubleChoices: Record<Trouble, string> = {
  flat_tyre: "Flat tyre",
  battery: "Flat battery",
  no_fuel: "Out of fuel or charge",
  engine: "Engine or transmission",
  accident: "Accident",
  locked_out: "Locked out",
  stuck: "Stuck in mud or a ditch",
  other: "Something else",
};

export const tripsPerMonthChoices: Record<TripsAMonth, string> = {
  up_to_10: "Up to 10",
  up_to_50: "11 to 50",
  up_to_200: "51 to 200",
  more: "More than 200",
};

export const itemHolderWords: Record<ItemHolder, string> = {
  me: "I have it with me",
  driver: "I gave it to the driver",
  car: "I left it in the car",
};

/** The topic and text of a message to dispatch. */
export type EnquiryMessage = { topic: ContactTopic; text: string };

type FactLine = readonly [label: string, value: string];

function messageText(facts: readonly FactLine[], text: string): string {
  const lines = facts.filter(([, value]) => value !== "").map((fact) => fact.join(": "));
  return [lines.join("\n"), text].filter((part) => part !== "").join("\n\n");
}

/** Returns a ticked box as a fact, or an empty string. */
const tickText = (tick: "yes" | "") => (tick === "yes" ? "yes" : "");

/** Turns a home care enquiry into a message to dispatch. */
export function homeCareEnquiryMessage(enquiry: HomeCareEnquiry): EnquiryMessage {
  const facts: FactLine[] = [
    ["Mobility", mobilityChoices[enquiry.mobility]],
    ["Attendant wanted", tickText(enquiry.attendant)],
    ["Repeats", tickText(enquiry.repeats)],
    ["First day", enquiry.day],
    ["From where to where", enquiry.place],
  ];
  return { topic: "care", text: messageText(facts, enquiry.text) };
}

/** Turns an enquiry for an interpreter into a message to dispatch. */
export function interpreterEnquiryMessage(enquiry: InterpreterEnquiry): EnquiryMessage {
  const facts: FactLine[] = [
    ["Languages", enquiry.languages],
    ["Interpreter", meetingChoices[enquiry.meeting]],
    ["Place", enquiry.place],
    ["Day", enquiry.day],
  ];
  return { topic: "interpreter", text: messageText(facts, enquiry.text) };
}

/** Turns a request for roadside help into a message to dispatch. */
export function roadsideEnquiryMessage(enquiry: RoadsideEnquiry): EnquiryMessage {
  const facts: FactLine[] = [
    ["Problem", troubleChoices[enquiry.trouble]],
    ["Vehicle", enquiry.vehicle],
    ["Place", enquiry.place],
  ];
  return { topic: "roadside", text: messageText(facts, enquiry.text) };
}

/** Turns an enquiry about a service into a message to dispatch. `name` is the service's name as visitors read it. */
export function serviceEnquiryMessage(name: string, enquiry: ServiceEnquiry): EnquiryMessage {
  const facts: FactLine[] = [
    ["Service", name],
    ["Place", enquiry.place],
    ["Day", enquiry.day],
  ];
  return { topic: "service", text: messageText(facts, enquiry.text) };
}

/** Turns a company's request for an account into a message to dispatch. */
export function companyEnquiryMessage(enquiry: CompanyEnquiry): EnquiryMessage {
  const facts: FactLine[] = [
    ["Company", enquiry.company],
    ["Trips a month", tripsPerMonthChoices[enquiry.trips]],
  ];
  return { topic: "company", text: messageText(facts, enquiry.text) };
}

/** Turns a find into a message to dispatch. `number` is the item's number in the register. */
export function foundPropertyMessage(form: FoundPropertyForm, number: number): EnquiryMessage {
  const facts: FactLine[] = [
    ["Found item", String(number)],
    ["What", form.what],
    ["Where the item is now", itemHolderWords[form.held]],
    ["Booking number", form.trip.replace("#", "")],
  ];
  return { topic: "found", text: messageText(facts, "") };
}

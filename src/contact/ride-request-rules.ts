/**
 * Turns a ride request that is not a booking into a message to dispatch, who call back. The message has one line for
 * each fact, as the visitor typed it.
 */
import type { SendContactMessage } from "./contract";
import type { RideRequest } from "./ride-request-contract";

/** Returns the request as a message to the operator. */
export function rideRequestMessage(request: RideRequest): SendContactMessage {
  const { name, contact, website, text } = request;
  const facts = [
    "Asks for a ride and a call back.",
    "",
    `Pickup: ${request.from}`,
    `Drop-off: ${request.to}`,
    `When: ${whenText(request)}`,
    `Passengers: ${request.passengers}`,
  ];
  const body = [...facts, ...(text.trim() === "" ? [] : ["", text])].join("\n");
  return { name, contact, website, topic: "booking", trip: "", text: body };
}

function whenText({ date, time }: Pick<RideRequest, "date" | "time">): string {
  if (date === "") return "as soon as possible";
  const at = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(at)) return `${date}, ${time}`;
  const day = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(at);
  return `${day}, ${time}`;
}

/**
 * AeroDataBox: `GET /flights/number/{number}/{from}/{to}` by local dates, with live data near the day and the timetable
 * otherwise. It answers 204 for no flights. It is sold through two marketplaces, each with its own header for the key.
 */
import { z } from "zod";
import { flightNumberOf } from "../reservations/flight-number-contract";
import { fetchUpstreamJson, UpstreamRefusal } from "../server/upstream";
import type { FlightProvider, FlightEnd, ProviderFlight, Span } from "./flight-provider";

const MAX_ANSWER_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;
/** The furthest that a local time can be from UTC, because days are local to either end of the flight. */
const MAX_UTC_OFFSET_MS = 14 * 3_600_000;

const text = z.string().trim().max(200).nullish().catch(null);
/** "2026-11-20 05:50Z". */
const Time = z
  .object({ utc: z.string().max(40) })
  .transform(({ utc }) => {
    const at = Date.parse(utc.replace(" ", "T"));
    return Number.isNaN(at) ? null : at;
  })
  .nullish()
  .catch(null);
const Movement = z.object({
  airport: z.object({ iata: text, icao: text, name: text, municipalityName: text }),
  scheduledTime: Time,
  revisedTime: Time,
  predictedTime: Time,
  runwayTime: Time,
  terminal: text,
  gate: text,
  baggageBelt: text,
});
const Flight = z.object({
  number: z.string().max(20),
  callSign: text,
  status: z.string().max(40),
  airline: z.object({ name: text }).nullish(),
  departure: Movement,
  arrival: Movement,
});
const Answer = z
  .array(Flight)
  .nullable()
  .transform((flights) => flights ?? []);

/** Returns AeroDataBox with the operator's key. */
export function createAeroDataBox({
  apiKey,
  apiUrl,
}: {
  apiKey: string;
  apiUrl: string;
}): FlightProvider {
  const { host } = new URL(apiUrl);
  const headers: Record<string, string> = host.endsWith(".rapidapi.com")
    ? { "x-rapidapi-key": apiKey, "x-rapidapi-host": host }
    : { "x-api-market-key": apiKey };
  const ask = async (number: string, { from, until }: Span) => {
    const path = `/flights/number/${encodeURIComponent(number)}/${day(from)}/${day(until)}`;
    const url = new URL(`${apiUrl}${path}`);
    return Answer.parse(await fetchUpstreamJson(url, { headers, limitBytes: MAX_ANSWER_BYTES }), {
      jitless: true,
    });
  };
  const findFlights = async (number: string, span: Span) => {
    const rows = await ask(number, span).catch((error: unknown) => {
      if (error instanceof UpstreamRefusal && [400, 404].includes(error.status)) return [];
      throw error;
    });
    return rows.map(toProviderFlight);
  };
  return {
    id: "aerodatabox",
    fetchLive: (number, { from, until }) =>
      findFlights(number, { from: from - MAX_UTC_OFFSET_MS, until: until + MAX_UTC_OFFSET_MS }),
    fetchTimetable: findFlights,
    requestAlerts: async () => false,
    check: async () => {
      await ask("BA117", { from: Date.now(), until: Date.now() + DAY_MS });
      return "AeroDataBox accepts the key and answers.";
    },
  };
}

function toProviderFlight(row: z.output<typeof Flight>): ProviderFlight {
  const { departure, arrival } = row;
  const numbers = [row.number, row.callSign].flatMap((each) =>
    each ? (flightNumberOf(each) ?? []) : [],
  );
  const scheduledAt = departure.scheduledTime ?? arrival.scheduledTime;
  return {
    // The provider has no ids, so number, time and route serve as one. Without a time, the flights of all days would be
    // the same.
    ref: scheduledAt
      ? [numbers[0] ?? row.number, scheduledAt, departure.airport.iata].join(" ")
      : null,
    numbers: [...new Set(numbers)],
    airline: row.airline?.name || null,
    state: stateOf(row.status),
    origin: endOf(departure, departure.runwayTime ?? null),
    // For flights that have arrived, revised times are those at the gate.
    destination: endOf(
      arrival,
      arrival.runwayTime ?? (row.status === "Arrived" ? (arrival.revisedTime ?? null) : null),
    ),
    belt: arrival.baggageBelt || null,
  };
}

function stateOf(status: string): ProviderFlight["state"] {
  switch (status) {
    case "Arrived":
      return "landed";
    case "Canceled":
      return "cancelled";
    case "Diverted":
      return "diverted";
    case "EnRoute":
    case "Departed":
    case "Approaching":
      return "departed";
    // `CanceledUncertain` is a guess, and not enough to turn a car back.
    default:
      return "scheduled";
  }
}

function endOf(movement: z.output<typeof Movement>, actual: number | null): FlightEnd {
  const { airport, scheduledTime, revisedTime, predictedTime, terminal, gate } = movement;
  return {
    code: airport.iata || airport.icao || null,
    name: airport.municipalityName || airport.name || null,
    scheduled: scheduledTime ?? null,
    estimated: revisedTime ?? predictedTime ?? null,
    actual,
    terminal: terminal || null,
    gate: gate || null,
  };
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * FlightAware AeroAPI, version 4: `GET /flights/{ident}` for live flights from 10 days ago until 2 days ahead, `GET
 * /schedules/{start}/{end}` for the timetable, `POST /alerts` for calls to this server. Each request has the key in
 * `x-apikey`.
 */
import { z } from "zod";
import { callProvider } from "../payment-providers/call-provider";
import { flightNumberOf } from "../reservations/flight-number-contract";
import { fetchUpstreamJson, UpstreamRefusal } from "../server/upstream";
import type { FlightProvider, FlightEnd, ProviderFlight } from "./flight-provider";

const MAX_ANSWER_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;

const text = z.string().trim().max(200).nullish().catch(null);
const moment = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .nullish()
  .catch(null);
const Airport = z
  .object({ code: text, code_iata: text, name: text, city: text })
  .nullish()
  .catch(null);

const Flight = z.object({
  ident: z.string(),
  ident_icao: text,
  ident_iata: text,
  fa_flight_id: z.string().max(200),
  codeshares: z.array(z.string()).nullish(),
  codeshares_iata: z.array(z.string()).nullish(),
  cancelled: z.boolean().default(false),
  diverted: z.boolean().default(false),
  origin: Airport,
  destination: Airport,
  scheduled_out: moment,
  estimated_out: moment,
  actual_out: moment,
  scheduled_off: moment,
  estimated_off: moment,
  actual_off: moment,
  scheduled_on: moment,
  estimated_on: moment,
  actual_on: moment,
  scheduled_in: moment,
  estimated_in: moment,
  actual_in: moment,
  terminal_origin: text,
  terminal_destination: text,
  gate_origin: text,
  gate_destination: text,
  baggage_claim: text,
});
const Flights = z.object({ flights: z.array(Flight) });

const ScheduledFlight = z.object({
  scheduled: z.array(
    z.object({
      ident: z.string(),
      ident_icao: text,
      ident_iata: text,
      actual_ident: text,
      actual_ident_icao: text,
      actual_ident_iata: text,
      fa_flight_id: text,
      origin: text,
      origin_iata: text,
      destination: text,
      destination_iata: text,
      scheduled_out: moment,
      scheduled_in: moment,
    }),
  ),
});

/** Returns AeroAPI with the operator's key. */
export function createAeroApi({
  apiKey,
  apiUrl,
}: {
  apiKey: string;
  apiUrl: string;
}): FlightProvider {
  const headers = { "x-apikey": apiKey };
  const ask = async <Answer>(
    path: string,
    query: Record<string, string>,
    answer: z.ZodType<Answer>,
  ) => {
    const url = new URL(`${apiUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return answer.parse(await fetchUpstreamJson(url, { headers, limitBytes: MAX_ANSWER_BYTES }), {
      jitless: true,
    });
  };
  return {
    id: "aeroapi",
    fetchLive: async (number, span) => {
      const path = `/flights/${encodeURIComponent(number)}`;
      const query = { ident_type: "designator", start: iso(span.from), end: iso(span.until) };
      const { flights } = await ask(path, query, Flights).catch(
        emptyForUnknownFlight({ flights: [] }),
      );
      return flights.map(toProviderFlight);
    },
    fetchLiveByRef: async (ref) => {
      const path = `/flights/${encodeURIComponent(ref)}`;
      const { flights } = await ask(path, { ident_type: "fa_flight_id" }, Flights).catch(
        emptyForUnknownFlight({ flights: [] }),
      );
      return flights.map(toProviderFlight);
    },
    fetchTimetable: async (number, { from, until }) => {
      const [, airline = "", digits = ""] = /^(\D{2,3}|\D\d|\d\D)(\d+)/.exec(number) ?? [];
      const query = { airline, flight_number: digits, include_codeshares: "true" };
      const path = `/schedules/${iso(from)}/${iso(until)}`;
      const { scheduled } = await ask(path, query, ScheduledFlight).catch(
        emptyForUnknownFlight({ scheduled: [] }),
      );
      return scheduled.map(({ fa_flight_id, ...row }) => ({
        ref: fa_flight_id ?? null,
        numbers: flightNumbersOf(
          row.actual_ident_iata,
          row.actual_ident_icao,
          row.actual_ident,
          row.ident_iata,
          row.ident_icao,
          row.ident,
        ),
        airline: null,
        state: "scheduled",
        origin: scheduledEnd(row.origin_iata ?? row.origin, row.scheduled_out),
        destination: scheduledEnd(row.destination_iata ?? row.destination, row.scheduled_in),
        belt: null,
      }));
    },
    requestAlerts: async (number, { from, until }, url) => {
      const { status } = await callProvider(`${apiUrl}/alerts`, {
        method: "POST",
        headers,
        json: {
          ident: number,
          start: iso(from).slice(0, 10),
          end: iso(until).slice(0, 10),
          eta: 60,
          events: { ...noEvents, arrival: true, cancelled: true, departure: true, diverted: true },
          target_url: url,
        },
      });
      return status === 201;
    },
    check: async () => {
      // Does not depend on a trip. The day's flights of one airline cost a single page.
      const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      await ask(
        `/schedules/${iso(until)}/${iso(until + DAY_MS)}`,
        { airline: "BA" },
        ScheduledFlight,
      );
      return "FlightAware accepts the key and answers.";
    },
  };
}

const noEvents = Object.fromEntries(
  ["arrival", "cancelled", "departure", "diverted", "filed", "out", "off", "on", "in"].map(
    (event) => [event, false],
  ),
);

/** An unknown number is not an error of the provider. */
function emptyForUnknownFlight<Answer>(none: Answer) {
  return (error: unknown): Answer => {
    if (error instanceof UpstreamRefusal && [400, 404].includes(error.status)) return none;
    throw error;
  };
}

function toProviderFlight(row: z.output<typeof Flight>): ProviderFlight {
  const landedAt = row.actual_on ?? row.actual_in ?? null;
  return {
    ref: row.fa_flight_id,
    numbers: flightNumbersOf(
      row.ident_iata,
      row.ident_icao,
      row.ident,
      ...(row.codeshares_iata ?? []),
      ...(row.codeshares ?? []),
    ),
    airline: null,
    state: row.cancelled
      ? "cancelled"
      : row.diverted
        ? "diverted"
        : landedAt !== null
          ? "landed"
          : (row.actual_off ?? row.actual_out) != null
            ? "departed"
            : "scheduled",
    origin: {
      ...airportOf(row.origin),
      scheduled: row.scheduled_out ?? row.scheduled_off ?? null,
      estimated: row.estimated_out ?? row.estimated_off ?? null,
      actual: row.actual_out ?? row.actual_off ?? null,
      terminal: row.terminal_origin || null,
      gate: row.gate_origin || null,
    },
    destination: {
      ...airportOf(row.destination),
      scheduled: row.scheduled_on ?? row.scheduled_in ?? null,
      estimated: row.estimated_on ?? row.estimated_in ?? null,
      actual: landedAt,
      terminal: row.terminal_destination || null,
      gate: row.gate_destination || null,
    },
    belt: row.baggage_claim || null,
  };
}

const airportOf = (airport: z.output<typeof Airport>) => ({
  code: airport?.code_iata || airport?.code || null,
  name: airport?.city || airport?.name || null,
});

const scheduledEnd = (
  code: string | null | undefined,
  at: number | null | undefined,
): FlightEnd => ({
  code: code || null,
  name: null,
  scheduled: at ?? null,
  estimated: null,
  actual: null,
  terminal: null,
  gate: null,
});

/** Returns each number once. Anything else, such as a registration, is left out. */
function flightNumbersOf(...idents: (string | null | undefined)[]): string[] {
  return [...new Set(idents.flatMap((ident) => (ident ? (flightNumberOf(ident) ?? []) : [])))];
}

const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

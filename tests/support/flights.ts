/**
 * A fake flight data provider on loopback that answers like FlightAware AeroAPI 4 and AeroDataBox, written from their
 * published references. A test sets the flights and changes them, by its own clock.
 */

/** A flight of the fake, with its times in ms UTC. Changes by a test apply to all later answers. */
export interface FakeFlight {
  /** The IATA number, and below it the same with the airline's ICAO code. */
  number: string;
  icao: string;
  /** The provider's id of the flight, which stays when the number changes. */
  ref: string;
  codeshares?: string[];
  origin: string;
  destination: string;
  scheduledOut: number;
  /** Whether AeroDataBox leaves out the departure times. */
  hidesDepartureTimes?: boolean;
  scheduledIn: number;
  /** Whether AeroAPI leaves out the scheduled arrival. */
  hidesArrivalTimes?: boolean;
  estimatedIn?: number;
  actualOut?: number;
  actualIn?: number;
  cancelled?: boolean;
  /** The IATA code of the airport it was diverted to. */
  divertedTo?: string;
  terminal?: string;
  belt?: string;
}

export interface FakeFlights {
  url: string;
  key: string;
  flights: FakeFlight[];
  /** The requested paths, oldest first. */
  requests: string[];
  /** The alerts that were requested, as received. */
  alerts: unknown[];
  /** Whether the provider's plan includes alerts. */
  hasAlerts: boolean;
  /** How many requests for alerts fail before one is answered. */
  alertFailures: number;
  /** Any value but `well` answers like this instead of with flights. */
  failureMode: "well" | "failing" | "refusing the key" | "no JSON" | "stalling" | (() => Response);
  stop(): Promise<void>;
}

const cities: Record<string, string> = {
  KGL: "Kigali",
  BRU: "Brussels",
  EBB: "Entebbe",
  KME: "Kamembe",
  AKL: "Auckland",
};
/** How many hours the local time of an airport is ahead of UTC. */
const utcOffsetHours: Record<string, number> = { KGL: 2, BRU: 1, EBB: 3, KME: 2, AKL: 13 };
const iso = (at: number | undefined) =>
  at === undefined ? null : new Date(at).toISOString().replace(".000Z", "Z");

/** Starts the fake as one of the two providers. */
export function startFlights(kind: "aeroapi" | "aerodatabox"): FakeFlights {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const url = new URL(request.url);
      fakeFlights.requests.push(decodeURIComponent(url.pathname) + url.search);
      const header = kind === "aeroapi" ? "x-apikey" : "x-api-market-key";
      if (
        fakeFlights.failureMode === "refusing the key" ||
        request.headers.get(header) !== fakeFlights.key
      )
        return Response.json(
          { title: "Unauthorized", reason: "KEY", detail: "Bad key", status: 401 },
          { status: 401 },
        );
      if (fakeFlights.failureMode === "failing")
        return new Response("out of order", { status: 503 });
      if (fakeFlights.failureMode === "no JSON") return new Response("<html></html>");
      if (fakeFlights.failureMode === "stalling") return new Promise<Response>(() => {});
      if (typeof fakeFlights.failureMode === "function") return fakeFlights.failureMode();
      return kind === "aeroapi" ? answerAeroApi(url, request) : answerAeroDataBox(url);
    },
  });

  const flightsByNumber = (number: string) =>
    fakeFlights.flights.filter((each) =>
      [each.number, each.icao, ...(each.codeshares ?? [])].includes(number),
    );

  async function answerAeroApi(url: URL, request: Request): Promise<Response> {
    const [, resource, ident = "", until = ""] = url.pathname.split("/");
    const page = { links: null, num_pages: 1 };
    if (resource === "alerts" && request.method === "POST") {
      fakeFlights.alerts.push(await request.json());
      if (fakeFlights.alertFailures-- > 0) return new Response(null, { status: 503 });
      if (!fakeFlights.hasAlerts)
        return Response.json({ title: "Forbidden", status: 403 }, { status: 403 });
      return new Response(null, { status: 201, headers: { location: "/alerts/17" } });
    }
    if (resource === "flights" && url.searchParams.get("ident_type") === "fa_flight_id") {
      const found = fakeFlights.flights
        .flatMap(toAeroApiFlights)
        .filter(({ fa_flight_id }) => fa_flight_id === decodeURIComponent(ident));
      return Response.json({ ...page, flights: found });
    }
    if (resource === "flights") {
      const from = Date.parse(url.searchParams.get("start") ?? "");
      const to = Date.parse(url.searchParams.get("end") ?? "");
      const found = flightsByNumber(decodeURIComponent(ident)).filter(
        ({ scheduledOut }) => scheduledOut >= from && scheduledOut < to,
      );
      return Response.json({ ...page, flights: found.flatMap(toAeroApiFlights) });
    }
    const [from, to] = [ident, until].map((each) => Date.parse(decodeURIComponent(each)));
    const wanted = `${url.searchParams.get("airline")}${url.searchParams.get("flight_number")}`;
    return Response.json({
      ...page,
      scheduled: flightsByNumber(wanted)
        .filter(({ scheduledOut }) => scheduledOut >= (from ?? 0) && scheduledOut < (to ?? 0))
        .map((each) => ({
          // An answer for a codeshare number also has the operating flight's number.
          ...(each.codeshares?.includes(wanted)
            ? {
                ...{ ident: wanted, ident_icao: null, ident_iata: wanted },
                ...{ actual_ident: each.icao, actual_ident_icao: each.icao },
                actual_ident_iata: each.number,
              }
            : {
                ...{ ident: each.icao, ident_icao: each.icao, ident_iata: each.number },
                ...{ actual_ident: null, actual_ident_icao: null, actual_ident_iata: null },
              }),
          aircraft_type: "B738",
          scheduled_in: iso(each.scheduledIn),
          scheduled_out: iso(each.scheduledOut),
          origin: each.origin,
          origin_icao: null,
          origin_iata: each.origin,
          origin_lid: null,
          destination: each.destination,
          destination_icao: null,
          destination_iata: each.destination,
          destination_lid: null,
          fa_flight_id: null,
          meal_service: "",
          seats_cabin_business: 0,
          seats_cabin_coach: 0,
          seats_cabin_first: 0,
        })),
    });
  }

  function answerAeroDataBox(url: URL): Response {
    const [, , , number = "", from = "", to = ""] = url.pathname.split("/");
    // The cheapest of its plans allows at most seven days.
    if (Date.parse(to) - Date.parse(from) > 7 * 86_400_000)
      return Response.json({ message: "The range is too long" }, { status: 400 });
    // Flights that leave or arrive on these days, in local time.
    const isOn = (at: number, code: string) => {
      const day = new Date(at + (utcOffsetHours[code] ?? 0) * 3_600_000).toISOString().slice(0, 10);
      return day >= from && day <= to;
    };
    const found = flightsByNumber(decodeURIComponent(number)).filter(
      (each) => isOn(each.scheduledOut, each.origin) || isOn(each.scheduledIn, each.destination),
    );
    return found.length === 0
      ? new Response(null, { status: 204 })
      : Response.json(found.map(toAeroDataBoxFlight));
  }

  const fakeFlights: FakeFlights = {
    url: `http://127.0.0.1:${server.port}`,
    key: "key-of-a-test",
    flights: [],
    requests: [],
    alerts: [],
    hasAlerts: true,
    alertFailures: 0,
    failureMode: "well",
    stop: () => server.stop(true),
  };
  return fakeFlights;
}

const airport = (code: string) => ({
  code,
  code_icao: null,
  code_iata: code,
  code_lid: null,
  timezone: "Africa/Kigali",
  name: `${cities[code]} Airport`,
  city: cities[code] ?? null,
  airport_info_url: `/airports/${code}`,
});

/** Returns the flight. If it was diverted, also returns the leg that it flew instead, with the same id. */
function toAeroApiFlights(each: FakeFlight) {
  const flight = {
    ident: each.icao,
    ident_icao: each.icao,
    ident_iata: each.number,
    fa_flight_id: each.ref,
    operator: each.icao.slice(0, 3),
    codeshares: [],
    codeshares_iata: each.codeshares ?? [],
    blocked: false,
    diverted: each.divertedTo !== undefined,
    cancelled: each.cancelled ?? false,
    position_only: false,
    origin: airport(each.origin),
    destination: airport(each.destination),
    status: "Scheduled",
    type: "Airline",
    terminal_destination: each.terminal ?? null,
    gate_destination: null,
    baggage_claim: each.belt ?? null,
    scheduled_out: iso(each.scheduledOut),
    estimated_out: iso(each.scheduledOut),
    actual_out: iso(each.actualOut),
    scheduled_on: each.hidesArrivalTimes ? null : iso(each.scheduledIn),
    estimated_on: iso(each.estimatedIn ?? each.scheduledIn),
    actual_on: iso(each.actualIn),
    scheduled_in: each.hidesArrivalTimes ? null : iso(each.scheduledIn + 5 * 60_000),
    estimated_in: null,
    actual_in: null,
  };
  if (each.divertedTo === undefined) return [flight];
  return [flight, { ...flight, diverted: false, destination: airport(each.divertedTo) }];
}

function statusOf({ cancelled, divertedTo, actualIn }: FakeFlight): string {
  if (cancelled) return "Canceled";
  if (divertedTo !== undefined) return "Diverted";
  return actualIn ? "Arrived" : "Expected";
}

function toAeroDataBoxFlight(each: FakeFlight): object {
  const time = (at: number | undefined) =>
    at === undefined
      ? undefined
      : { utc: `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z`, local: "" };
  const at = (code: string) => ({
    iata: code,
    icao: null,
    name: `${cities[code]} Airport`,
    municipalityName: cities[code],
  });
  return {
    number: each.number.replace(/^(..)/, "$1 "),
    callSign: each.icao,
    status: statusOf(each),
    codeshareStatus: "IsOperator",
    isCargo: false,
    lastUpdatedUtc: "2026-11-20 08:00Z",
    airline: { name: "RwandAir", iata: "WB", icao: "RWD" },
    departure: {
      airport: at(each.origin),
      scheduledTime: each.hidesDepartureTimes ? undefined : time(each.scheduledOut),
      quality: ["Basic"],
    },
    arrival: {
      airport: at(each.destination),
      scheduledTime: time(each.scheduledIn),
      revisedTime: time(each.estimatedIn),
      runwayTime: time(each.actualIn),
      terminal: each.terminal,
      baggageBelt: each.belt,
      quality: ["Basic", "Live"],
    },
  };
}

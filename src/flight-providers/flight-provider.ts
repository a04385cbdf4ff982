/** What every provider of flights can do, in one form. Times in ms UTC. */

/** One end of a flight as a provider knows it. */
export interface FlightEnd {
  /** IATA code. */
  code: string | null;
  name: string | null;
  scheduled: number | null;
  estimated: number | null;
  actual: number | null;
  terminal: string | null;
  gate: string | null;
}

/** A flight of one day as a provider knows it. */
export interface FoundFlight {
  ref: string | null;
  /** Each number it is sold under, in both forms, the operator's first; as `flightNumberOf` keeps them. */
  numbers: string[];
  airline: string | null;
  state: "scheduled" | "departed" | "landed" | "cancelled" | "diverted";
  origin: FlightEnd;
  destination: FlightEnd;
  belt: string | null;
}

/** A span of departures. */
export interface Span {
  from: number;
  until: number;
}

export interface FlightProvider {
  id: "aeroapi" | "aerodatabox";
  /** The flights of a number that leave within some days around now, with their live times. */
  follow(number: string, span: Span): Promise<FoundFlight[]>;
  /** A flight by what the provider calls it, whatever its number is by now; absent where that is not offered. */
  followByRef?(ref: string): Promise<FoundFlight[]>;
  /** The same by the timetable, weeks ahead. */
  schedule(number: string, span: Span): Promise<FoundFlight[]>;
  /** Asks for calls to `url` when something happens to a flight; false where that is not offered. */
  watch(number: string, span: Span, url: string): Promise<boolean>;
  /** Resolves with what a test found; rejects with why it failed. */
  check(): Promise<string>;
}

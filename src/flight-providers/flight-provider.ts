/** The common interface of all flight data providers. Times are in ms UTC. */

/** One end of a flight, as a provider reports it. */
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

/** A flight on one day, as a provider reports it. */
export interface ProviderFlight {
  ref: string | null;
  /**
   * Each number under which it is sold, in IATA and ICAO form, the operating airline's first, as `flightNumberOf`
   * writes them.
   */
  numbers: string[];
  airline: string | null;
  state: "scheduled" | "departed" | "landed" | "cancelled" | "diverted";
  origin: FlightEnd;
  destination: FlightEnd;
  belt: string | null;
}

/** A period of departures. */
export interface Span {
  from: number;
  until: number;
}

export interface FlightProvider {
  id: "aeroapi" | "aerodatabox";
  /** Returns the flights of a number that depart within some days around now, with live times. */
  fetchLive(number: string, span: Span): Promise<ProviderFlight[]>;
  /**
   * Returns a flight by the provider's id, even if its number has changed. Absent if the provider does not offer this.
   */
  fetchLiveByRef?(ref: string): Promise<ProviderFlight[]>;
  /** Returns the same from the timetable, weeks ahead. */
  fetchTimetable(number: string, span: Span): Promise<ProviderFlight[]>;
  /** Requests calls to `url` when something happens to a flight. False if the provider does not offer this. */
  requestAlerts(number: string, span: Span, url: string): Promise<boolean>;
  /** Resolves with the result of a test, or rejects with the reason why it failed. */
  check(): Promise<string>;
}

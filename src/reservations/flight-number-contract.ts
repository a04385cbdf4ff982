/** The form of a flight number. Only a flight provider knows whether the flight exists. */

/** The airline's IATA or ICAO code, up to four digits, and sometimes a letter. */
const FLIGHT_NUMBER_PATTERN = /^([A-Z]{2,3}|[A-Z]\d|\d[A-Z])0*([1-9]\d{0,3})([A-Z]?)$/;

/** Returns a flight number as it is stored: "WB203" for "wb 0203". Null if the text is no flight number. */
export function flightNumberOf(typed: string): string | null {
  const parts = FLIGHT_NUMBER_PATTERN.exec(typed.replace(/\s+/g, "").toUpperCase());
  return parts ? parts.slice(1).join("") : null;
}

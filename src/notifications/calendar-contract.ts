/** The words of a trip's calendar entry in the reader's language. */

/** The driver and the car, described so that the rider recognises them. */
export type DriverFacts = { firstName: string; vehicle: string; plate: string };

/** The words of a trip's calendar entry. */
export interface CalendarWords {
  /** The entry's title for a trip from a pickup to a drop-off, or for a hire by the hour. */
  tripTitle: (pickup: string, dropoff: string) => string;
  hireTitle: (pickup: string, hours: number) => string;
  pickup: (time: string) => string;
  from: (place: string) => string;
  via: (place: string) => string;
  to: (place: string) => string;
  driver: (driver: DriverFacts) => string;
  booking: (number: number) => string;
}

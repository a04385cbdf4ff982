/** What a trip's calendar entry says, in words of the reader's language. */

/** The driver and the car, as the rider will recognise them. */
export type DriverFacts = { firstName: string; vehicle: string; plate: string };

/** What a trip's calendar entry says. */
export interface CalendarWords {
  /** The entry's title: from where to where, or for how long. */
  way: (pickup: string, dropoff: string) => string;
  hire: (pickup: string, hours: number) => string;
  pickup: (time: string) => string;
  from: (place: string) => string;
  via: (place: string) => string;
  to: (place: string) => string;
  driver: (driver: DriverFacts) => string;
  booking: (number: number) => string;
}

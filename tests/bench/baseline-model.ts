/** The data that the bare server gets from Livery before it starts, so that both answer alike. */
import type { ReservationAnswer } from "../../src/reservations/contract";

export interface BaselineModel {
  /** Two public pages, exactly as they are sent. */
  home: string;
  faq: string;
  /** The length of the page of trips. */
  tripsLength: number;
  /** The answer to a booking; other bookings differ by id and number. */
  booked: ReservationAnswer;
}

/** What the bare server learns from ours before it starts, so that both answer alike. */
import type { ReservationAnswer } from "../../src/reservations/contract";

export interface BaselineModel {
  /** Two public pages, as they are sent. */
  home: string;
  faq: string;
  /** How long the page of trips is. */
  tripsLength: number;
  /** What a booking is answered with: another one differs by its id and its number. */
  booked: ReservationAnswer;
}

/** Conversations that need attention from dispatch. */
import type { Db } from "../../db/open";
import { prepared } from "../../db/prepared";
import type { Deps } from "../deps";
import type { ReservationState } from "../reservations/contract";
import type { MessagesNeedingAttention, TripNeedingAttention } from "./contract";
import { iso } from "../formats/instants";

type Row = { id: string; number: number; state: ReservationState; pickupAt: number; name: string };

const MAX_TRIPS = 50;
const COLUMNS = "r.id, r.number, r.state, r.pickup_at AS pickupAt, r.passenger_name AS name";

const statements = prepared(({ $client }: Db) => ({
  unread: $client.query<Row, [number]>(
    `SELECT ${COLUMNS} FROM trip_threads t JOIN reservations r ON r.id = t.reservation_id
     WHERE t.dispatch_unread > 0 ORDER BY t.updated_at DESC LIMIT ?`,
  ),
  boarding: $client.query<Row, [number]>(
    `SELECT ${COLUMNS} FROM boardings b JOIN reservations r ON r.id = b.reservation_id
     WHERE b.asked_at IS NOT NULL AND b.confirmed_at IS NULL
     ORDER BY b.asked_at LIMIT ?`,
  ),
}));

/** Returns trips with unread messages, and trips whose driver waits for dispatch to confirm the passenger. */
export function readMessagesNeedingAttention(deps: Deps): MessagesNeedingAttention {
  const { unread, boarding } = statements(deps.db);
  return {
    unread: unread.all(MAX_TRIPS).map(toTrip),
    boarding: boarding.all(MAX_TRIPS).map(toTrip),
  };
}

function toTrip({ name, pickupAt, ...row }: Row): TripNeedingAttention {
  return { ...row, pickupAt: iso(pickupAt), passenger: { name } };
}

/** What happened, told inside the process after it was committed: the event streams listen. */
import type { PresentPerson } from "./dispatch/board/presence-contract";
import type { ReservationState } from "./reservations/contract";
import type { Arrival, Position } from "./tracking/contract";

/** A fact that was committed, with what is needed to decide who may hear of it. */
export type LiveEvent =
  | {
      type: "reservation";
      id: string;
      number: number;
      state: ReservationState;
      version: number;
      riderId: string | null;
      /** The driver assigned or offered the trip now, and the one just unassigned. */
      driverIds: readonly string[];
      /** The trip is as before: only what is known of its flight has changed. */
      flightOnly?: true;
    }
  | { type: "notification"; audience: "rider" | "driver" | "admin"; accountId: string }
  | {
      type: "position";
      /** Null for the car of an affiliate, which is of its trip alone. */
      driverId: string | null;
      position: Position;
      /** Those under way whose rider and link may see this position; of every other, nobody. */
      trips: readonly {
        id: string;
        number: number;
        state: ReservationState;
        riderId: string | null;
        arrival: Arrival | null;
      }[];
    }
  | {
      /** Something was written, read or closed in a trip's conversation. */
      type: "message";
      reservationId: string;
      number: number;
      /** Null if it does not concern them; dispatch gets all of these events. */
      riderId: string | null;
      driverId: string | null;
    }
  | {
      /** Something was reported, or done about it. */
      type: "incident";
      id: string;
      number: number;
    }
  /** Somebody wrote by the public form, or dispatch acted on a message. */
  | { type: "contact"; id: string; number: number }
  /** Which member of staff has a reservation open now: sent while it is open, and never stored. */
  | { type: "presence"; reservationId: string; people: readonly PresentPerson[] }
  | { type: "shift"; driverId: string; on: boolean }
  | { type: "tracking_link_ended"; linkId: string; reservationId: string }
  | { type: "session_ended"; sessionIds: readonly string[] }
  | { type: "settings"; version: number }
  /** Staff changed what the public site says. */
  | { type: "content" }
  /** A message was queued: wakes the worker. May come without a commit. */
  | { type: "outbox" }
  /** A message failed, or failed ones are sent again. */
  | { type: "outbox_failed" };

/** Publish after the commit; listeners run at once and must not throw. */
export type EventBus = {
  publish: (event: LiveEvent) => void;
  /** Calls back for every event until the returned function is called. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** As `subscribe`, for the server's own work: not counted as somebody's stream. */
  listen: (listener: (event: LiveEvent) => void) => () => void;
  /** Open streams, for metrics. */
  size: () => number;
};

/** An in-process bus: one server per data folder makes it enough. */
export function createEventBus(): EventBus {
  type Listener = (event: LiveEvent) => void;
  const streamListeners = new Set<Listener>();
  const serverListeners = new Set<Listener>();
  const subscribeTo = (listeners: Set<Listener>) => (listener: Listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    publish: (event) => {
      for (const listener of [...serverListeners, ...streamListeners]) listener(event);
    },
    subscribe: subscribeTo(streamListeners),
    listen: subscribeTo(serverListeners),
    size: () => streamListeners.size,
  };
}

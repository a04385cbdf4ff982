/** Events inside the process, published after the commit. The event streams listen to them. */
import type { PresentPerson } from "./dispatch/board/presence-contract";
import type { ReservationState } from "./reservations/contract";
import type { Arrival, Position } from "./tracking/contract";

/** An event that was committed, with the facts that decide who may receive it. */
export type LiveEvent =
  | {
      type: "reservation";
      id: string;
      number: number;
      state: ReservationState;
      version: number;
      riderId: string | null;
      /** The driver now assigned or offered the trip, and the one just unassigned. */
      driverIds: readonly string[];
      /** Only the flight data of the trip has changed. */
      flightOnly?: true;
    }
  | { type: "notification"; audience: "rider" | "driver" | "admin"; accountId: string }
  | {
      type: "position";
      /** Null for the car of an affiliate, which belongs to one trip only. */
      driverId: string | null;
      position: Position;
      /**
       * The current trips whose rider and tracking link may see this position. Riders of other trips must not see it.
       */
      trips: readonly {
        id: string;
        number: number;
        state: ReservationState;
        riderId: string | null;
        arrival: Arrival | null;
      }[];
    }
  | {
      /** A message was written or read, or the conversation was closed. */
      type: "message";
      reservationId: string;
      number: number;
      /** Null if the event doesn't concern the rider or the driver. Dispatch gets all of these events. */
      riderId: string | null;
      driverId: string | null;
    }
  | {
      /** An incident was reported or handled. */
      type: "incident";
      id: string;
      number: number;
    }
  /** Somebody sent the public form, or dispatch handled a message. */
  | { type: "contact"; id: string; number: number }
  /** The staff who have a reservation open now. Sent while it is open, and never stored. */
  | { type: "presence"; reservationId: string; people: readonly PresentPerson[] }
  | { type: "shift"; driverId: string; on: boolean }
  | { type: "tracking_link_ended"; linkId: string; reservationId: string }
  | { type: "session_ended"; sessionIds: readonly string[] }
  | { type: "settings"; version: number }
  /** Staff changed the content of the public site. */
  | { type: "content" }
  /** A message was queued, so the worker should start. May be published without a commit. */
  | { type: "outbox" }
  /** A message failed, or failed messages are being sent again. */
  | { type: "outbox_failed" };

/** The event bus. Publish after the commit: listeners run at once and must not throw. */
export type EventBus = {
  publish: (event: LiveEvent) => void;
  /** Calls the listener for every event until the returned function is called. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** Like `subscribe`, for the server's own listeners, which don't count as streams. */
  listen: (listener: (event: LiveEvent) => void) => () => void;
  /** The number of open streams, for metrics. */
  streamCount: () => number;
};

/** Creates a bus inside the process. That is enough, because each data folder has one server. */
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
    streamCount: () => streamListeners.size,
  };
}

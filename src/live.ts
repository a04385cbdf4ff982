/** What happened, told inside the process after it was committed: the event streams listen. */
import type { ReservationState } from "./reservations/contract";

/** A fact that was committed, with what is needed to decide who may hear of it. */
export type LiveEvent =
  | {
      type: "reservation";
      id: string;
      number: number;
      state: ReservationState;
      version: number;
      riderId: string | null;
      /** The driver assigned or asked now, and the one just taken off. */
      driverIds: readonly string[];
    }
  | { type: "notification"; audience: "rider" | "driver" | "admin"; accountId: string }
  | { type: "session_ended"; sessionIds: readonly string[] }
  | { type: "settings"; version: number };

/** Publish after the commit; listeners run at once and must not throw. */
export type Bus = {
  publish: (event: LiveEvent) => void;
  /** Calls back for every event until the returned function is called. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void;
  /** Open subscriptions, for metrics. */
  size: () => number;
};

/** An in-process bus: one server per data folder makes it enough. */
export function createBus(): Bus {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    publish: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    size: () => listeners.size,
  };
}

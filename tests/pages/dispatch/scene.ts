/** The start for tests of dispatch's pages: a server, a dispatcher's browser, a fleet and trips. */
import { setSystemTime } from "bun:test";
import { act } from "@testing-library/react";
import { asc } from "drizzle-orm";
import { reservations } from "../../../db/schema/reservations";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { createDriver, createVehicle } from "../../support/fleet";
import { reservationValues } from "../../support/reservations";
import { type Browser, createTestServer, START, type TestServer } from "../../support/server";
import { signInAdmin } from "../../support/staff";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

type Row = typeof reservations.$inferInsert;

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** Creates a scene at 10:00 in Kigali on 20 November 2026, on the server and in the browser. */
export async function createScene(options: Parameters<typeof signInAdmin>[1] = {}) {
  setSystemTime(new Date(START));
  const server = await createTestServer({ RATE_LIMITS: "off" });
  const removeStream = installStream(server);
  installPopovers();
  const desk = await signInAdmin(server, options);
  const [vehicleClass] = server.deps.db
    .select()
    .from(vehicleClasses)
    .orderBy(asc(vehicleClasses.position))
    .all();
  if (!vehicleClass) throw new Error("There is no vehicle class.");
  let number = 1000;
  return {
    server,
    desk,
    /** Adds a reservation, by default confirmed and an hour and a half from now. */
    addTrip: (row: Partial<Row> = {}) => {
      const values = reservationValues({
        number: ++number,
        pickupAt: START + 90 * MINUTE,
        vehicleClassId: vehicleClass.id,
        ...row,
      });
      server.deps.db.insert(reservations).values(values).run();
      return values;
    },
    /** Adds a driver with their own car. */
    addDriver: (
      firstName: string,
      lastName: string,
      car: Parameters<typeof createVehicle>[1] = {},
    ) => {
      const vehicle = createVehicle(server, car);
      return {
        driver: createDriver(server, { firstName, lastName, vehicleId: vehicle.id }),
        vehicle,
      };
    },
    close: () => {
      removeStream();
      server.close();
      setSystemTime();
      localStorage.clear();
    },
  };
}

/**
 * Returns the same browser, except that `path` answers with a refusal, not at all, or only when `gate` opens. Other
 * requests reach the server.
 */
export function browserWithAnswers(
  browser: Browser,
  path: string,
  how:
    | { status: number; body: unknown; headers?: Record<string, string> }
    | { error: Error }
    | { gate: Promise<void> },
): Browser {
  return {
    ...browser,
    request: async (url, options) => {
      if (!url.startsWith(path)) return browser.request(url, options);
      if ("error" in how) throw how.error;
      if ("gate" in how) {
        await how.gate;
        return browser.request(url, options);
      }
      return Response.json(how.body, { status: how.status, headers: how.headers ?? {} });
    },
  };
}

/**
 * Returns the same browser, except that it loses the first answer to a `POST` of that path, after the server has acted.
 */
export function browserThatLosesAnswer(browser: Browser, path: string): Browser {
  let isLost = false;
  return {
    ...browser,
    request: async (url, options) => {
      const answer = await browser.request(url, options);
      if (isLost || url !== path || options?.method !== "POST") return answer;
      isLost = true;
      throw new TypeError("Failed to fetch");
    },
  };
}

/** Adds the missing popover methods to the page test's document. Hidden or not, tests can find their content. */
function installPopovers(): void {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} });
}

/**
 * Replaces `EventSource` with one on the server's own event bus, so published events arrive. Returns a function that
 * restores it.
 */
function installStream(server: TestServer): () => void {
  const before = globalThis.EventSource;
  class BusStream extends EventTarget {
    readonly #leave: () => void;

    constructor(readonly url: string) {
      super();
      this.#leave = server.deps.bus.subscribe((event) => {
        if (event.type === "session_ended") {
          this.#tell(new Event("error"));
        } else if (event.type === "reservation") {
          const { id, number, state, version } = event;
          const data = JSON.stringify({ id, number, state, version });
          this.#tell(new MessageEvent("reservation", { data }));
        } else if (event.type === "presence") {
          const { reservationId, people } = event;
          const data = JSON.stringify({ reservationId, people });
          this.#tell(new MessageEvent("presence", { data }));
        }
      });
      queueMicrotask(() => this.#tell(new Event("open")));
    }

    #tell(event: Event): void {
      act(() => {
        this.dispatchEvent(event);
      });
    }

    close(): void {
      this.#leave();
    }
  }
  Object.assign(globalThis, { EventSource: BusStream });
  return () => Object.assign(globalThis, { EventSource: before });
}

/** Runs the work of other people while the page is open. The page may update at any time until it ends. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return act(work) as Promise<T>;
}

/** Returns the `name` of the focused field. */
export function focused(): string | null | undefined {
  return document.activeElement?.getAttribute("name");
}

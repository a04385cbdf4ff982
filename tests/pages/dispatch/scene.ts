/** What the tests of dispatch's pages start from: a server, a dispatcher's browser, a fleet, trips. */
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

/** 20 November 2026, 10:00 in Kigali, on the server and in the browser. */
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
    /** A reservation, an hour and a half from now and confirmed unless said otherwise. */
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
    /** A driver with a car of their own. */
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
 * The same browser, but `path` answers otherwise: with a refusal, not at all, or only when `gate`
 * opens. Everything else goes through.
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

/** The browser, which loses the first answer to a `POST` of that path: the server has done it. */
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

/** The document of a page test knows no popovers; shown or not, what is in them can be found. */
function installPopovers(): void {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} });
}

/** Stands in for `EventSource`, on the server's own bus: what is published arrives. */
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

/** What others do while the page is open: it may follow at any moment until they are done. */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return act(work) as Promise<T>;
}

/** The `name` of the field that has the cursor. */
export function focused(): string | null | undefined {
  return document.activeElement?.getAttribute("name");
}

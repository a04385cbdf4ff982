/** A day of arrivals, minute by minute on the server's clock. */
import { expect, test } from "bun:test";
import { readFlightDay } from "../../src/flights/queries";
import { signInAdmin } from "../support/staff";
import {
  ARRIVAL_COUNT,
  decide,
  CHECK_INTERVAL_MINUTES,
  keepDispatcherSignedIn,
  prepareDay,
  readDayResult,
} from "./day";
import { startScene } from "./scene";

test(
  "a day of 40 arrivals ends with every pickup at the right time",
  async () => {
    const scene = await startScene("aeroapi", { FLIGHT_DAILY_QUESTIONS: "5000" });
    const { server, fake: fakeFlights } = scene;
    const { deps } = server;
    const { arrivals, minutes, tell } = await prepareDay(server, scene);
    const desk = await keepDispatcherSignedIn(() => signInAdmin(server, { role: "dispatcher" }));
    let accepted = 0;
    let minute = 0;
    await scene.pass(minutes, async () => {
      tell(deps.now());
      if (minute++ % CHECK_INTERVAL_MINUTES === 0) accepted += await decide(desk);
    });
    const end = readDayResult(deps.db, arrivals);
    expect(end).toMatchObject({ wrong: [], doubleBookings: 0 });
    expect(end.maxNotifications).toBeLessThanOrEqual(3);
    expect(end.messages).toBeGreaterThan(12);
    // Some drivers could not wait for their late flight, so dispatch accepted proposals.
    expect(accepted).toBeGreaterThan(0);
    const { flights } = readFlightDay(deps, "2026-11-20");
    expect(flights.find(({ flight }) => flight?.state === "diverted")?.flight?.divertedTo).toBe(
      "Entebbe",
    );
    // The server asks the provider about a flight 24, 6 and 2 hours before and then every ten minutes, never more
    // often.
    expect(fakeFlights.requests.length).toBeLessThan(ARRIVAL_COUNT * 36);
    await scene.close();
  },
  { timeout: 300_000 },
);

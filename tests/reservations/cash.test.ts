/** How long a driver is asked for the collected cash. */
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "bun:test";
import { reservations } from "../../db/schema/reservations";
import { owesCash } from "../../client/driving/taps/trip-action-rules";
import { CASH_REMINDER_MS, isCashForgotten } from "../../src/reservations/waiting/cash-rules";
import type { Reservation } from "../../src/reservations/contract";
import { book } from "../support/booking";
import { createDriver, createVehicle } from "../support/fleet";
import { createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
afterEach(() => server?.close());

test("cash counts as forgotten three days after the trip", () => {
  expect(isCashForgotten(0, CASH_REMINDER_MS)).toBe(false);
  expect(isCashForgotten(0, CASH_REMINDER_MS + 1)).toBe(true);
});

test("dispatch sees that the cash was forgotten, and the rider does not", async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  createVehicle(server, { id: "car" });
  createDriver(server, { id: "driver" });
  const { browser } = await signInRider(server);
  const { id } = await book(browser);
  const staff = await signInAdmin(server);
  const look = async (by: typeof browser, path: string) =>
    ((await (await by.get(path)).json()) as { reservation: Reservation }).reservation;
  const endTrip = (ago: number) =>
    server.deps.db
      .update(reservations)
      .set({ state: "completed", driverId: "driver", endedAt: server.deps.now() - ago })
      .where(eq(reservations.id, id))
      .run();
  endTrip(CASH_REMINDER_MS);
  expect(owesCash(await look(staff, `/admin/reservations/${id}`))).toBe(true);
  endTrip(CASH_REMINDER_MS + 1);
  const seen = await look(staff, `/admin/reservations/${id}`);
  expect([seen.isCashForgotten, owesCash(seen)]).toEqual([true, false]);
  expect((await look(browser, `/reservations/${id}`)).isCashForgotten).toBe(false);
});

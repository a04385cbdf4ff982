/** The facts of a trip with which dispatch tests prices. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { FeeScheduleAnswer, FeeScheduleList } from "../../src/fares/fee-contract";
import { priceTrip } from "../../src/fares/rules";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { SimulationAnswer } from "../../src/reservations/quotes/simulation-contract";
import { trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let desk: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  desk = await signInAdmin(server, { role: "accountant" });
});
afterEach(() => server.close());

async function schedule() {
  const list = (await (await desk.get("/admin/fees/versions")).json()) as FeeScheduleList;
  const id = list.versions.find(({ standing }) => standing === "in_force")?.id;
  return ((await (await desk.get(`/admin/fees/versions/${id}`)).json()) as FeeScheduleAnswer)
    .schedule;
}

test("the simulation's facts, priced in the browser, equal a quote line by line", async () => {
  const answer = await desk.post("/admin/fees/simulation", { trip: trip() });
  expect(answer.status).toBe(200);
  const { inForce, route } = (await answer.json()) as SimulationAnswer;
  expect(route.estimate).toBe(true);
  const quote = (await (await server.browser().post("/quotes", trip())).json()) as QuoteAnswer;
  expect(quote.options.length).toBeGreaterThan(1);
  const prices = await schedule();
  for (const { vehicleClass, fareMinor, lines } of quote.options)
    expect(priceTrip(prices, vehicleClass.id, inForce?.facts ?? Object())).toEqual({
      currency: quote.currency,
      totalMinor: fareMinor,
      lines,
    });
});

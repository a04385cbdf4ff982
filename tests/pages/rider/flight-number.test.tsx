/** The booking form's texts about a flight number, with a flight data provider and without. */
import { afterEach, expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FakeFlights, startFlights } from "../../support/flights";
import { closePage, openPage } from "../../support/pages";
import type { TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PROMISE_TEXT = "Your driver will be there, whether you land early or late.";

let server: TestServer;
let fakeFlights: FakeFlights | undefined;
/** How often the page asked the server about a number. */
let checks = 0;
let removeStream: () => void;
afterEach(async () => {
  closePage();
  server.close();
  removeStream();
  await fakeFlights?.stop();
  fakeFlights = undefined;
});

/** Opens the step with the flight number of an airport pickup tomorrow. */
async function openFlightField(): Promise<HTMLElement> {
  removeStream = installStream();
  server = await createRiderServer();
  const connected = fakeFlights && {
    provider: "aeroapi",
    apiKey: fakeFlights.key,
    apiUrl: fakeFlights.url,
  };
  Object.assign(server.deps.config, {
    flights: connected ? { ...connected, dailyQuestions: 9 } : null,
  });
  const { browser } = await signInRider(server);
  checks = 0;
  const countingBrowser = interceptedBrowser(browser, {
    "POST /flights/check": () => {
      checks++;
      return undefined;
    },
  });
  await openPage(server, "/booking", countingBrowser);
  for (const [end, place] of [
    ["Pickup", "Kigali International Airport"],
    ["Drop-off", "Amahoro Stadium"],
  ] as const) {
    await userEvent.click(await screen.findByRole("combobox", { name: end }));
    await userEvent.paste(place);
    const [first] = await screen.findAllByRole("option", { name: new RegExp(place) });
    if (first) await userEvent.click(first);
  }
  await userEvent.click(await screen.findByRole("button", { name: "Continue" }));
  await userEvent.click(await screen.findByRole("button", { name: "Tomorrow" }));
  return screen.findByRole("textbox", { name: /Flight number/ });
}

test("the flight field promises nothing and checks no flight if no flight provider is connected", async () => {
  const field = await openFlightField();
  expect(await screen.findByText("Your driver will see the flight number.")).toBeTruthy();
  await userEvent.type(field, "ZZ 9999");
  await Bun.sleep(1_000);
  expect(screen.queryByText(PROMISE_TEXT)).toBeNull();
  expect(checks).toBe(0);
});

test("with a provider the flight field shows the route and time, its days, or that it is unknown", async () => {
  fakeFlights = startFlights("aeroapi");
  const today = Math.floor(Date.now() / DAY) * DAY;
  const add = (number: string, scheduledIn: number) =>
    fakeFlights?.flights.push({
      ...{ number, icao: number.replace("WB", "RWD"), ref: `${number} ${scheduledIn}` },
      ...{ origin: "BRU", destination: "KGL", scheduledIn, scheduledOut: scheduledIn - 8 * HOUR },
    });
  // Whatever the pickup time tomorrow, one of these lands before it.
  for (const hours of [24, 30, 36, 42, 48]) add("WB711", today + hours * HOUR);
  for (const flight of fakeFlights.flights) flight.codeshares = ["SN9711"];
  // On another day, but at any hour within the week that the provider is asked about.
  add("WB713", today + 3 * DAY + 12 * HOUR);
  const field = await openFlightField();
  expect(await screen.findByText(PROMISE_TEXT)).toBeTruthy();
  const write = async (number: string) => {
    await userEvent.clear(field);
    await userEvent.type(field, number);
  };
  await write("wb 711");
  expect(await screen.findByText("BRU to KGL", {}, { timeout: 4_000 })).toBeTruthy();
  expect(screen.getByText(/^Lands /)).toBeTruthy();
  // For a codeshare number, the form shows which flight operates it.
  await write("sn 9711");
  expect(await screen.findByText("WB711", {}, { timeout: 4_000 })).toBeTruthy();
  await write("rwd713");
  const day = new Date(today + 3 * DAY).toLocaleDateString("en", {
    weekday: "short",
    timeZone: "UTC",
  });
  expect(
    await screen.findByText(
      new RegExp(`^We can’t find this flight on that day. It flies on: ${day}`),
      {},
      { timeout: 4_000 },
    ),
  ).toBeTruthy();
  await write("ZZ 9999");
  expect(
    await screen.findByText(
      "We don’t know this flight. Check that the number is right.",
      {},
      { timeout: 4_000 },
    ),
  ).toBeTruthy();
  // One check for each number, not for each letter.
  expect([checks, fakeFlights.requests.length]).toEqual([4, 4]);
});

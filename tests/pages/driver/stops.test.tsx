/** A trip with stops: one big button for each, on the driver's screen and the rider's. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import type { Reservation } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
  market,
  museum,
} from "./scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
  trip = await assign(scene, await book(scene, { stops: [market, museum] }));
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const open = (browser: Browser = scene.phone) =>
  openArea(scene, `/driver/dashboard/trips/${trip.id}`, browser);

async function press(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false), { timeout: 3000 });
  await userEvent.click(button);
}

const place = (name: string) => within(screen.getByRole("region", { name }));
const stopStates = async () =>
  (await look(scene, trip.id)).timeline.flatMap(({ event, reason }) =>
    event.kind === "stop_visited" ? [`${event.stopNumber} ${event.stop} ${reason}`.trim()] : [],
  );

test("the main button changes from stop to stop, and then to Complete trip", async () => {
  await open();
  await press("Arrived at stop 1 Kimironko Market");
  await screen.findByText("You are at stop 1 of 2, Kimironko Market.");
  await waitFor(() => expect(place("Stop 1").getByText(/^At this stop since/)).toBeTruthy());
  await waitFor(() => expect(screen.queryByRole("button", { name: "Skip this stop" })).toBeNull());
  await press("Leave stop 1");
  await waitFor(() => expect(place("Stop 1").getByText(/^Arrived .+, left /)).toBeTruthy());
  // A place that the driver has left has no navigation links.
  await waitFor(() => expect(place("Stop 1").queryByRole("link")).toBeNull());
  await waitFor(() => expect(place("Stop 2").getAllByRole("link").length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Complete trip" })).toBeNull());
  await press("Skip this stop");
  await press("The stop cannot be reached");
  await screen.findByRole("button", { name: "Complete trip" });
  expect(await place("Stop 2").findByText("Skipped: The stop cannot be reached")).toBeTruthy();
  await waitFor(async () =>
    expect(await stopStates()).toEqual([
      "1 arrived",
      "1 left",
      "2 skipped The stop cannot be reached",
    ]),
  );
}, 30_000);

test("steps at stops are kept without a network, and sent in order when it is back", async () => {
  let network = false;
  await open({
    ...scene.phone,
    request: (path, options) =>
      path.endsWith("/stops") && !network
        ? Promise.reject(new TypeError("no network"))
        : scene.phone.request(path, options),
  });
  await press("Arrived at stop 1 Kimironko Market");
  await screen.findByText("Saved on this phone. Will be sent when you are back online.");
  await press("Leave stop 1");
  await screen.findByRole("button", { name: "Arrived at stop 2 Kandt House Museum" });
  expect(await stopStates()).toEqual([]);
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText(/^Sent/);
  expect(await stopStates()).toEqual(["1 arrived", "1 left"]);
}, 30_000);

test("a step that another phone has already sent is stopped, and the driver is told", async () => {
  await open();
  const { version } = await look(scene, trip.id);
  const other = await scene.phone.post(`/driver/reservations/${trip.id}/stops`, {
    version,
    stop: 1,
    action: "arrived",
  });
  expect(other.status).toBe(200);
  await press("Arrived at stop 1 Kimironko Market");
  const stopped = within(await screen.findByRole("alert"));
  expect(await stopped.findByText(/^Arrived at stop 1, /)).toBeTruthy();
  await userEvent.click(stopped.getByRole("button", { name: "Dismiss" }));
  await screen.findByRole("button", { name: "Leave stop 1" });
  expect(await stopStates()).toEqual(["1 arrived"]);
}, 30_000);

test("the rider reads at which stop the trip is", async () => {
  const arrived = { version: trip.version, stop: 1, action: "arrived" };
  await scene.phone.post(`/driver/reservations/${trip.id}/stops`, arrived);
  await openPage(scene.server, `/trips/${trip.id}`, scene.rider);
  await screen.findByText("At stop 1 of 2: Kimironko Market.");
  expect(screen.getByText("At stop 1")).toBeTruthy();
});

/** What dispatch sees of a trip that is on its way, and of the rider's tracking link. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { at, createScene, go, report, type Scene, share } from "../../tracking/scene";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { installStream, stream } from "../driver/stream";
import { interceptedBrowser } from "../rider/scene";

let scene: Scene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  // The document of a page test has no popovers.
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, hidePopover: () => {} });
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

async function open(browser: Browser = scene.staff) {
  const path = `/dispatch/dashboard/reservation?state=all&open=${scene.trip.id}`;
  await openPage(scene.server, path, browser);
  await screen.findByRole("heading", { name: "Timeline" });
}
const panel = () => within(screen.getByRole("region", { name: /^Reservation \d+/ }));
const tracking = () => panel().getByRole("heading", { name: "Tracking" }).parentElement;
const words = () => tracking()?.textContent ?? "";

test("the tracking section is hidden while there is nothing to track", async () => {
  await open();
  await act(() => Bun.sleep(30));
  expect(panel().queryByRole("heading", { name: "Tracking" })).toBeNull();
});

test("the car's position shows its age and follows live updates", async () => {
  const { server, phone, trip } = scene;
  await go(scene, "en_route");
  await open();
  await waitFor(() => expect(words()).toContain("Not known yet"));
  await report(phone, at(server, 3_000));
  closePage();
  await open();
  await waitFor(() => expect(words()).toContain("Seen just now, accurate to 6 m"));
  expect(words()).toContain("10:08, in 9 min");
  expect(panel().getByRole("group", { name: /^Map of/ }).textContent).toContain(
    "Eric Mugisha’s car",
  );
  const arrival = { at: "2026-11-20T08:03:00.000Z", minutes: 1, estimate: false };
  const position = at(server, 200);
  const positionMessage = { driverId: "x", position, now: "2026-11-20T08:02:00.000Z" };
  const { number } = trip;
  const other = { id: "another", number, state: "en_route", arrival };
  await act(async () => stream().send("position", { ...positionMessage, trips: [other] }));
  expect(words()).toContain("10:08, in 9 min");
  await act(async () =>
    stream().send("position", { ...positionMessage, trips: [{ ...other, id: trip.id }] }),
  );
  expect(words()).toContain("Seen 2 min ago, accurate to 6 m");
  expect(words()).toContain("10:03, in 1 min");
});

test("the driven route is drawn, described in words and extended as the car moves", async () => {
  const { server, phone, trip } = scene;
  await go(scene, "en_route");
  await report(phone, at(server, 3_000));
  server.advance(60_000);
  await report(phone, at(server, 2_000));
  await open();
  await waitFor(() => expect(words()).toContain("About 1.0 km, from 10:00 to 10:01"));
  const map = panel().getByRole("group", { name: /^Map of/ });
  expect(map.textContent).toContain("The thin line shows the route driven.");
  const corners = () =>
    map.querySelector("[data-track] path")?.getAttribute("d")?.split(/[ML]/).length;
  expect(corners()).toBe(3);
  const { id, number } = trip;
  const tell = (meters: number) =>
    act(async () =>
      stream().send("position", {
        driverId: "x",
        position: at(server, meters, -1),
        now: "2026-11-20T08:01:01.000Z",
        trips: [{ id, number, state: "en_route", arrival: null }],
      }),
    );
  await tell(1_995);
  expect(corners()).toBe(3);
  await tell(1_500);
  expect(corners()).toBe(4);
  expect(words()).toContain("About 1.5 km");
});

test("revoking the tracking link asks first, and the details then show it as revoked", async () => {
  const token = await share(scene);
  await open();
  await waitFor(() => expect(words()).toContain("Created by the rider, Fri 20 Nov, 10:00"));
  expect(words()).toContain("works until two hours after the trip");
  expect(document.body.innerHTML).not.toContain(token);
  await act(async () => panel().getByRole("button", { name: "Revoke link" }).click());
  const dialog = within(screen.getByRole("dialog", { name: "Revoke the tracking link?" }));
  await act(async () => dialog.getByRole("button", { name: "Revoke link" }).click());
  await waitFor(() => expect(words()).toContain("Revoked by dispatch, Fri 20 Nov, 10:00"));
  expect(panel().queryByRole("button", { name: "Revoke link" })).toBeNull();
  expect((await scene.server.browser().get(`/track/${token}`)).status).toBe(404);
});

test("an accountant sees the tracking link but cannot revoke it", async () => {
  await share(scene);
  const accountant = await signInAdmin(scene.server, { role: "accountant" });
  await open(accountant);
  await waitFor(() => expect(words()).toContain("Created by the rider"));
  expect(panel().queryByRole("button", { name: "Revoke link" })).toBeNull();
});

test("tracking that fails to load shows the reason and loads at the next try", async () => {
  await share(scene);
  let shouldFail = true;
  const path = `/admin/reservations/${scene.trip.id}/tracking`;
  await open(
    interceptedBrowser(scene.staff, {
      [`GET ${path}`]: () => {
        if (shouldFail) throw new TypeError("the line is cut");
        return undefined;
      },
    }),
  );
  await waitFor(() => expect(words()).toContain("the line is cut"));
  shouldFail = false;
  await act(async () => panel().getByRole("button", { name: "Try again" }).click());
  await waitFor(() => expect(words()).toContain("Created by the rider"));
});

/** Incidents on dispatch's screen, the panel beside them, and the evidence that a driver gave with a no-show. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { skipWaitingTime } from "../../support/waiting";
import { createScene, go, json, type Scene } from "../../tracking/scene";
import { installStream } from "../driver/stream";
import { look } from "../driver/scene";

let scene: Scene;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

let count = 0;
async function report(more: object = {}): Promise<string> {
  const answer = await scene.phone.post("/driver/incidents", {
    key: `report-${1000 + count++}`,
    kind: "breakdown",
    what: "The engine has stopped.",
    happenedAt: new Date(scene.server.deps.now() - 60_000).toISOString(),
    hurt: false,
    place: "Gishushu roundabout",
    position: { latitude: -1.95, longitude: 30.1, accuracyMeters: 12 },
    reservationId: scene.trip.id,
    ...more,
  });
  expect(answer.status).toBe(201);
  return (await json<{ incident: { id: string } }>(answer)).incident.id;
}
const incidents = "/dispatch/dashboard/incidents";
const open = (path: string, browser: Browser = scene.staff) =>
  openPage(scene.server, path, browser);
const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());

test("an empty list shows that there are no incidents yet, and a row opens its incident", async () => {
  await open(incidents);
  await screen.findByText("No incidents yet");
  closePage();
  await report({ kind: "dispute", what: "About the price", reservationId: null });
  await open(incidents);
  await userEvent.click(await screen.findByRole("button", { name: /^1 ?Dispute/ }));
  const panel = within(await screen.findByRole("dialog", { name: "Incident 1" }));
  await panel.findByText("About the price");
  expect(await panel.findByText("Nobody yet")).toBeTruthy();
  await waitFor(() => expect(panel.queryByRole("link", { name: "Reassign trip" })).toBeNull());
}, 30_000);

test("staff take on, note and close a breakdown, which links to reassigning the trip", async () => {
  const id = await report();
  await open(`${incidents}?open=${id}`);
  const panel = within(await screen.findByRole("dialog", { name: "Incident 1" }));
  const way = await panel.findByRole("link", { name: "Reassign trip" });
  expect(way.getAttribute("href")).toEndWith(`/reservation?open=${scene.trip.id}`);
  await press("Assign to me", panel);
  await panel.findByRole("button", { name: "Take over incident" });
  await press("Add note", panel);
  const note = within(await screen.findByRole("dialog", { name: "Add note" }));
  await press("Add note", note);
  expect(await note.findByText("This field is required.")).toBeTruthy();
  await userEvent.type(note.getByLabelText("Note"), "The tow truck comes at ten.");
  await press("Add note", note);
  await panel.findByText("The tow truck comes at ten.");
  await press("Close incident", panel);
  const closeDialog = within(await screen.findByRole("dialog", { name: "Close incident 1?" }));
  await userEvent.type(closeDialog.getByLabelText("Outcome"), "Towed, mended.");
  await press("Close incident", closeDialog);
  await panel.findByRole("button", { name: "Reopen incident" });
  await waitFor(() => expect(panel.getAllByText("Towed, mended.").length).toBeGreaterThan(0));
  await waitFor(() =>
    expect(screen.getAllByRole("row", { hidden: true }).at(-1)?.textContent).toContain("Closed"),
  );
}, 30_000);

test("a conflict is shown with what the other dispatcher did", async () => {
  const id = await report();
  await open(`${incidents}?open=${id}`);
  const panel = within(await screen.findByRole("dialog", { name: "Incident 1" }));
  await panel.findByText("The engine has stopped.");
  const assignmentResponse = await scene.staff.put(`/admin/incidents/${id}/assignment`, {
    version: 1,
  });
  expect(assignmentResponse.status).toBe(200);
  await press("Assign to me", panel);
  await panel.findByRole("button", { name: "Take over incident" });
  await screen.findByText("Somebody else has changed this incident. Check it again.");
}, 30_000);

test("a no-show shows the driver's position and contact attempts", async () => {
  await go(scene, "en_route", "on_location");
  const trip = await look(scene, scene.trip.id);
  skipWaitingTime(scene.server, trip);
  const progressResponse = await scene.phone.post(
    `/driver/reservations/${scene.trip.id}/progress`,
    {
      version: trip.version,
      to: "no_show",
      noShow: {
        position: { latitude: -1.9686 + 100 / 111_195, longitude: 30.1395, accuracyMeters: 8 },
        called: true,
      },
    },
  );
  expect(progressResponse.status).toBe(200);
  const path = `/dispatch/dashboard/reservation?state=all&range=all&open=${scene.trip.id}`;
  // The dispatcher's session has locked while the driver waited.
  await open(path, await signInAdmin(scene.server));
  const panel = within(
    await screen.findByRole("region", { name: `Reservation ${scene.trip.number}` }),
  );
  await panel.findByText("100 m from the pickup, accurate to 8 m", undefined, { timeout: 5_000 });
  expect(panel.getByText("Called")).toBeTruthy();
  expect(panel.getByText("None")).toBeTruthy();
}, 30_000);

/** A passenger without the code: the request to dispatch waits on the phone like every tap. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import type { Reservation } from "../../../src/reservations/contract";
import type { ContactRulesAnswer } from "../../../src/settings/contact-contract";
import { closePage } from "../../support/pages";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import { assign, book, createDriverScene, type DriverScene, drive, look } from "./scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
  const { rules, version } = (await (
    await scene.staff.get("/admin/settings/contact")
  ).json()) as ContactRulesAnswer;
  await scene.staff.put("/admin/settings/contact", {
    ...rules,
    boardingCodes: "required",
    version,
  });
  trip = await assign(scene, await book(scene));
  // The rider requires the code, so a reason from the driver is not enough.
  const boardingResponse = await scene.rider.put(`/reservations/${trip.id}/boarding`, {
    version: trip.version,
    onlyWithCode: true,
  });
  expect(boardingResponse.status).toBe(200);
  trip = await drive(scene, await look(scene, trip.id), "en_route", "on_location");
});
afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

async function press(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false), { timeout: 3000 });
  await userEvent.click(button);
}
const boardingRequest = async () => (await look(scene, trip.id)).boarding?.request ?? null;

test("a boarding request without a network is kept, and sent once when the network is back", async () => {
  let network = false;
  let sent = 0;
  await openArea(scene, `/driver/dashboard/trips/${trip.id}`, {
    ...scene.phone,
    request: async (path, options) => {
      const isRequestPath = path.endsWith(`/${trip.id}/boarding`);
      if (isRequestPath && !network) throw new TypeError("no network");
      const answer = await scene.phone.request(path, options);
      // The first answer is lost on the network.
      if (isRequestPath && sent++ === 0) throw new TypeError("connection reset");
      return answer;
    },
  });
  await press("The passenger has no code");
  await press("The passenger has no phone");
  await screen.findByText("Saved on this phone. Will be sent when you are back online.");
  expect(await screen.findByText(/^You asked dispatch at /)).toBeTruthy();
  expect(await boardingRequest()).toBeNull();
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText(/^Sent/, {}, { timeout: 8000 });
  expect(sent).toBe(2);
  expect((await boardingRequest())?.reason).toBe("The passenger has no phone");
  const { timeline } = await look(scene, trip.id);
  expect(timeline.filter(({ event }) => event.kind === "boarding_requested")).toHaveLength(1);
}, 30_000);

/** The driver's side of a trip's code and conversation. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import { forgetDriverData } from "../../../client/driving/answers";
import { messageUpdates } from "../../../client/messages/updates";
import type { Reservation } from "../../../src/reservations/contract";
import { closePage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import { assign, book, createDriverScene, type DriverScene, drive, look } from "./scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  localStorage.clear();
  scene = await createDriverScene();
  scene.server.deps.db.update(settings).set({ boardingCodes: "required" }).run();
  trip = await assign(scene, await book(scene));
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const open = (browser: Browser = scene.phone) =>
  openArea(scene, `/driver/dashboard/trips/${trip.id}`, browser);

async function code(): Promise<string> {
  const answer = await scene.rider.get(`/reservations/${trip.id}`);
  const { reservation } = (await answer.json()) as { reservation: Reservation };
  return reservation.boarding?.code ?? "";
}

async function type(digits: string) {
  const box = await screen.findByRole("textbox", { name: "Digit 1 of 4" });
  await userEvent.click(box);
  await userEvent.paste(digits);
  await userEvent.click(screen.getByRole("button", { name: "Passenger on board" }));
}

test("the driver enters the passenger's four digits to board, and a wrong code is shown", async () => {
  trip = await drive(scene, trip, "en_route", "on_location");
  await open();
  const button = await screen.findByRole<HTMLButtonElement>("button", {
    name: "Passenger on board",
  });
  expect(button.disabled).toBe(true);
  const right = await code();
  await type(right === "0000" ? "0001" : "0000");
  expect(
    await screen.findByText("This is not your passenger’s code. You have 2 tries left."),
  ).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Digit 1 of 4" }).value).toBe(""),
  );
  await type(right);
  await screen.findByRole("button", { name: "Complete trip" });
  expect((await look(scene, trip.id)).state).toBe("passenger_on_board");
});

test("a passenger without a phone boards with a reason", async () => {
  trip = await drive(scene, trip, "en_route", "on_location");
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "The passenger has no code" }));
  await userEvent.click(screen.getByRole("button", { name: "The passenger has no phone" }));
  await screen.findByRole("button", { name: "Complete trip" });
  expect((await look(scene, trip.id)).timeline.at(-1)?.reason).toBe(
    "Without the code: The passenger has no phone",
  );
});

test("if the rider requires the code, the driver boards the passenger once dispatch confirms", async () => {
  trip = await drive(scene, trip, "en_route", "on_location");
  const boardingResponse = await scene.rider.put(`/reservations/${trip.id}/boarding`, {
    version: trip.version,
    onlyWithCode: true,
  });
  expect(boardingResponse.status).toBe(200);
  const router = await open();
  await userEvent.click(await screen.findByRole("button", { name: "The passenger has no code" }));
  await userEvent.click(screen.getByRole("button", { name: "The passenger has no phone" }));
  expect(await screen.findByText(/You asked dispatch at/)).toBeTruthy();
  const { version } = await look(scene, trip.id);
  const confirmationResponse = await scene.staff.post(`/admin/reservations/${trip.id}/boarding`, {
    version,
  });
  expect(confirmationResponse.status).toBe(200);
  await act(() => router.invalidate());
  expect(await screen.findByText("Dispatch has confirmed your passenger.")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Digit 1 of 4" })).toBeNull();
  const board = screen.getByRole("button", { name: "Passenger on board" });
  // A second tap right after another counts as its echo, so the button is disabled briefly.
  await waitFor(() => expect(board).toHaveProperty("disabled", false));
  await userEvent.click(board);
  await screen.findByRole("button", { name: "Complete trip" });
});

const log = async () => within(await screen.findByRole("log", { name: "Messages" }));

test("the driver reads the rider's message and sends a quick reply, and it counts as read", async () => {
  const path = `/reservations/${trip.id}/messages`;
  await scene.rider.post(path, { text: "I have a red hat.", key: "00000001" });
  await open();
  expect((await log()).getByText("I have a red hat.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "5 minutes" }));
  expect(await (await log()).findByText("Sent")).toBeTruthy();
  const { thread } = (await (await scene.rider.get(path)).json()) as {
    thread: { messages: { text: string; readBy: string[] }[] };
  };
  expect(thread.messages.map(({ text }) => text)).toEqual(["I have a red hat.", "5 minutes"]);
  await waitFor(async () => {
    const { trips } = (await (await scene.phone.get("/driver/messages/unread")).json()) as {
      trips: unknown[];
    };
    expect(trips).toEqual([]);
  });
});

test("a message without a network is kept, shown as not sent, and sent once", async () => {
  let isServerDown = true;
  const phone: Browser = {
    ...scene.phone,
    request: async (path, options) => {
      if (!path.endsWith("/messages") || options?.method !== "POST")
        return scene.phone.request(path, options);
      // The first message arrives, but its answer is lost.
      const answer = await scene.phone.request(path, options);
      if (!isServerDown) return answer;
      throw new TypeError("Failed to fetch");
    },
  };
  await open(phone);
  const field = await screen.findByRole("textbox", { name: "Message" });
  await userEvent.type(field, "At gate B");
  expect(localStorage.getItem(`livery.messages.driver.${trip.id}`)).toContain("At gate B");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Not sent yet. It will be sent automatically.")).toBeTruthy();
  isServerDown = false;
  await act(async () => {
    window.dispatchEvent(new Event("online"));
  });
  expect(await (await log()).findByText("Sent")).toBeTruthy();
  await act(async () => messageUpdates.publish(null));
  expect((await log()).getAllByText("At gate B")).toHaveLength(1);
  expect(localStorage.getItem(`livery.messages.driver.${trip.id}`)).toBeNull();
});

test("the trip list and the next trip count unread messages, also new ones", async () => {
  const path = `/reservations/${trip.id}/messages`;
  await scene.rider.post(path, { text: "I wear a red hat.", key: "00000001" });
  await openArea(scene, "/driver/dashboard", scene.phone);
  // The next trip, and its row in both layouts of the list.
  await waitFor(() => expect(screen.getAllByText("1 new message").length).toBeGreaterThan(1));
  await scene.rider.post(path, { text: "At the main door.", key: "00000002" });
  act(() => messageUpdates.publish({ reservationId: trip.id, number: trip.number }));
  await waitFor(() => expect(screen.getAllByText("2 new messages").length).toBeGreaterThan(1));
});

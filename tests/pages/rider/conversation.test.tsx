/** The rider's side of a trip's code, calls and conversation. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { settings } from "../../../db/schema/settings";
import type { Reservation } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import { assign, book, createDriverScene, type DriverScene, drive } from "../driver/scene";
import { installStream, stream } from "../driver/stream";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  localStorage.clear();
  scene = await createDriverScene();
  scene.server.deps.db.update(settings).set({ phone: "+250788999000" }).run();
  trip = await assign(scene, await book(scene));
});

afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

const open = () => openPage(scene.server, `/trips/${trip.id}`, scene.rider);

test("the rider sees the boarding code in digits to read aloud, and can require it", async () => {
  await open();
  const card = within(await screen.findByRole("region", { name: "Code for your driver" }));
  const code = card.getByRole("img").textContent ?? "";
  expect(code).toMatch(/^\d{4}$/);
  expect(card.getByRole("img").getAttribute("aria-label")).toBe([...code].join(" "));
  await userEvent.click(card.getByRole("checkbox", { name: "You can’t board without this code" }));
  const tripResponse = await scene.phone.get(`/driver/reservations/${trip.id}`);
  const { reservation } = (await tripResponse.json()) as { reservation: Reservation };
  expect(reservation.boarding).toMatchObject({
    requirement: "must",
    onlyWithCode: true,
    code: null,
  });
});

test("the boarding code is hidden once the rider is on board", async () => {
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
  await open();
  await screen.findByRole("region", { name: "Contact" });
  expect(screen.queryByRole("region", { name: "Code for your driver" })).toBeNull();
});

test("the rider calls the driver through dispatch, with the trip number to say", async () => {
  await open();
  const contact = within(await screen.findByRole("region", { name: "Contact" }));
  const call = contact.getByRole("link", { name: "Call Eric through dispatch" });
  expect(call.getAttribute("href")).toBe("tel:+250788999000");
  expect(
    contact.getByText(`We’ll put you through to your driver: just say trip ${trip.number}.`),
  ).toBeTruthy();
  expect(document.documentElement.outerHTML).not.toContain("+250780010001");
});

test("the rider opens a new message, which counts as read, and answers it", async () => {
  const path = `/reservations/${trip.id}/messages`;
  await scene.phone.post(`/driver${path}`, { text: "I’m at gate B.", key: "00000001" });
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "1 new message" }));
  const log = await screen.findByRole("log", { name: "Messages" });
  expect(await within(log).findByText("I’m at gate B.")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Coming");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await within(log).findByText("Sent")).toBeTruthy();
  const answer = await scene.phone.get(`/driver${path}`);
  const { thread } = (await answer.json()) as {
    thread: { messages: { text: string; readBy: string[] }[] };
  };
  expect(thread.messages.map(({ text, readBy }) => [text, readBy])).toEqual([
    ["I’m at gate B.", ["rider"]],
    ["Coming", []],
  ]);
});

test("the trip list counts unread messages, also new ones", async () => {
  const path = `/driver/reservations/${trip.id}/messages`;
  await scene.phone.post(path, { text: "I’m at gate B.", key: "00000001" });
  await openPage(scene.server, "/trips", scene.rider);
  await screen.findByText("1 new message");
  await scene.phone.post(path, { text: "And I wait there.", key: "00000002" });
  act(() => stream().send("message", { reservationId: trip.id, number: trip.number }));
  await screen.findByText("2 new messages");
});

/** Dispatch's side of a trip's code and conversation, and the settings of both. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Reservation } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { installStream } from "../driver/stream";
import { assign, book, createDriverScene, type DriverScene, drive, look } from "../driver/scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  setSystemTime(new Date(START));
  removeStream = installStream();
  localStorage.clear();
  scene = await createDriverScene();
  trip = await assign(scene, await book(scene));
});

afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
  setSystemTime();
});

const path = () => `/reservations/${trip.id}/messages`;

test("an unread message shows on the board, opens its reservation and is answered by keyboard", async () => {
  await scene.rider.post(path(), { text: "Where are you?", key: "00000001" });
  await openPage(scene.server, "/dispatch/dashboard/reservation", scene.staff);
  const messagesRegion = within(
    await screen.findByRole("region", { name: "Messages and boarding" }),
  );
  expect(messagesRegion.getByText("1 unread message")).toBeTruthy();
  await userEvent.click(messagesRegion.getByRole("button"));
  const log = await screen.findByRole("log", { name: "Messages" });
  expect(await within(log).findByText("Where are you?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "To the driver" }));
  await userEvent.type(
    screen.getByRole("textbox", { name: "Message" }),
    "Call her{Control>}{Enter}{/Control}",
  );
  expect(await within(log).findByText("Call her")).toBeTruthy();
  const seen = (await (await scene.rider.get(path())).json()) as {
    thread: { messages: { text: string }[] };
  };
  expect(seen.thread.messages.map(({ text }) => text)).toEqual(["Where are you?"]);
  await waitFor(async () => {
    const messageAttention = (await (await scene.staff.get("/admin/messages")).json()) as {
      unread: unknown[];
    };
    expect(messageAttention.unread).toEqual([]);
  });
});

test("dispatch closes a conversation and reopens it", async () => {
  await openPage(scene.server, `/dispatch/dashboard/reservation?open=${trip.id}`, scene.staff);
  await userEvent.click(await screen.findByRole("button", { name: "Close conversation" }));
  await screen.findByText("The rider and driver can no longer write here. You still can.");
  const refusalResponse = await scene.rider.post(path(), { text: "Hello", key: "00000002" });
  expect(refusalResponse.status).toBe(409);
  await userEvent.click(screen.getByRole("button", { name: "Reopen conversation" }));
  await screen.findByRole("button", { name: "Close conversation" });
  expect((await scene.rider.post(path(), { text: "Hello", key: "00000002" })).status).toBe(200);
});

test("dispatch confirms the passenger when the driver asks to board them without a code", async () => {
  trip = await drive(scene, trip, "en_route", "on_location");
  await scene.rider.put(`/reservations/${trip.id}/boarding`, {
    version: trip.version,
    onlyWithCode: true,
  });
  await scene.phone.post(`/driver/reservations/${trip.id}/boarding`, {
    version: trip.version + 1,
    reason: "No phone",
  });
  await openPage(scene.server, "/dispatch/dashboard/reservation", scene.staff);
  const messagesRegion = within(
    await screen.findByRole("region", { name: "Messages and boarding" }),
  );
  await userEvent.click(messagesRegion.getByRole("button"));
  expect(
    await screen.findByText("Eric asks to let the passenger board without the code: No phone."),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Confirm passenger" }));
  await waitFor(async () => {
    expect((await look(scene, trip.id)).boarding?.confirmed).toBe(true);
  });
});

test("the owner sets the dispatch phone number and requires boarding codes", async () => {
  await openPage(scene.server, "/dispatch/dashboard/contact", scene.staff);
  const form = within(await screen.findByRole("form", { name: "Contact" }));
  await userEvent.type(form.getByRole("textbox", { name: "Dispatch phone number" }), "0788");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(
    await form.findByText("Enter the number with its country code, for example +250 788 000 000."),
  ).toBeTruthy();
  await userEvent.clear(form.getByRole("textbox", { name: "Dispatch phone number" }));
  await userEvent.type(
    form.getByRole("textbox", { name: "Dispatch phone number" }),
    "+250 788 999 000",
  );
  await userEvent.click(form.getByRole("radio", { name: /Code required/ }));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  await waitFor(async () => {
    const { rules } = (await (await scene.staff.get("/admin/settings/contact")).json()) as {
      rules: unknown;
    };
    expect(rules).toMatchObject({ phone: "+250788999000", boardingCodes: "required" });
  });
});

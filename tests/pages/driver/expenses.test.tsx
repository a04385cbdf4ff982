/** On a trip, the driver adds expenses, sees the decisions on them, and withdraws those that are waiting. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expenses } from "../../../db/schema/expenses";
import { forgetDriverData } from "../../../client/driving/answers";
import type { DriverExpenses } from "../../../src/payments/expenses/expense-contract";
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
  scene = await createDriverScene();
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
const listed = async () =>
  (
    (await (
      await scene.phone.get(`/driver/reservations/${trip.id}/expenses`)
    ).json()) as DriverExpenses
  ).expenses;
const sheet = async () => within(await screen.findByRole("dialog", { name: "Add an expense" }));

test("the driver cannot add an expense before setting off", async () => {
  await open();
  await screen.findByRole("button", { name: "Report an incident" });
  expect(screen.queryByRole("button", { name: "Add an expense" })).toBeNull();
});

test("invalid fields of an expense are named, and the driver can remove it while it waits", async () => {
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
  await open();
  await userEvent.click(await screen.findByRole("button", { name: "Add an expense" }));
  const form = await sheet();
  await userEvent.click(form.getByRole("radio", { name: "Other expense" }));
  await userEvent.type(form.getByRole("textbox", { name: "Amount, RWF" }), "12.5");
  await userEvent.click(form.getByRole("button", { name: "Send to dispatch" }));
  await form.findByText("RWF has no decimal places.");
  await form.findByText("Say what the expense was for.");
  const amount = form.getByRole("textbox", { name: "Amount, RWF" });
  await userEvent.clear(amount);
  await userEvent.type(amount, "1,200");
  await userEvent.type(form.getByRole("textbox", { name: "What was the expense for?" }), "Ferry");
  await userEvent.click(form.getByRole("button", { name: "Send to dispatch" }));
  await screen.findByText("Waiting for dispatch");
  expect(await listed()).toMatchObject([
    { kind: "other", name: "Ferry", amountMinor: 1_200, currency: "RWF", state: "proposed" },
  ]);
  expect(screen.getByText("Ferry")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Waiting for dispatch")).toBeNull());
  expect(await listed()).toEqual([]);
}, 30_000);

test("an expense without a network is kept on the phone, and sent once when the network is back", async () => {
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
  let network = false;
  await open({
    ...scene.phone,
    request: (path, options) =>
      /\/expenses$/.test(path) && !network
        ? Promise.reject(new TypeError("no network"))
        : scene.phone.request(path, options),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Add an expense" }));
  const form = await sheet();
  await userEvent.type(form.getByRole("textbox", { name: "Amount, RWF" }), "2000");
  await userEvent.click(form.getByRole("button", { name: "Send to dispatch" }));
  await screen.findByText("Saved on this phone");
  expect(await listed()).toEqual([]);
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText("Waiting for dispatch");
  await waitFor(() => expect(screen.queryByText("Saved on this phone")).toBeNull());
  expect(await listed()).toHaveLength(1);
}, 30_000);

test("the driver reads dispatch's decisions, and the pay includes an approved expense", async () => {
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  const add = (kind: "toll" | "parking") => {
    scene.server.deps.db
      .insert(expenses)
      .values({
        id: kind,
        reservationId: trip.id,
        driverId: scene.row.id,
        kind,
        name: "",
        claimedMinor: 900,
        amountMinor: 900,
        currency: "RWF",
        state: "proposed",
        chargesCustomer: false,
        paysDriver: false,
        reason: "",
        createdAt: scene.server.deps.now(),
        addedBy: "Eric Mugisha",
      })
      .run();
    return kind;
  };
  const decide = async (id: string, how: string, more: object) => {
    const { version } = await look(scene, trip.id);
    const path = `/admin/reservations/${trip.id}/expenses/${id}/${how}`;
    expect((await scene.staff.post(path, { version, ...more })).status).toBe(200);
  };
  const chargedAndRepaid = { chargesCustomer: true, paysDriver: true };
  await decide(add("toll"), "approval", { amountMinor: 700, ...chargedAndRepaid });
  await decide(add("parking"), "refusal", { reason: "No receipt" });
  await open();
  await screen.findByText(
    /^You’ll get this amount with your pay for this trip\. You entered RWF\s900\.$/,
  );
  await screen.findByText("No receipt");
  const pay = within(screen.getByRole("region", { name: "Your pay" }));
  expect(pay.getByText("Toll")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove" })).toBeNull();
}, 30_000);

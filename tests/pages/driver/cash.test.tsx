/** After a trip paid in cash, the driver enters the amount they took. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import CashStep from "../../../client/driving/steps/cash-step";
import { formatMoney } from "../../../client/ui/money";
import { reservations } from "../../../db/schema/reservations";
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
  trip = await drive(scene, trip, "en_route", "on_location", "passenger_on_board");
});
afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const open = (path = `/driver/dashboard/trips/${trip.id}`, browser: Browser = scene.phone) =>
  openArea(scene, path, browser);

async function press(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false), { timeout: 3000 });
  await userEvent.click(button);
}
async function complete() {
  await press("Complete trip");
  const dialog = await screen.findByRole("dialog", { name: "Complete this trip?" });
  const [button] = [...dialog.querySelectorAll("button")].filter(
    ({ textContent }) => textContent === "Complete trip",
  );
  if (!button) throw new Error("No button completes the trip");
  await userEvent.click(button);
}
const dueText = () => formatMoney(trip.fareMinor, "RWF");
const readCollectedCash = async () => {
  const { isCollected, paidMinor } = await look(scene, trip.id);
  return isCollected ? paidMinor : null;
};

test("a completed trip and its cash are kept without a network, and both are sent later", async () => {
  let network = false;
  await open(undefined, {
    ...scene.phone,
    request: (path, options) =>
      /\/(?:progress|cash)$/.test(path) && !network
        ? Promise.reject(new TypeError("no network"))
        : scene.phone.request(path, options),
  });
  await complete();
  await press(`Collected ${dueText()}`);
  await screen.findByText(
    "2 updates are saved on this phone. They will be sent when you are back online.",
  );
  expect(await readCollectedCash()).toBeNull();
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText(/^Sent/);
  expect(await readCollectedCash()).toBe(trip.fareMinor);
  expect(screen.queryByRole("region", { name: "Payment" })).toBeNull();
  expect(screen.getByText("Cash collected")).toBeTruthy();
}, 30_000);

test("a different amount requires a reason, with the cursor in its field", async () => {
  trip = await drive(scene, trip, "completed");
  await open();
  await press("I collected a different amount");
  const amount = screen.getByRole<HTMLInputElement>("textbox", { name: "Collected, RWF" });
  expect(amount.value).toBe(dueText().replace("RWF", "").trim());
  await userEvent.clear(amount);
  await press("Confirm amount");
  await waitFor(() => expect(document.activeElement).toBe(amount));
  expect(await screen.findByText("Enter an amount.")).toBeTruthy();
  await userEvent.type(amount, "5,000");
  await press("Confirm amount");
  const reason = screen.getByRole("textbox", { name: "Why is the amount different?" });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(await readCollectedCash()).toBeNull();
  await userEvent.type(reason, "Had no more");
  await press("Confirm amount");
  await waitFor(async () => expect(await readCollectedCash()).toBe(5_000));
}, 30_000);

test.each([
  ["cash", "Collected"],
  ["card", "Paid"],
] as const)(
  "completing a trip on the home screen opens its payment step: %s",
  async (payment, verb) => {
    scene.server.deps.db.update(reservations).set({ payment }).run();
    await open("/driver/dashboard");
    await complete();
    await screen.findByRole("heading", { level: 1, name: `Trip ${trip.number}` });
    await screen.findByRole("button", { name: new RegExp(`^${verb} ${dueText()}`) });
  },
  30_000,
);

test("the cash due includes the waiting fee before the server ends the trip, but not twice", () => {
  const minute = (at: number) => new Date(Date.parse(trip.pickupAt) + at * 60_000).toISOString();
  const line = (id: string, to: string, at: number) => ({
    ...trip.timeline[0],
    id,
    to,
    from: "assigned",
    at: minute(at),
  });
  const tripWithWait = {
    ...trip,
    state: "completed",
    waitTerms: trip.waitTerms && { ...trip.waitTerms, graceMinutes: 10, perMinuteMinor: 100 },
    timeline: [line("1", "on_location", 0), line("2", "passenger_on_board", 14.5)],
  } as unknown as Reservation;
  const ended = [
    ...tripWithWait.timeline,
    line("tap-3", "completed", 30),
  ] as Reservation["timeline"];
  const show = (shown: Reservation) =>
    render(
      <CashStep
        onAction={async () => true}
        isDisabledBriefly={false}
        isSending={false}
        trip={shown}
      />,
    );
  // Five begun minutes plus 18 % tax.
  show({ ...tripWithWait, timeline: ended });
  const fareWithTollText = formatMoney(trip.fareMinor + 590, "RWF");
  expect(screen.getByRole("button", { name: `Collected ${fareWithTollText}` })).toBeTruthy();
  cleanup();
  // Once the server has ended the trip, the fare includes the waiting.
  show({ ...tripWithWait, timeline: ended.map((entry) => ({ ...entry, id: `e${entry.id}` })) });
  expect(screen.getByRole("button", { name: `Collected ${dueText()}` })).toBeTruthy();
  cleanup();
});

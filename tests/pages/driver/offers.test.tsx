/** Offers on Home: accepted, declined, too late, and updates about them. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { sortByUrgency } from "../../../client/driving/agenda";
import { announceOffer } from "../../../client/driving/offers/offer-sound";
import { forgetDriverData } from "../../../client/driving/answers";
import { TapSender } from "../../../client/driving/taps/tap-sender";
import { closePage } from "../../support/pages";
import { openArea } from "./open-area";
import { installStream, stream, TestStream } from "./stream";
import { signInAdmin } from "../../support/staff";
import { book, createDriverScene, type DriverScene, look, offer, withdraw } from "./scene";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  // The countdown uses the browser's clock.
  scene = await createDriverScene({}, Date.now());
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

/** Returns the local time in Kigali `hours` from now. */
function localTimeIn(hours: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Date.now() + hours * 3_600_000)
    .toZonedDateTimeISO("Africa/Kigali")
    .toPlainDateTime()
    .toString()
    .slice(0, 16);
}

async function offered(seconds?: number) {
  const staff = await signInAdmin(scene.server);
  scene = { ...scene, staff };
  return offer(scene, await book(scene, { pickupLocal: localTimeIn(5) }), seconds);
}

const open = () => openArea(scene);
const card = (number: number) =>
  within(screen.getByRole("group", { name: new RegExp(`Offer, trip ${number}`) }));

test("an offer shows the pickup, the pay and the time left, and accepting it assigns the trip", async () => {
  const trip = await offered(300);
  await open();
  const shown = card(trip.number);
  expect(shown.getByText("Kigali International Airport")).toBeTruthy();
  expect(shown.getByText(/^You earn/).textContent).toMatch(/^You earn RWF\s[\d,]+$/);
  expect(shown.getByRole("timer").textContent).toMatch(/^[45]:\d\d$/);
  await userEvent.click(shown.getByRole("button", { name: "Accept" }));
  await screen.findByText(`Trip ${trip.number} is yours.`);
  await screen.findByRole("region", { name: "Next trip" });
  expect((await look(scene, trip.id)).state).toBe("assigned");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
});

test("a double tap on Accept sends one answer and shows no error", async () => {
  // A phone takes some time to save a tap.
  const { add } = TapSender.prototype;
  const slowAdd = spyOn(TapSender.prototype, "add").mockImplementation(async function (
    this: TapSender,
    ...tap
  ) {
    await Bun.sleep(50);
    return add.apply(this, tap);
  });
  try {
    const trip = await offered(300);
    await open();
    await userEvent.dblClick(card(trip.number).getByRole("button", { name: "Accept" }));
    await screen.findByText(`Trip ${trip.number} is yours.`);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
    expect(slowAdd).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(/no longer open/)).toBeNull();
  } finally {
    slowAdd.mockRestore();
  }
});

test("declining offers reasons, and sends the chosen one to dispatch", async () => {
  const trip = await offered();
  await open();
  await userEvent.click(card(trip.number).getByRole("button", { name: "Decline" }));
  const dialog = within(screen.getByRole("dialog", { name: `Decline trip ${trip.number}?` }));
  await userEvent.click(dialog.getByRole("radio", { name: "My shift ends" }));
  await userEvent.type(dialog.getByRole("textbox", { name: /^In your own words/ }), "at six");
  await userEvent.click(dialog.getByRole("button", { name: "Decline offer" }));
  await screen.findByText(`You declined trip ${trip.number}.`);
  await screen.findByText("No ride requests yet");
  const seen = await look(scene, trip.id);
  expect(seen.state).toBe("confirmed");
  expect(seen.timeline.at(-1)?.reason).toBe("My shift ends: at six");
});

test("sortByUrgency puts the offer that expires first at the top", () => {
  const due = (expiresAt: string) => ({ offer: { expiresAt } });
  const [one, two, three] = [10, 11, 12].map((hour) => due(`2026-11-20T${hour}:00:00Z`));
  expect(sortByUrgency([three, one, two] as { offer: { expiresAt: string } }[])).toEqual([
    one,
    two,
    three,
  ] as never);
});

test("new offers vibrate only while the driver has turned on sound and vibration", async () => {
  localStorage.removeItem("livery.offer-sound");
  const vibrations: unknown[] = [];
  Object.defineProperty(navigator, "vibrate", {
    configurable: true,
    value: (pattern: unknown) => vibrations.push(pattern) > 0,
  });
  await open();
  announceOffer();
  expect(vibrations).toEqual([]);
  await userEvent.click(
    screen.getByRole("button", { name: "Turn on sound and vibration for offers" }),
  );
  expect(vibrations).toHaveLength(1);
  const trip = await offered();
  const { id, number, version, state } = trip;
  act(() => stream().send("reservation", { id, number, version, state }));
  await screen.findByText(/^New offer: /);
  expect(vibrations).toHaveLength(2);
  await userEvent.click(
    screen.getByRole("button", { name: "Turn off sound and vibration for offers" }),
  );
  announceOffer();
  expect(vibrations).toHaveLength(2);
  localStorage.removeItem("livery.offer-sound");
});

test("a touch after a reload or a call lets an iPhone play the offer sound again", async () => {
  localStorage.setItem("livery.offer-sound", "on");
  let resumeCount = 0;
  const context = { state: "suspended", resume: async () => void resumeCount++ };
  const made = function silent() {
    return context;
  };
  Reflect.set(globalThis, "AudioContext", made);
  try {
    await open();
    const touch = () => window.dispatchEvent(new Event("pointerup"));
    touch();
    expect(resumeCount).toBe(1);
    context.state = "running";
    touch();
    expect(resumeCount).toBe(1);
    context.state = "interrupted";
    touch();
    expect(resumeCount).toBe(2);
  } finally {
    Reflect.deleteProperty(globalThis, "AudioContext");
    localStorage.removeItem("livery.offer-sound");
  }
});

test("a withdrawn offer cannot be accepted and disappears", async () => {
  const trip = await offered();
  await open();
  await withdraw(scene, trip);
  await userEvent.click(card(trip.number).getByRole("button", { name: "Accept" }));
  await screen.findByText(`Trip ${trip.number}: this offer is no longer open.`);
  await screen.findByText("No ride requests yet");
  expect((await look(scene, trip.id)).state).toBe("confirmed");
});

test("an expired offer cannot be accepted", async () => {
  const trip = await offered(30);
  await open();
  const accept = card(trip.number).getByRole<HTMLButtonElement>("button", { name: "Accept" });
  expect(accept.disabled).toBe(false);
  scene.server.advance(31_000);
  await userEvent.click(accept);
  await screen.findByText(`Trip ${trip.number}: this offer is no longer open.`);
  expect((await look(scene, trip.id)).state).not.toBe("assigned");
});

test("a new offer appears automatically, with a toast and a count in the title", async () => {
  await open();
  expect(document.title).toBe("Ride Requests · Livery");
  const trip = await offered();
  const { id, number, version, state } = trip;
  act(() => stream().send("reservation", { id, number, version, state }));
  await screen.findByText(/^New offer: .*Kigali International Airport/);
  expect(card(number).getByRole("button", { name: "Accept" })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("(1) Ride Requests · Livery"));
});

test("a lost connection is shown, and missed offers load when it is back", async () => {
  await open();
  act(() => stream().accept());
  await act(async () => {
    stream().refuse();
    await Bun.sleep(4100);
  });
  expect(screen.getByText(/Connection lost/)).toBeTruthy();
  // By now it has tried again automatically.
  expect(TestStream.opened.length).toBeGreaterThan(1);
  const trip = await offered();
  act(() => stream().accept());
  await waitFor(() => expect(card(trip.number)).toBeTruthy());
  expect(screen.queryByText(/Connection lost/)).toBeNull();
}, 30_000);

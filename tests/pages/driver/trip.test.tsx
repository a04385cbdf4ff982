/** One trip on one screen: the steps, the result of a tap, and changes by dispatch in the meantime. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { noShows } from "../../../db/schema/no-shows";
import { settings } from "../../../db/schema/settings";
import { forgetDriverData } from "../../../client/driving/answers";
import * as incidentDraft from "../../../client/driving/uploads/incident-draft";
import { recordServerTime, serverTime } from "../../../client/driving/taps/server-clock";
import { TapSender } from "../../../client/driving/taps/tap-sender";
import { REPEATED_TAP_MS } from "../../../client/driving/steps/use-step-actions";
import type { Reservation } from "../../../src/reservations/contract";
import { createCompany } from "../../support/companies";
import { closePage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { allowSettingOff, skipWaitingTime } from "../../support/waiting";
import { openArea } from "./open-area";
import { installStream, stream } from "./stream";
import { assign, book, cancel, createDriverScene, type DriverScene, drive, look } from "./scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
  scene.server.deps.db.update(settings).set({ phone: "+250788999000" }).run();
  trip = await assign(
    scene,
    await book(scene, {
      passengerName: "Grace Ingabire",
      passengerPhone: "+250788123456",
      note: "Two large suitcases",
      flightNumber: "KL 535",
    }),
  );
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

const open = (browser: Browser = scene.phone) =>
  openArea(scene, `/driver/dashboard/trips/${trip.id}`, browser);

const state = async () => (await look(scene, trip.id)).state;

/** Presses a step's button once it is enabled. */
async function press(name: string) {
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false), { timeout: 3000 });
  await userEvent.click(button);
}

/** Returns the driver's phone with `intercept` before each request. */
function browserWithAnswers(
  intercept: (path: string, send: () => Promise<Response>) => Promise<Response>,
): Browser {
  return {
    ...scene.phone,
    request: (path, options) => intercept(path, () => scene.phone.request(path, options)),
  };
}

test("a trip on a company's account has nothing to collect and hides the company", async () => {
  const company = await createCompany(scene.staff, { name: "Acme Ltd" });
  const { version } = await look(scene, trip.id);
  const paymentResponse = await scene.staff.put(`/admin/reservations/${trip.id}/payment`, {
    version,
    payment: "account",
    billTo: { companyId: company.id },
  });
  expect(paymentResponse.status).toBe(200);
  await open();
  expect(screen.getByText("On account: nothing to collect")).toBeTruthy();
  expect(screen.queryByText(/Acme/)).toBeNull();
});

test("the screen shows all details of the trip, but not the passenger's phone number", async () => {
  await open();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("heading", { level: 1 }).textContent).toBe(`Trip ${trip.number}`);
  expect(main.getByText("Grace Ingabire")).toBeTruthy();
  // Calls go through dispatch, so the passenger's phone number appears nowhere.
  expect(main.getByRole("link", { name: "Call dispatch" }).getAttribute("href")).toBe(
    "tel:+250788999000",
  );
  expect(
    main.getByText(
      `Dispatch will put you through to your passenger. Give dispatch the trip number ${trip.number}.`,
    ),
  );
  expect(document.documentElement.outerHTML).not.toContain("+250788123456");
  expect(main.getByText("Two large suitcases")).toBeTruthy();
  expect(main.getByText(/KL ?535/)).toBeTruthy();
  const pickup = within(main.getByRole("region", { name: "Pickup" }));
  expect(pickup.getByText("Kigali International Airport")).toBeTruthy();
  const ways = pickup.getAllByRole("link");
  expect(ways.map((way) => way.getAttribute("href"))).toEqual([
    "https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=-1.9686%2C30.1395",
    "https://maps.apple.com/?dirflg=d&daddr=-1.9686%2C30.1395",
    "https://waze.com/ul?ll=-1.9686%2C30.1395&navigate=yes",
    "geo:-1.9686,30.1395?q=-1.9686,30.1395(Kigali%20International%20Airport)",
  ]);
  for (const way of ways) expect(way.getAttribute("rel")).toBe("noreferrer");
  expect(main.getAllByText("Assigned").length).toBeGreaterThan(1);
});

test("one button leads through all steps, and completing the trip asks first", async () => {
  await open();
  await press("Start driving to pickup");
  await screen.findByText(/^Sent/);
  expect(await state()).toBe("en_route");
  await press("I have arrived");
  await waitFor(async () => expect(await state()).toBe("on_location"));
  await press("Passenger on board");
  await waitFor(async () => expect(await state()).toBe("passenger_on_board"));
  await press("Complete trip");
  const dialog = within(await screen.findByRole("dialog", { name: "Complete this trip?" }));
  expect(await state()).toBe("passenger_on_board");
  await userEvent.click(dialog.getByRole("button", { name: "Complete trip" }));
  await screen.findByText(`Trip ${trip.number} is completed.`);
  expect(await state()).toBe("completed");
  await screen.findByText("This trip is completed.");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Complete trip" })).toBeNull());
}, 30_000);

test("the button is disabled until the driver can set off, and a line shows from when", async () => {
  allowSettingOff(scene.server, 120);
  await open();
  await screen.findByText("You can set off from 12:30");
  const name = "Start driving to pickup";
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  expect(button.disabled).toBe(true);
  await userEvent.click(button);
  expect(await state()).toBe("assigned");
  closePage();
  // For a trip on another day, the text includes the day.
  const later = await assign(scene, await book(scene, { pickupLocal: "2026-11-22T14:30" }));
  await openArea(scene, `/driver/dashboard/trips/${later.id}`, scene.phone);
  await screen.findByText("You can set off from Sun 22 Nov, 12:30");
  closePage();
  // An hour before the pickup, the usual button is enabled.
  scene.server.advance(Date.parse(trip.pickupAt) - 3_600_000 - scene.server.deps.now());
  await open();
  await press("Start driving to pickup");
  await screen.findByText(/^Sent/);
});

test("the button works at once if dispatch lets the driver start early", async () => {
  allowSettingOff(scene.server, 120);
  await open();
  await screen.findByText("You can set off from 12:30");
  const path = `/admin/reservations/${trip.id}/early-start`;
  const { version, number } = await look(scene, trip.id);
  const allowed = await scene.staff.post(path, { version, reason: "A long way" });
  expect(allowed.status).toBe(200);
  act(() => stream().send("reservation", { id: trip.id, number, version, state: "assigned" }));
  await screen.findByText("Dispatch changed this trip. Please check the details.");
  await press("Start driving to pickup");
  await screen.findByText(/^Sent/);
  expect(await state()).toBe("en_route");
});

test("the greeting sign shows the name, inverts its colours and closes with a tap", async () => {
  await open();
  await press("Show the greeting sign");
  const sign = within(await screen.findByRole("dialog", { name: "Greeting sign" }));
  expect(await sign.findByText("Grace Ingabire")).toBeTruthy();
  expect(await sign.findByText("Livery")).toBeTruthy();
  await userEvent.click(sign.getByRole("button", { name: "White on black" }));
  expect(await sign.findByRole("button", { name: "Black on white" })).toBeTruthy();
  await userEvent.click(sign.getByText("Grace Ingabire"));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Greeting sign" })).toBeNull());
});

test("a double tap counts as one step", async () => {
  await open();
  const button = screen.getByRole("button", { name: "Start driving to pickup" });
  await userEvent.dblClick(button);
  const next = await screen.findByRole<HTMLButtonElement>("button", { name: "I have arrived" });
  expect(next.disabled).toBe(true);
  await userEvent.click(next);
  await screen.findByText(/^Sent/);
  expect(await state()).toBe("en_route");
});

test("on a slow phone the next button works only a moment after it shows", async () => {
  const { add } = TapSender.prototype;
  const slowAdd = spyOn(TapSender.prototype, "add").mockImplementation(async function (
    this: TapSender,
    ...tap
  ) {
    await Bun.sleep(REPEATED_TAP_MS + 200);
    return add.apply(this, tap);
  });
  try {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Start driving to pickup" }));
    const next = await screen.findByRole<HTMLButtonElement>(
      "button",
      { name: "I have arrived" },
      { timeout: 5_000 },
    );
    expect(next.disabled).toBe(true);
    await waitFor(() => expect(next.disabled).toBe(false), { timeout: 5_000 });
  } finally {
    slowAdd.mockRestore();
  }
}, 30_000);

test("a no-show is offered only at the pickup, and disabled until the wait is over", async () => {
  await drive(scene, trip, "en_route");
  await open();
  expect(screen.queryByRole("button", { name: "Report a no-show" })).toBeNull();
  await press("I have arrived");
  // The pickup time has not come yet, and an hour of free waiting follows it.
  const left = Math.ceil((Date.parse(trip.pickupAt) - serverTime()) / 60_000) + 60;
  await press(`Report a no-show in ${left} min`);
  const dialog = within(await screen.findByRole("dialog", { name: "Report a no-show?" }));
  expect(dialog.getByRole("status").textContent).toBe(
    `You can report a no-show in ${left} minutes. Please call Grace in the meantime.`,
  );
  const call = dialog.getByRole("link", { name: "Call dispatch" });
  expect(call.getAttribute("href")).toBe("tel:+250788999000");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Report no-show" }).disabled).toBe(
    true,
  );
  await userEvent.click(dialog.getByRole("button", { name: "Keep waiting" }));
  expect(await state()).toBe("on_location");
}, 30_000);

test("a no-show after the wait is sent with the driver's call, even without a position", async () => {
  await drive(scene, trip, "en_route", "on_location");
  skipWaitingTime(scene.server, await look(scene, trip.id));
  await open();
  recordServerTime(scene.server.deps.now(), Date.now());
  await press("Report a no-show");
  const dialog = within(await screen.findByRole("dialog", { name: "Report a no-show?" }));
  await userEvent.click(dialog.getByRole("checkbox", { name: "I have tried to call Grace" }));
  await userEvent.click(dialog.getByRole("button", { name: "Report no-show" }));
  await screen.findByText(`Trip ${trip.number}: no-show reported.`);
  const [shown] = scene.server.deps.db.select().from(noShows).all();
  expect(shown).toMatchObject({ reservationId: trip.id, called: true, latitude: null });
}, 30_000);

test("a no-show that the phone cannot store is not shown as reported", async () => {
  await drive(scene, trip, "en_route", "on_location");
  skipWaitingTime(scene.server, await look(scene, trip.id));
  await open();
  recordServerTime(scene.server.deps.now(), Date.now());
  await press("Report a no-show");
  const dialog = within(await screen.findByRole("dialog", { name: "Report a no-show?" }));
  const add = spyOn(TapSender.prototype, "add").mockImplementation(() =>
    Promise.reject(new Error("The disk is full")),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Report no-show" }));
  await screen.findByText("This phone could not save your update. Please try again.");
  add.mockRestore();
  await waitFor(() =>
    expect(dialog.getByRole("button", { name: "Report no-show" })).toHaveProperty(
      "disabled",
      false,
    ),
  );
  await act(() => Bun.sleep(REPEATED_TAP_MS));
  await userEvent.click(dialog.getByRole("button", { name: "Report no-show" }));
  await screen.findByText(`Trip ${trip.number}: no-show reported.`);
}, 30_000);

test("the driver is told if the phone cannot store the text of an incident", async () => {
  const save = spyOn(incidentDraft, "saveDraft").mockImplementation(() =>
    Promise.reject(new Error("The disk is full")),
  );
  await open();
  await press("Report an incident");
  const dialog = within(await screen.findByRole("dialog", { name: "Report an incident" }));
  await userEvent.type(dialog.getByRole("textbox", { name: "What happened?" }), "A scratch");
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await screen.findByText("This phone could not save your report. Please call dispatch.");
  expect(save.mock.calls.at(-1)?.[2]).toMatchObject({ what: "A scratch" });
  save.mockRestore();
}, 30_000);

test("unsent taps are shown as saved, and sent automatically when the network is back", async () => {
  let network = false;
  await open(
    browserWithAnswers((path, send) => {
      if (path.endsWith("/progress") && !network)
        return Promise.reject(new TypeError("no network"));
      return send();
    }),
  );
  await press("Start driving to pickup");
  await screen.findByText("Saved on this phone. Will be sent when you are back online.");
  // The driver continues in the meantime.
  await press("I have arrived");
  await screen.findByText(
    "2 updates are saved on this phone. They will be sent when you are back online.",
  );
  expect(await state()).toBe("assigned");
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  await screen.findByText(/^Sent/);
  expect(await state()).toBe("on_location");
});

test("a tap whose answer was lost counts once when it is sent again", async () => {
  let lostRequestCount = 1;
  await open(
    browserWithAnswers(async (path, send) => {
      const answer = await send();
      if (path.endsWith("/progress") && lostRequestCount-- > 0)
        throw new TypeError("connection reset");
      return answer;
    }),
  );
  await press("Start driving to pickup");
  await screen.findByText("Saved on this phone. Will be sent when you are back online.");
  expect(await state()).toBe("en_route");
  await screen.findByText(/^Sent/);
  const { timeline } = await look(scene, trip.id);
  expect(timeline.filter(({ to }) => to === "en_route")).toHaveLength(1);
});

test("a change by dispatch stops waiting taps until the driver sends them anyway", async () => {
  let network = true;
  await open(
    browserWithAnswers((path, send) =>
      path.endsWith("/progress") && !network ? Promise.reject(new TypeError("gone")) : send(),
    ),
  );
  network = false;
  await press("Start driving to pickup");
  await press("I have arrived");
  await screen.findByText(
    "2 updates are saved on this phone. They will be sent when you are back online.",
  );
  const { version } = await look(scene, trip.id);
  const landingResponse = await scene.staff.post(`/admin/reservations/${trip.id}/landing`, {
    version,
    landedLocal: "2026-11-20T09:10",
  });
  expect(landingResponse.status).toBe(200);
  network = true;
  act(() => void window.dispatchEvent(new Event("online")));
  const stopped = within(await screen.findByRole("alert"));
  expect(stopped.getByText("Dispatch changed this trip. Please check the details.")).toBeTruthy();
  expect(stopped.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Start driving to pickup, /),
    expect.stringMatching(/^I have arrived, /),
  ]);
  expect(await state()).toBe("assigned");
  await userEvent.click(stopped.getByRole("button", { name: "Send anyway" }));
  await screen.findByText(/^Sent/);
  expect(await state()).toBe("on_location");
}, 30_000);

test("logging out warns of unsent taps first", async () => {
  await open(
    browserWithAnswers((path, send) =>
      path.endsWith("/progress") ? Promise.reject(new TypeError("gone")) : send(),
    ),
  );
  await press("Start driving to pickup");
  await screen.findByText("Saved on this phone. Will be sent when you are back online.");
  await userEvent.click(screen.getByRole("button", { name: "Log out" }));
  const dialog = within(
    await screen.findByRole("dialog", { name: "Some updates have not been sent" }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Stay signed in" }));
  expect((await scene.phone.get("/driver/get-driver")).status).toBe(200);
  expect(
    await screen.findByText("Saved on this phone. Will be sent when you are back online."),
  ).toBeTruthy();
});

test("a tap on a cancelled trip changes nothing, and the new status is shown", async () => {
  await open();
  await cancel(scene, trip);
  await press("Start driving to pickup");
  await screen.findByText("This trip has changed. Its status is now: Cancelled.");
  expect(await state()).toBe("cancelled");
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Start driving to pickup" })).toBeNull(),
  );
});

test("a cancellation by dispatch appears automatically", async () => {
  await open();
  await cancel(scene, trip);
  const { id, number, version, state: now } = await look(scene, trip.id);
  act(() => stream().send("reservation", { id, number, version, state: now }));
  await screen.findByText(`Trip ${number} was cancelled.`);
  await screen.findByText("This trip has changed. Its status is now: Cancelled.");
  expect(screen.queryByRole("button", { name: "Start driving to pickup" })).toBeNull();
});

test("a trip that dispatch unassigned is no longer shown to the driver", async () => {
  await open();
  const { version } = await look(scene, trip.id);
  await scene.staff.delete(`/admin/reservations/${trip.id}/assignment`, { version });
  act(() => stream().send("reservation", { id: trip.id, number: 1, version, state: "confirmed" }));
  await screen.findByText("This trip is not yours");
});

test("the trip stays readable without a network", async () => {
  let network = true;
  await open(
    browserWithAnswers((_, send) => (network ? send() : Promise.reject(new TypeError("gone")))),
  );
  await act(async () => {
    stream().accept();
    await Bun.sleep(300);
  });
  network = false;
  await act(async () => {
    stream().send("notification", {});
    await Bun.sleep(300);
  });
  expect(screen.getByText("Grace Ingabire")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Start driving to pickup" })).toBeTruthy();
});

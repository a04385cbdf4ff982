/** The rider's car on its way, and the link with which others follow it. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { at, report } from "../../tracking/scene";
import { closePage, openPage } from "../../support/pages";
import { installStream, stream } from "../driver/stream";
import { assign, book, createDriverScene, type DriverScene, drive } from "../driver/scene";
import { interceptedBrowser } from "./scene";
import type { Reservation } from "../../../src/reservations/contract";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;
let copied: string[];

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
  trip = await assign(scene, await book(scene));
  copied = [];
  setClipboard(async (text) => {
    copied.push(text);
  });
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
  Reflect.deleteProperty(navigator, "share");
});

/** Replaces user-event's own clipboard, which cannot be made to refuse. */
function setClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
}

const user = () => userEvent.setup({ writeToClipboard: false });
const open = (browser = scene.rider) => openPage(scene.server, `/trips/${trip.id}`, browser);
const card = () => within(screen.getByRole("region", { name: "Share your trip" }));
const address = () => card().getByRole<HTMLInputElement>("textbox").value;
/** Presses a button of the card. The buttons beside a link load after it. */
async function press(name: string | RegExp): Promise<void> {
  const button = await card().findByRole("button", { name });
  await act(async () => button.click());
}

async function create(): Promise<string> {
  await press("Create a link");
  await waitFor(() => card().getByRole("textbox"));
  return address();
}

describe("the tracking link", () => {
  test("is created, copied and revoked, and a new one differs", async () => {
    await open();
    expect(card().getByText(/but not your addresses or the price/)).toBeTruthy();
    const url = await create();
    expect(url).toMatch(/\/track\/[\w-]{22}$/);
    expect(card().getByText(/The link expires two hours after the trip/)).toBeTruthy();
    await press("Copy link");
    expect(copied).toEqual([url]);
    expect(card().getByRole("button", { name: "Copied" })).toBeTruthy();
    expect(card().getByRole("status").textContent).toContain("The link is copied.");
    closePage();

    await open();
    expect(address()).toBe(url);
    await press("Stop sharing");
    const dialog = within(screen.getByRole("dialog", { name: "Stop sharing your trip?" }));
    await act(async () => dialog.getByRole("button", { name: "Stop sharing" }).click());
    await waitFor(() => card().getByRole("button", { name: "Create a link" }));
    const path = new URL(url).pathname;
    expect((await scene.server.browser().get(path)).status).toBe(404);
    expect(await create()).not.toBe(url);
  });

  test("is selected if the browser does not allow copying", async () => {
    setClipboard(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    await open();
    const url = await create();
    await press("Copy link");
    expect(card().getByRole("status").textContent).toContain("copy it yourself");
    const field = card().getByRole<HTMLInputElement>("textbox");
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(url);
  });

  test("opens the phone's share sheet, which may be dismissed, and is copied if sharing fails", async () => {
    const shared: ShareData[] = [];
    let answer = () => Promise.resolve();
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: (data: ShareData) => {
        shared.push(data);
        return answer();
      },
    });
    await open();
    const url = await create();
    await press("Share");
    expect(shared).toEqual([{ title: `Trip ${trip.number}`, url }]);
    answer = () => Promise.reject(new DOMException("closed", "AbortError"));
    await press("Share");
    expect(copied).toEqual([]);
    answer = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    await press("Share");
    expect(copied).toEqual([url]);
  });

  test("shows why it could not be created", async () => {
    await open(
      interceptedBrowser(scene.rider, {
        [`POST /reservations/${trip.id}/tracking-link`]: () => {
          throw new TypeError("no network");
        },
      }),
    );
    await user().click(card().getByRole("button", { name: "Create a link" }));
    await screen.findByText("You seem to be offline. Please try again.");
    expect(card().getByRole("button", { name: "Create a link" })).toBeTruthy();
  });

  test("shows when it expires, and disappears two hours after the trip", async () => {
    await open();
    await create();
    closePage();
    await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
    await open();
    expect(card().getByText(/The link works until 12:00/)).toBeTruthy();
    closePage();
    scene.server.advance(7_200_000);
    await open();
    expect(screen.queryByRole("region", { name: "Share your trip" })).toBeNull();
  });
});

describe("the car", () => {
  const main = () => screen.getByRole("main").textContent ?? "";
  const minutes = () => /Arrives in (\d+)min/.exec(main())?.[1];

  test("is shown with its arrival time while the trip is under way", async () => {
    const { server, phone } = scene;
    trip = await drive(scene, trip, "en_route");
    await report(phone, at(server, 3_000));
    await open();
    expect(minutes()).toBe("9");
    expect(main()).toContain("At the pickup at 10:08 (estimate)");
    expect(main()).toContain("The car was seen just now.");
    expect(screen.getByRole("group", { name: /^Map of trip/ }).textContent).toContain(
      "Eric’s car.",
    );
    const moved = {
      reservationId: trip.id,
      position: at(server, 500),
      arrival: { at: "2026-11-20T08:02:00.000Z", minutes: 2, estimate: false },
      now: "2026-11-20T08:00:05.000Z",
    };
    await act(async () => stream().send("position", { ...moved, reservationId: "another" }));
    expect(minutes()).toBe("9");
    await act(async () => stream().send("position", moved));
    expect(minutes()).toBe("2");
    expect(main()).toContain("At the pickup at 10:02");
    expect(main()).not.toContain("10:02 (estimate)");
    const far = { ...moved.arrival, at: "2026-11-20T10:05:00.000Z", minutes: 125 };
    await act(async () => stream().send("position", { ...moved, arrival: far }));
    expect(main()).toContain("Arrives in 2h5min");

    trip = await drive(scene, trip, "on_location", "passenger_on_board", "completed");
    await act(async () => stream().send("reservation", {}));
    await waitFor(() => expect(main()).toContain("You have arrived"));
    expect(minutes()).toBeUndefined();
    expect(main()).not.toContain("The car was seen");
  });

  test("shows when it was last seen, and no arrival time if that was minutes ago", async () => {
    const { server, phone } = scene;
    trip = await drive(scene, trip, "en_route");
    await report(phone, at(server, 3_000));
    server.advance(3 * 60_000);
    await open();
    expect(main()).toContain("Last seen 3 min ago.");
    expect(minutes()).toBeUndefined();
  });
});

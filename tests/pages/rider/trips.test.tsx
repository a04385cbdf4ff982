/** The list of trips and the page of one trip, both with live updates. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { tripOf } from "../../../client/booking/draft";
import { loadSavedDraft } from "../../../client/booking/draft-storage";
import { isRepeatable } from "../../../client/riders/trips/repeat-trip";
import { draftOfTrip } from "../../../client/booking/trip-places";
import { countReachedSteps, tripStatus } from "../../../client/riders/trips/trip-words";
import { type Reservation, ReservationState } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import { signInRider } from "../../support/sign-in";
import { installStream, stream } from "../driver/stream";
import {
  assign,
  book,
  createDriverScene,
  type DriverScene,
  drive,
  look,
  offer,
} from "../driver/scene";
import { interceptedBrowser } from "./scene";
import { english } from "../../../client/words/words";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});
afterEach(() => {
  localStorage.clear();
  closePage();
  scene.server.close();
  removeStream();
});

const open = (path: string, browser = scene.rider) => openPage(scene.server, path, browser);
const title = () => screen.getByRole("heading", { level: 1 }).textContent;
const changed = () => act(async () => stream().send("reservation", {}));

describe("the list of trips", () => {
  test("suggests booking a car if there are no trips", async () => {
    await open("/trips");
    expect(screen.getByText("No upcoming trips")).toBeTruthy();
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "Book a car" }).getAttribute("href")).toBe("/booking");
    await userEvent.click(main.getByRole("link", { name: "Past" }));
    await screen.findByText("No past trips yet");
    await userEvent.click(main.getByRole("link", { name: "Cancelled" }));
    await screen.findByText("No cancelled trips");
  });

  test("shows upcoming trips, and hides from the rider that one is offered to a driver", async () => {
    const trip = await book(scene);
    await offer(scene, trip);
    await open("/trips");
    const card = screen.getByRole("link", { name: /Kigali International Airport/ });
    expect(card.getAttribute("href")).toBe(`/trips/${trip.id}`);
    expect(card.textContent).toContain("Fri 20 Nov, 14:30");
    expect(card.textContent).toContain("Confirmed");
    expect(card.textContent).not.toContain("Offered");
  });

  test("finds a trip by the search text, and shows a message if nothing matches", async () => {
    const trip = await book(scene);
    const router = await open("/trips");
    const box = screen.getByRole("searchbox", { name: "Search trips" });
    await userEvent.type(box, "nowhere");
    await screen.findByText("Nothing found for “nowhere”");
    expect(router.state.location.search).toEqual({ q: "nowhere" });
    await userEvent.clear(box);
    await userEvent.type(box, String(trip.number));
    await screen.findByRole("link", { name: /Kigali International Airport/ });
    expect(router.state.location.search).toEqual({ q: String(trip.number) });
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "1 found",
    );
  });

  test("loads more trips by cursor, and keeps the number of pages in the URL", async () => {
    const row = (await book(scene)) as Reservation;
    const pages: Record<string, object> = {
      "": { reservations: [{ ...row, id: "a" }], nextCursor: "2" },
      "2": { reservations: [{ ...row, id: "b" }], nextCursor: null },
    };
    const visitor = interceptedBrowser(scene.rider, {});
    const { request } = visitor;
    visitor.request = async (path, options) => {
      if (!path.startsWith("/reservations?")) return request(path, options);
      return Response.json(pages[new URLSearchParams(path.split("?")[1]).get("cursor") ?? ""]);
    };
    const router = await open("/trips", visitor);
    const cards = () =>
      within(screen.getByRole("main"))
        .getAllByRole("link", { name: /Airport/ })
        .map((card) => card.getAttribute("href"));
    expect(cards()).toEqual(["/trips/a"]);
    await userEvent.click(screen.getByRole("link", { name: "Show more" }));
    await waitFor(() => expect(cards()).toEqual(["/trips/a", "/trips/b"]));
    expect(router.state.location.search).toEqual({ pages: 2 });
    await waitFor(() => expect(screen.queryByRole("link", { name: "Show more" })).toBeNull());
  });

  test("offers no more trips on the last page", async () => {
    const row = (await book(scene)) as Reservation;
    let id = 0;
    const visitor = interceptedBrowser(scene.rider, {
      "GET /reservations": () =>
        Response.json({ reservations: [{ ...row, id: `trip-${++id}` }], nextCursor: "2" }),
    });
    await open("/trips?pages=39", visitor);
    await userEvent.click(screen.getByRole("link", { name: "Show more" }));
    await waitFor(() => expect(screen.queryByRole("link", { name: "Show more" })).toBeNull());
  });

  test("updates the state of a trip without a reload", async () => {
    const trip = await book(scene);
    await open("/trips");
    expect(screen.getByRole("main").textContent).toContain("Confirmed");
    await assign(scene, trip);
    await changed();
    await waitFor(() => expect(screen.getByRole("main").textContent).toContain("Driver assigned"));
  });
});

describe("the page of a trip", () => {
  test("shows another rider that the page cannot be found", async () => {
    const trip = await book(scene);
    const { browser } = await signInRider(scene.server, "other@example.com");
    await open(`/trips/${trip.id}`, browser);
    expect(screen.getByText("We can’t find that page")).toBeTruthy();
  });

  test("follows every step, and shows the driver and plate from the assignment on", async () => {
    let trip = await book(scene);
    await open(`/trips/${trip.id}`);
    expect(title()).toBe("Your trip is confirmed");
    expect(screen.queryByText(scene.car.plate)).toBeNull();
    trip = await assign(scene, trip);
    await changed();
    await waitFor(() => expect(title()).toBe("Eric is your driver"));
    expect(screen.getByRole("heading", { name: "Eric M." })).toBeTruthy();
    expect(screen.getByText(scene.car.plate)).toBeTruthy();
    const steps = [
      ["en_route", "Your driver is on the way"],
      ["on_location", "Your driver has arrived"],
      ["passenger_on_board", "Enjoy the ride"],
      ["completed", "You have arrived"],
    ] as const;
    for (const [state, words] of steps) {
      trip = await drive(scene, trip, state);
      await changed();
      await waitFor(() => expect(title()).toBe(words));
    }
    const happened = screen.getByRole("region", { name: "What happened" });
    for (const words of ["Booked", "Confirmed", "Driver assigned", "Arrived", "Completed"]) {
      expect(within(happened).getByText(words)).toBeTruthy();
    }
    expect(screen.queryByRole("button", { name: "Cancel trip" })).toBeNull();
  });

  test("shows the cancellation fee first, then cancels the trip", async () => {
    const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
    await open(`/trips/${trip.id}`);
    await userEvent.click(screen.getByRole("button", { name: "Cancel trip" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel this trip?" });
    const fee = Math.round(trip.fareMinor / 2).toLocaleString("en");
    expect(dialog.textContent).toContain(fee);
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel trip" }));
    await waitFor(() => expect(title()).toBe("This trip is cancelled"));
    await waitFor(() => expect(screen.getByRole("main").textContent).toContain(fee));
  });

  test("offers the calendar file before the trip and the receipt after it", async () => {
    const trip = await book(scene);
    await open(`/trips/${trip.id}`);
    const options = () => within(screen.getByRole("region", { name: "Your options" }));
    const files = `/backend/reservations/${trip.id}`;
    const calendar = options().getByRole("link", { name: "Add to calendar" });
    expect(calendar.getAttribute("href")).toBe(`${files}/trip.ics`);
    expect(options().queryByRole("link", { name: "Receipt (PDF)" })).toBeNull();
    closePage();
    const assigned = await assign(scene, trip);
    await drive(scene, assigned, "en_route", "on_location", "passenger_on_board", "completed");
    await open(`/trips/${trip.id}`);
    const receipt = options().getByRole("link", { name: "Receipt (PDF)" });
    expect(receipt.getAttribute("href")).toBe(`${files}/receipt.pdf`);
    expect(options().queryByRole("link", { name: "Add to calendar" })).toBeNull();
  });

  test("shows the price above the link to share the trip until a driver is assigned", async () => {
    const trip = await book(scene);
    await open(`/trips/${trip.id}`);
    const order = () =>
      screen
        .getAllByRole("heading", { level: 2 })
        .map(({ textContent }) => textContent)
        .filter((text) => text === "Price" || text === "Share your trip");
    expect(order()).toEqual(["Price", "Share your trip"]);
    await assign(scene, trip);
    await changed();
    await waitFor(() => expect(order()).toEqual(["Share your trip", "Price"]));
  });

  test("shows a message and the current state if the trip changed before a cancellation", async () => {
    const trip = await book(scene);
    await open(`/trips/${trip.id}`);
    await assign(scene, trip);
    await userEvent.click(screen.getByRole("button", { name: "Cancel trip" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Cancel this trip?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel trip" }));
    await screen.findByText(/Your trip has just changed/);
    await waitFor(() => expect(title()).toBe("Eric is your driver"));
  });

  test("shows that the live connection is lost, and loads changes when it is back", async () => {
    const trip = await book(scene);
    await open(`/trips/${trip.id}`);
    act(() => stream().accept());
    const line = stream();
    line.readyState = 0;
    act(() => line.onerror?.());
    expect(screen.queryByText(/Live connection lost/)).toBeNull();
    await screen.findByText(/Live connection lost/, {}, { timeout: 6000 });
    await assign(scene, trip);
    act(() => line.accept());
    await waitFor(() => expect(title()).toBe("Eric is your driver"));
    expect(screen.queryByText(/Live connection lost/)).toBeNull();
  }, 30_000);

  test("keeps the trip on screen while the server does not answer", async () => {
    const trip = await book(scene);
    let isOffline = false;
    let requestCount = 0;
    const failWhenOffline = () => {
      if (!isOffline) return undefined;
      requestCount++;
      throw new TypeError("Failed to fetch");
    };
    const rider = interceptedBrowser(scene.rider, {
      "GET /auth/me": failWhenOffline,
      [`GET /reservations/${trip.id}`]: failWhenOffline,
      [`GET /reservations/${trip.id}/tracking`]: failWhenOffline,
    });
    await open(`/trips/${trip.id}`, rider);
    act(() => stream().accept());
    isOffline = true;
    stream().readyState = 0;
    act(() => stream().onerror?.());
    await screen.findByText(/Live connection lost/, {}, { timeout: 6000 });
    await waitFor(() => expect(requestCount).toBeGreaterThan(0));
    await act(() => Bun.sleep(100));
    expect(title()).toBe("Your trip is confirmed");
    expect(requestCount).toBe(1);
  }, 30_000);
});

describe("changing a trip", () => {
  const form = () => within(screen.getByRole("region", { name: "Change your trip" }));
  const openForm = async (id: string) => {
    await open(`/trips/${id}`);
    await userEvent.click(screen.getByRole("button", { name: "Change trip" }));
    await screen.findByRole("region", { name: "Change your trip" });
  };

  test("shows the new price before the trip is changed", async () => {
    const trip = await book(scene);
    await openForm(trip.id);
    expect(document.activeElement?.textContent).toBe("Change your trip");
    await userEvent.selectOptions(form().getByLabelText("Time"), "16:00");
    await userEvent.click(form().getByRole("button", { name: "More: passengers" }));
    await userEvent.click(form().getByRole("button", { name: "See the new price" }));
    await form().findByText("The price stays the same.");
    expect((await look(scene, trip.id)).version).toBe(trip.version);
    // Any later change needs a new price.
    await userEvent.selectOptions(form().getByLabelText("Time"), "16:15");
    await waitFor(() => expect(form().queryByText("The price stays the same.")).toBeNull());
    await userEvent.click(form().getByRole("button", { name: "See the new price" }));
    await userEvent.click(await form().findByRole("button", { name: "Change the trip" }));
    await screen.findByText("Your trip has been changed.");
    expect(await look(scene, trip.id)).toMatchObject({
      pickupLocal: "2026-11-20T16:15",
      passengers: 2,
      state: "confirmed",
    });
    expect(document.activeElement?.textContent).toBe("Your options");
    const happened = screen.getByRole("region", { name: "What happened" });
    await within(happened).findByText("You changed the trip.");
  });

  test("needs no price for a new note, and an unchanged form shows a message", async () => {
    const trip = await book(scene);
    await openForm(trip.id);
    await userEvent.click(form().getByRole("button", { name: "Change the trip" }));
    expect(await form().findByText("You haven’t changed anything yet.")).toBeTruthy();
    await userEvent.type(form().getByLabelText(/Note to the driver/), "Ring twice");
    await userEvent.click(form().getByRole("button", { name: "Change the trip" }));
    await screen.findByText("Your trip has been changed.");
    expect((await look(scene, trip.id)).note).toBe("Ring twice");
  });

  test("shows why the server refuses the change, and keeps the rider's entries", async () => {
    const trip = await book(scene, { pickupLocal: "2026-11-20T11:00" });
    await openForm(trip.id);
    await userEvent.selectOptions(form().getByLabelText("Time"), "21:00");
    await userEvent.click(form().getByRole("button", { name: "See the new price" }));
    await form().findByText(/A cancellation fee now applies to this trip/);
    await waitFor(() =>
      expect(form().getByLabelText<HTMLSelectElement>("Time").value).toBe("21:00"),
    );
    await userEvent.selectOptions(form().getByLabelText("Time"), "03:00");
    await userEvent.click(form().getByRole("button", { name: "See the new price" }));
    await form().findByText("The pickup time has passed.");
    await waitFor(() => expect(document.activeElement?.id).toBe("change-time"));
    await userEvent.click(form().getByRole("button", { name: "Keep the trip unchanged" }));
    expect(await screen.findByRole("button", { name: "Change trip" })).toBeTruthy();
  });

  test("is not offered once the driver is on the way", async () => {
    const trip = await assign(scene, await book(scene));
    await drive(scene, trip, "en_route");
    await open(`/trips/${trip.id}`);
    expect(screen.queryByRole("button", { name: "Change trip" })).toBeNull();
  });
});

test("Book again and Book return trip start with the details of the trip", async () => {
  const trip = await book(scene);
  const router = await open(`/trips/${trip.id}`);
  expect(screen.queryByRole("button", { name: "Book again" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Book return trip" }));
  // Wait for the page, not only for its address, because it reads the draft that is checked below.
  await screen.findByRole("heading", { level: 1, name: "When do you need the car?" });
  expect(router.state.location.pathname).toBe("/booking");
  expect(router.state.location.search).toEqual({ step: "when" });
  const savedDraft = await loadSavedDraft(Date.now());
  expect(savedDraft?.from.place).toMatchObject({ name: trip.dropoff.name, kind: "address" });
  expect(savedDraft?.to.place).toMatchObject({ name: trip.pickup.name, kind: "airport" });
  const repeatDraft = draftOfTrip(trip, "again");
  expect(tripOf({ ...repeatDraft, date: "2026-11-25", time: "10:00" })).toMatchObject({
    serviceType: "airport_pickup",
    pickup: trip.pickup,
    dropoff: trip.dropoff,
    passengers: 1,
  });
  // A trip with options that the form does not have is not offered, or the wheelchair would be forgotten.
  expect(isRepeatable({ ...trip, mobility: "wheelchair" })).toBe(false);
  const care: Reservation = {
    ...trip,
    serviceType: "home_care",
    mobility: "wheelchair",
    passengers: 3,
    details: {
      care: { attendants: 1, companions: 1, appointmentTime: "10:15", doorNote: "Two steps" },
    },
  };
  expect(isRepeatable(care)).toBe(true);
  expect(draftOfTrip(care, "back")).toMatchObject({
    kind: "home_care",
    mobility: "wheelchair",
    attendants: 1,
    companions: 1,
    appointmentTime: "",
    doorNote: "",
  });
  const help: Reservation = {
    ...trip,
    serviceType: "roadside_assistance",
    dropoff: trip.pickup,
    details: {
      roadside: { vehicle: "Toyota RAV4", plate: "RAD 1 B", trouble: "battery", words: "" },
    },
  };
  expect(draftOfTrip(help, "again")).toMatchObject({
    kind: "roadside_assistance",
    to: { text: "", place: null },
    vehicle: "Toyota RAV4",
    trouble: "",
  });
});

describe("the status text of a trip", () => {
  test("exists for every state and never mentions an offer", async () => {
    const trip = await book(scene);
    for (const state of ReservationState.options) {
      const news = tripStatus({ ...trip, state }, "Livery", english);
      expect(news.title).not.toBe("");
      expect(`${news.title} ${news.detail}`.toLowerCase()).not.toContain("offer");
    }
    expect(countReachedSteps("offered")).toBe(countReachedSteps("confirmed"));
    expect(countReachedSteps("cancelled")).toBeNull();
  });
});

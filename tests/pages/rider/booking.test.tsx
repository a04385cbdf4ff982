/** Booking in four steps: prices before sign-in, a draft that survives, and no double booking. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { CreateReservation } from "../../../src/reservations/contract";
import type { QuoteAnswer } from "../../../src/reservations/quotes/quote-contract";
import { loadSavedDraft } from "../../../client/booking/draft-storage";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const places = "from=Kigali%20International%20Airport&to=Amahoro%20Stadium";
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

/** Completes the first three steps up to the confirmation, for tomorrow. */
async function goToConfirm(path: string, browser?: Browser) {
  const router = await openPage(server, `${path}?${places}`, browser);
  await heading("When do you need the car?");
  await press("Tomorrow");
  await press("See cars and prices");
  await heading("Choose your car");
  await userEvent.click(screen.getByRole("radio", { name: /SUV/ }));
  await press(/^Continue ·/);
  await heading("Check and book");
  return router;
}

const bookings = async (browser: Browser) =>
  ((await (await browser.get("/reservations")).json()) as { reservations: { id: string }[] })
    .reservations;

describe("the step for the places", () => {
  test("takes over places that were typed by name on another page", async () => {
    const router = await openPage(server, `/reservation?${places}`);
    await heading("When do you need the car?");
    expect(router.state.location.search).toEqual({ step: "when" });
  });

  test("leaves an unclear place in its box and asks for a choice", async () => {
    await openPage(server, "/reservation?from=Ama&to=Amahoro%20Stadium");
    const pickup = await screen.findByRole<HTMLInputElement>("combobox", { name: "Pickup" });
    await waitFor(() => expect(pickup.value).toBe("Ama"));
    await press("Continue");
    expect(
      await screen.findByText("Choose a place from the list, or keep what you typed."),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(pickup));
    await heading("Where to?");
  });

  test("suggests places, and swaps pickup and drop-off", async () => {
    await openPage(server, "/reservation");
    const pickup = await screen.findByRole<HTMLInputElement>("combobox", { name: "Pickup" });
    await userEvent.type(pickup, "Amahoro");
    await screen.findByRole("option", { name: /Amahoro Stadium/ });
    await userEvent.keyboard("{Enter}");
    expect(pickup.value).toBe("Amahoro Stadium");
    await press("Swap pickup and drop-off");
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Drop-off" }).value).toBe(
      "Amahoro Stadium",
    );
    expect(pickup.value).toBe("");
  });
});

describe("a place in words", () => {
  test("is offered as typed, and sent as a request without a price", async () => {
    const { browser } = await signInRider(server);
    const router = await openPage(server, "/booking", browser);
    const pickup = await screen.findByRole("combobox", { name: "Pickup" });
    await userEvent.type(pickup, "The blue gate");
    await userEvent.click(await screen.findByRole("option", { name: /^The blue gate/ }));
    await userEvent.type(screen.getByRole("combobox", { name: "Drop-off" }), "Amahoro");
    await screen.findByRole("option", { name: /Amahoro Stadium/ });
    await userEvent.keyboard("{Enter}");
    await press("Continue");
    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await heading("Choose your car");
    await waitFor(() => expect(screen.getAllByText("On request").length).toBeGreaterThan(0));
    for (const car of screen.getAllByRole("radio"))
      expect(car.closest("label")?.textContent).not.toContain("RWF");
    await press("Continue");
    await heading("Check and book");
    await press("Send request");
    await heading("We’re working out your price");
    expect(router.state.location.pathname).toMatch(/^\/trips\//);
    const list = (await (await browser.get("/reservations")).json()) as {
      reservations: object[];
    };
    expect(list.reservations).toMatchObject([
      { state: "quote", onRequest: true, pickup: { name: "The blue gate" } },
    ]);
  });
});

describe("pickup and drop-off without address lookup", () => {
  const locate = (answer: (ok: PositionCallback, refused: PositionErrorCallback) => void) =>
    Object.defineProperty(navigator, "geolocation", {
      configurable: true,
      value: { getCurrentPosition: answer },
    });
  const pickup = () => screen.findByRole<HTMLInputElement>("combobox", { name: "Pickup" });

  test("the form explains that, and an unmatched address continues as a request in words", async () => {
    const router = await openPage(server, "/reservation");
    expect(await screen.findByText(/Street addresses can’t be looked up here/)).toBeTruthy();
    await userEvent.type(await pickup(), "KG 7 Ave, house 12");
    await userEvent.type(screen.getByRole("combobox", { name: "Drop-off" }), "amahoro stadium");
    await press("Continue");
    // Continue searches for the typed text once more.
    const next = { level: 1, name: "When do you need the car?" };
    await screen.findByRole("heading", next, { timeout: 4_000 });
    expect(router.state.location.search).toEqual({ step: "when" });
    const savedDraft = await loadSavedDraft(Date.now());
    expect(savedDraft?.from.place).toMatchObject({ kind: "words", name: "KG 7 Ave, house 12" });
    expect(savedDraft?.to.place).toMatchObject({ source: "own", name: "Amahoro Stadium" });
  });

  test("the operator's places are offered, and the phone's position becomes the pickup", async () => {
    locate((found) =>
      found({
        coords: { latitude: -1.94412, longitude: 30.06191 },
      } as GeolocationPosition),
    );
    await openPage(server, "/reservation");
    const known = await screen.findByRole("list", { name: "Places to choose from" });
    expect(within(known).getAllByRole("button").length).toBeGreaterThan(0);
    await press("Use my location");
    await waitFor(async () =>
      expect((await pickup()).value).toMatch(/^Pin near |^-1.94412, 30.06191$/),
    );
    expect(screen.queryByRole("button", { name: "Use my location" })).toBeNull();
    expect(screen.getByRole("button", { name: "Move the pin" })).toBeTruthy();
  });

  test("a refused position is explained, and the pickup stays empty", async () => {
    locate((_, refused) => refused({ code: 1 } as GeolocationPositionError));
    await openPage(server, "/reservation");
    await press("Use my location");
    expect(await screen.findByText(/doesn’t share your location/)).toBeTruthy();
    expect((await pickup()).value).toBe("");
  });
});

describe("the step for the time", () => {
  test("suggests a time and asks for the flight number at an airport", async () => {
    await openPage(server, `/reservation?${places}`);
    await heading("When do you need the car?");
    expect(screen.getByRole("textbox", { name: /Flight number/ })).toBeTruthy();
    const time = screen.getByRole<HTMLSelectElement>("combobox", { name: "Time" });
    await waitFor(() => expect(time.value).toMatch(/^\d\d:(00|15|30|45)$/));
  });

  test("asks which of two times is meant when the clocks go back", async () => {
    const requests: unknown[] = [];
    const browser = interceptedBrowser(server.browser(), {
      "POST /quotes": (json) => {
        requests.push(json);
        return requests.length === 1
          ? Response.json(
              { message: "This time comes twice that night.", code: "trip.time_ambiguous" },
              { status: 422 },
            )
          : undefined;
      },
    });
    await openPage(server, `/reservation?${places}`, browser);
    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await userEvent.click(await screen.findByRole("radio", { name: /^The second/ }));
    await press("See cars and prices");
    await heading("Choose your car");
    expect(requests[0]).not.toHaveProperty("repeatedHour");
    expect(requests[1]).toMatchObject({ repeatedHour: "later" });
  });

  test("explains at the time field that the clocks skip this time", async () => {
    const message = "This time does not exist on that day, because the clocks go forward.";
    const browser = interceptedBrowser(server.browser(), {
      "POST /quotes": () => Response.json({ message, code: "trip.time_gap" }, { status: 422 }),
    });
    await openPage(server, `/reservation?${places}`, browser);
    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await screen.findByText(message);
    const time = screen.getByRole("combobox", { name: "Time" });
    expect(time.getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(time));
  });
});

describe("the step for the car", () => {
  test("shows every class with its price to a visitor who is not signed in", async () => {
    await openPage(server, `/reservation?${places}`);
    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await heading("Choose your car");
    const cars = screen.getAllByRole<HTMLInputElement>("radio");
    expect(cars.length).toBeGreaterThan(1);
    expect(cars[0]?.checked).toBe(true);
    await waitFor(() =>
      expect(screen.getAllByText(/^RWF\s[\d,]+$/).length).toBeGreaterThanOrEqual(cars.length),
    );
    expect(screen.getByRole("button", { name: /^Continue · RWF/ })).toBeTruthy();
  });

  test("loads expired prices again and shows the difference", async () => {
    let answers = 0;
    const browser = interceptedBrowser(server.browser(), {
      "POST /quotes": async (json) => {
        const answer = (await (await server.browser().post("/quotes", json)).json()) as QuoteAnswer;
        answers++;
        if (answers === 1) answer.expiresAt = new Date(Date.now() + 700).toISOString();
        else for (const option of answer.options) option.fareMinor += 1000;
        return Response.json(answer);
      },
    });
    await openPage(server, `/reservation?${places}`, browser);
    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await heading("Choose your car");
    await screen.findByText(/^The price has changed from RWF/, {}, { timeout: 3000 });
    expect(answers).toBe(2);
  });
});

describe("the step to confirm", () => {
  test("keeps the booking through a reload and sign-in, and continues at the same step", async () => {
    const router = await goToConfirm("/reservation");
    closePage();
    await openPage(server, "/reservation?step=confirm");
    await screen.findByText("Executive SUV", { selector: "dd" });
    await press("Sign in to book");
    closePage();
    const { browser } = await signInRider(server);
    const later = await openPage(server, "/booking", browser);
    await heading("Check and book");
    expect(later.state.location.search).toEqual({ step: "confirm" });
    expect(router.state.location.pathname).toBe("/reservation");
    await press("Book now");
    await waitFor(() => expect(later.state.location.pathname).toStartWith("/trips/"));
    await screen.findByText("Booked. Thank you!");
    expect(await bookings(browser)).toHaveLength(1);
    expect(localStorage.getItem("livery.booking")).toBeNull();
  }, 30_000);

  test("sends the passenger, the flight and the note", async () => {
    const { browser } = await signInRider(server);
    let sent: unknown;
    const visitor = interceptedBrowser(browser, {
      "POST /reservations": (json) => {
        sent = json;
        return undefined;
      },
    });
    await openPage(server, `/booking?${places}`, visitor);
    await heading("When do you need the car?");
    await press("Tomorrow");
    await userEvent.type(screen.getByRole("textbox", { name: /Flight number/ }), "wb 203");
    await press("See cars and prices");
    await heading("Choose your car");
    await press(/^Continue ·/);
    await heading("Check and book");
    await userEvent.click(screen.getByRole("checkbox", { name: /somebody else/ }));
    await press("Book now");
    const name = screen.getByRole("textbox", { name: "Passenger's name" });
    expect(await screen.findByText("Enter the passenger's name.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(name));
    await userEvent.type(name, "Jean Bosco");
    await press("Book now");
    await screen.findByText(/^Enter a phone number or an e-mail address/);
    await userEvent.type(
      screen.getByRole("textbox", { name: /^Passenger's e-mail/ }),
      "bosco@example.com",
    );
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Passenger's language" }),
      "rw",
    );
    await userEvent.click(
      screen.getByRole("checkbox", { name: "Send me the driver’s details too" }),
    );
    await userEvent.type(screen.getByRole("textbox", { name: /Note to the driver/ }), "Gate 4");
    await press("Book now");
    await screen.findByText("Booked. Thank you!");
    expect(sent as CreateReservation).toMatchObject({
      passengerName: "Jean Bosco",
      passengerEmail: "bosco@example.com",
      passengerLanguage: "rw",
      driverNewsTo: "both",
      flightNumber: "WB 203",
      note: "Gate 4",
    });
  }, 30_000);

  test("sends a booking again with the same key after a lost answer, and books it once", async () => {
    const { browser } = await signInRider(server);
    const keys: (string | null)[] = [];
    const visitor = interceptedBrowser(browser, {
      "POST /reservations": async (json, headers) => {
        keys.push(headers.get("idempotency-key"));
        const answer = await browser.post("/reservations", json, Object.fromEntries(headers));
        // The request arrives and the trip is booked, but the answer is lost.
        if (keys.length === 1) throw new TypeError("fetch failed");
        return answer;
      },
    });
    await goToConfirm("/booking", visitor);
    await press("Book now");
    await screen.findByText("We didn’t hear back about your booking");
    closePage();
    // Places typed on another page must not change the trip that was sent.
    const otherPlaces = "from=Kigali%20Heights&to=Amahoro%20Stadium";
    const router = await openPage(server, `/booking?${otherPlaces}`, visitor);
    await screen.findByText("We didn’t hear back about your booking");
    await waitFor(() => expect(router.state.location.search).toEqual({ step: "confirm" }));
    expect((await loadSavedDraft(Date.now()))?.from.text).toBe("Kigali International Airport");
    await press("Try again");
    await waitFor(() => expect(router.state.location.pathname).toStartWith("/trips/"));
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0] ?? "");
    expect(await bookings(browser)).toHaveLength(1);
  }, 30_000);

  test("shows the current price when the agreed one has expired, and books nothing", async () => {
    const { browser } = await signInRider(server);
    let quotes = 0;
    const visitor = interceptedBrowser(browser, {
      "POST /quotes": () => {
        quotes++;
        return undefined;
      },
    });
    await goToConfirm("/booking", visitor);
    server.advance(16 * 60_000);
    await press("Book now");
    await screen.findByText("This price has expired. Here is the current price.");
    await waitFor(() => expect(quotes).toBe(2));
    expect(await bookings(browser)).toHaveLength(0);
  });
});

test("an address with an unknown step opens the first step", async () => {
  await openPage(server, "/reservation?step=zzz");
  await heading("Where to?");
});

test("a trip by the hour needs only a pickup, and is priced by its hours", async () => {
  let request: unknown;
  const browser = interceptedBrowser(server.browser(), {
    "POST /quotes": (json) => {
      request = json;
      return undefined;
    },
  });
  await openPage(server, "/reservation", browser);
  await userEvent.click(await screen.findByRole("radio", { name: "By the hour" }));
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Drop-off" })).toBeNull());
  await userEvent.type(screen.getByRole("combobox", { name: "Pickup" }), "Amahoro");
  await userEvent.click(await screen.findByRole("option", { name: /Amahoro Stadium/ }));
  await press("Continue");
  await heading("When do you need the car?");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "For how long" }), "4");
  await press("Tomorrow");
  await press("See cars and prices");
  await screen.findByText(/Car and driver for 4 hours/);
  expect(request).toMatchObject({ serviceType: "hourly", hours: 4 });
  expect(request).toHaveProperty("pickup.name", "Amahoro Stadium");
  expect(request).toHaveProperty("dropoff.name", "Amahoro Stadium");
}, 30_000);

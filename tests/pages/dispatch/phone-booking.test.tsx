/** A telephone booking by keyboard: the caller is found, the price appears, and the trip is booked. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { reservations } from "../../../db/schema/reservations";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { createScene, focused, HOUR, type Scene, browserWithAnswers } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene({ role: "dispatcher" });
});
afterEach(() => {
  closePage();
  sessionStorage.clear();
  scene.close();
});

const path = "/dispatch/dashboard/new";
const stored = () => scene.server.deps.db.select().from(reservations).all();
const addRider = (phone = "+250788000111") => {
  const id = Bun.randomUUIDv7();
  scene.server.deps.db
    .insert(riders)
    .values({
      id,
      firstName: "Aline",
      lastName: "Uwase",
      phone,
      createdAt: START,
      updatedAt: START,
      dispatchNote: "Rings twice",
    })
    .run();
  return id;
};
const past = (riderId: string) =>
  scene.addTrip({ riderId, state: "completed", pickupAt: START - 48 * HOUR, note: "Two prams" });
const summaryText = () => screen.getByRole("region", { name: "Price" }).textContent;

async function ready() {
  await screen.findByRole("combobox", { name: "Caller" });
  await waitFor(() => expect(focused()).toBe("caller"));
}

test("a typed time is kept when a trip is repeated", async () => {
  past(addRider());
  await openPage(scene.server, path, scene.desk);
  await ready();
  const user = userEvent.setup();
  await user.keyboard("0111");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  await user.type(screen.getByRole("textbox", { name: "When" }), "tomorrow 8");
  await user.click(await screen.findByRole("button", { name: /^Repeat:/ }));
  await waitFor(() => expect(summaryText()).toContain("kilometres"));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "When" }).value).toBe("tomorrow 8");
  expect(screen.getByText("Sat 21 Nov, 08:00")).toBeTruthy();
});

test("repeating a trip empties the field of a promotion code that the new draft lacks", async () => {
  past(addRider());
  await openPage(scene.server, path, scene.desk);
  await ready();
  const user = userEvent.setup();
  await user.keyboard("0111");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  const code = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Promotion/ });
  await user.type(code(), "WELCOME");
  await user.click(await screen.findByRole("button", { name: /^Repeat:/ }));
  await waitFor(() => expect(code().value).toBe(""));
});

test("N opens a booking, and a known caller's last trip is repeated with the keyboard alone", async () => {
  const riderId = addRider();
  past(riderId);
  const router = await openPage(scene.server, "/dispatch/dashboard/reservation", scene.desk);
  const user = userEvent.setup();
  await user.keyboard("n");
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
  await ready();
  await user.keyboard("0111");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  const card = within(await screen.findByRole("region", { name: "About Aline Uwase" }));
  expect(await card.findByText("Rings twice")).toBeTruthy();
  const trip = card.getByRole("button", { name: /^Repeat: Kigali International Airport/ });
  await waitFor(() => expect(document.activeElement).toBe(trip));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe("when"));
  await user.keyboard("tomorrow 8");
  expect(await screen.findByText("Sat 21 Nov, 08:00")).toBeTruthy();
  await waitFor(() => expect(summaryText()).toContain("kilometres"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  const booked = within(await screen.findByRole("region", { name: "Booked" }));
  await waitFor(() =>
    expect(booked.getByRole("heading").textContent).toBe("Reservation 1002 is confirmed"),
  );
  const [, row] = stored();
  expect(row).toMatchObject({
    riderId,
    state: "confirmed",
    source: "phone",
    pickupLocal: "2026-11-21T08:00",
    note: "Two prams",
  });
  expect(sessionStorage.getItem("livery.phone-booking")).toBeNull();
  await user.keyboard("n");
  await ready();
});

test("keys pressed on a known caller's trip go to the time field, not to dispatch shortcuts", async () => {
  past(addRider());
  const router = await openPage(scene.server, path, scene.desk);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("0111");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  const trip = await screen.findByRole("button", { name: /^Repeat:/ });
  await waitFor(() => expect(document.activeElement).toBe(trip));
  // Elsewhere, N and M open other screens and L locks the screen.
  for (const key of ["n", "m", "l", "+"]) {
    trip.focus();
    await user.keyboard(key);
    expect(focused()).toBe("when");
    expect(router.state.location.pathname).toBe(path);
  }
});

test("an unknown number asks for the name, and missing fields are named with the cursor in them", async () => {
  await openPage(scene.server, path, scene.desk);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Who is calling? Type a number or a name.");
  await user.keyboard("0788 123 456");
  await screen.findByRole("option", { name: /New caller/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe("name"));
  await user.keyboard("Diane Keza{Enter}");
  await waitFor(() => expect(focused()).toBe("when"));
  await user.keyboard("soonish{Enter}");
  await screen.findByText(/We can’t read this time/);
  // An unknown place is kept as text: Enter moves on before the search has answered.
  await user.keyboard("Qxyzzy gate{Enter}");
  await waitFor(() => expect(focused()).toBe("to"));
  await user.keyboard("Qxyzzy wall{Enter}");
  await screen.findAllByText(/Described in words only. Put the place on the map later/);
  await user.clear(screen.getByRole("textbox", { name: "When" }));
  await user.type(screen.getByRole("textbox", { name: "When" }), "+20");
  expect(await screen.findByText("Fri 20 Nov, 10:20")).toBeTruthy();
  await waitFor(() => expect(summaryText()).toContain("call back with the price"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/Request 1001 is saved/);
  expect(stored()[0]).toMatchObject({ state: "quote", passengerName: "Diane Keza" });
});

test("dispatch books a new caller's outbound and return trip, confirmed by e-mail", async () => {
  await openPage(scene.server, path, scene.desk);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("0788 123 456");
  await screen.findByRole("option", { name: /New caller/ });
  await user.keyboard("{Enter}Diane Keza{Enter}sat 1430{Enter}");
  await user.keyboard("Kigali Marriott");
  await screen.findAllByRole("option", { name: /Marriott/ });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe("to"));
  await user.keyboard("Amahoro");
  await screen.findAllByRole("option", { name: /Amahoro/ });
  await user.keyboard("{Enter}");
  await user.type(await screen.findByRole("textbox", { name: /Return trip/ }), "soon");
  await waitFor(() => expect(summaryText()).not.toContain("about"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/Enter a time after the pickup/);
  await user.clear(screen.getByRole("textbox", { name: /Return trip/ }));
  await user.type(screen.getByRole("textbox", { name: /Return trip/ }), "18");
  expect(await screen.findByText("Sat 21 Nov, 18:00")).toBeTruthy();
  await waitFor(() => expect(summaryText()).toMatch(/RWF for both trips, about/));
  expect(summaryText()).toContain("Outbound trip");
  await user.type(await screen.findByRole("textbox", { name: /E-mail/ }), "diane@");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Enter a valid email address.");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "example.com");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const card = await screen.findByRole("region", { name: "Booked" });
  expect(card.textContent).toContain("The return trip is reservation 1002.");
  expect(card.textContent).toContain("by e-mail to diane@example.com");
  expect(stored()).toMatchObject([
    { state: "confirmed" },
    { state: "confirmed", pickupLocal: "2026-11-21T18:00", returnOfId: stored()[0]?.id },
  ]);
});

test("no label or hint is worded for a rider, whatever the service", async () => {
  await openPage(scene.server, path, scene.desk);
  const user = userEvent.setup();
  await ready();
  await user.click(screen.getByRole("combobox", { name: "Pickup" }));
  await user.keyboard("Kigali International");
  await screen.findAllByRole("option", { name: /International Airport/ });
  await user.keyboard("{Enter}");
  await screen.findByRole("textbox", { name: "Flight number" });
  await screen.findByRole("textbox", { name: /^E-mail/ });
  const service = screen.getByRole<HTMLSelectElement>("combobox", { name: "Service" });
  for (const { value, text } of [...service.options]) {
    await user.selectOptions(service, value);
    const formText = screen.getByRole("form", { name: "Booking" }).textContent;
    expect([text, /[Yy]our (?:driver|trip|car|flight|ticket)|get you/.exec(formText)?.[0]]).toEqual(
      [text, undefined],
    );
  }
});

test("Esc leaves an empty booking at once, and otherwise offers to keep it for later", async () => {
  const router = await openPage(scene.server, path, scene.desk);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("0788");
  await screen.findAllByText(/No caller matches/);
  await user.keyboard("{Escape}{Escape}");
  const dialog = within(await screen.findByRole("dialog", { name: "Leave this booking?" }));
  await user.click(dialog.getByRole("button", { name: "Keep for later" }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe(path));
  await router.navigate({ to: path });
  const box = await screen.findByRole("combobox", { name: "Caller" });
  expect((box as HTMLInputElement).value).toBe("0788");
  await user.clear(box);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(router.state.location.pathname).not.toBe(path));
});

test("the return trip of a reservation fills the form with the places swapped", async () => {
  const trip = past(addRider());
  const router = await openPage(scene.server, `${path}?like=${trip.id}&way=back`, scene.desk);
  const box = (name: string) => screen.getByRole("combobox", { name }) as HTMLInputElement;
  await waitFor(() => expect(box("Pickup").value).toBe("Hôtel des Mille Collines"));
  expect(box("Drop-off").value).toBe("Kigali International Airport");
  expect(box("Caller").value).toBe("Aline Uwase");
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

/** Books by keyboard in a browser whose first bookings end as `ends` says. */
async function bookWithOutcomes(ends: readonly ("lost" | number)[]) {
  past(addRider());
  let sendCount = 0;
  const failingBrowser = {
    ...scene.desk,
    request: async (...[url, options]: Parameters<typeof scene.desk.request>) => {
      const isBooking = url === "/admin/reservations" && options?.method === "POST";
      const end = isBooking ? ends[sendCount++] : undefined;
      if (typeof end === "number")
        return Response.json({ code: "request.too_many", message: "Not now." }, { status: end });
      const answer = await scene.desk.request(url, options);
      if (end === "lost") throw new TypeError("The line broke");
      return answer;
    },
  };
  const router = await openPage(scene.server, path, failingBrowser);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("uwa");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  const trip = await screen.findByRole("button", { name: /^Repeat:/ });
  await waitFor(() => expect(document.activeElement).toBe(trip));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(focused()).toBe("when"));
  await user.keyboard("1430");
  await waitFor(() => expect(summaryText()).toContain("kilometres"));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText(/It will not be booked twice/);
  return { router, user, sends: () => sendCount };
}

test("a booking whose answer was lost is sent again with its key, and booked once", async () => {
  const { user, sends } = await bookWithOutcomes(["lost"]);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("Reservation 1002 is confirmed");
  expect(stored()).toHaveLength(2);
  expect(sends()).toBe(2);
});

test("an unanswered booking keeps its key through a rate limit, and is booked once", async () => {
  const { user, sends } = await bookWithOutcomes(["lost", 429]);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText(/not confirmed yet: Not now\. Send the booking again/);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("Reservation 1002 is confirmed");
  expect(stored()).toHaveLength(2);
  expect(sends()).toBe(3);
});

test("an unanswered booking survives the screen lock, and is booked once", async () => {
  const { router, user } = await bookWithOutcomes(["lost", 423]);
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await waitFor(() => expect(router.state.location.pathname).not.toBe(path));
  await router.navigate({ to: path });
  await screen.findByText(
    /is not confirmed yet\. Send the booking again\. It will not be booked twice/,
  );
  await user.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText("Reservation 1002 is confirmed");
  expect(stored()).toHaveLength(2);
});

test("dispatch can still book when the caller's details fail to load", async () => {
  const id = addRider();
  const body = { code: "server.error", message: "Something went wrong on the server." };
  const failingBrowser = browserWithAnswers(scene.desk, `/admin/callers/${id}`, {
    status: 500,
    body,
  });
  await openPage(scene.server, path, failingBrowser);
  const user = userEvent.setup();
  await ready();
  await user.keyboard("uwa");
  await screen.findByRole("option", { name: /Aline Uwase/ });
  await user.keyboard("{Enter}");
  await screen.findByText(/Details about the caller could not be loaded/);
  await waitFor(() => expect(focused()).toBe("when"), { timeout: 4_000 });
});

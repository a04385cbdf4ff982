/** Prices, vehicles and the price of a ride on the public site, and the way from there to booking. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { contactEntries } from "../../../db/schema/contact";
import { feeSchedules } from "../../../db/schema/fares";
import { settings } from "../../../db/schema/settings";
import { vehicleClasses } from "../../../db/schema/vehicles";
import { emptyDraft } from "../../../client/booking/draft";
import { loadSavedDraft, saveDraft } from "../../../client/booking/draft-storage";
import { clearVersionCache } from "../../../src/fares/queries";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { browserWithAnswers } from "../dispatch/scene";

let server: TestServer;
beforeEach(async () => {
  localStorage.clear();
  server = await createTestServer({ RATE_LIMITS: "off" });
});
afterEach(() => {
  closePage();
  server.close();
});

const main = () => within(screen.getByRole("main"));
const part = (name: string) => within(screen.getByRole("region", { name }));
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const box = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });
const day = () => screen.getByLabelText<HTMLInputElement>("Day");

function deletePriceList() {
  server.deps.db.delete(feeSchedules).run();
  clearVersionCache(server.deps.db);
}

/** Waits until the form's interactive parts have loaded, so that the boxes offer places. */
const openRidePage = () =>
  waitFor(() => expect(box("Pickup").getAttribute("aria-autocomplete")).toBe("list"));

async function ride(passengers: number) {
  const field = screen.getByLabelText("Passengers");
  await userEvent.clear(field);
  await userEvent.type(field, String(passengers));
}

async function choose(name: string, text: string) {
  await openRidePage();
  await userEvent.type(box(name), text);
  // The place comes first, and the typed text itself is offered after it.
  const [place] = await screen.findAllByRole("option", { name: new RegExp(text) });
  if (place) await userEvent.click(place);
}

describe("prices", () => {
  test("come from the price list in force, with rates, examples and extras", async () => {
    await openPage(server, "/pricing");
    expect(heading()).toBe("What a ride costs");
    const rates = part("Rates");
    const standard = rates.getByRole("heading", { name: "Standard" }).closest("li");
    const classText = standard?.textContent?.replace(/\s/g, " ") ?? "";
    for (const words of [
      "From RWF 5,900",
      "Base fareRWF 2,000",
      "Per kmRWF 900",
      "Minimum fareRWF 5,000",
      "By the hourAt least 3 hours.RWF 15,000",
    ])
      expect(classText).toContain(words);
    const rides = part("Rides in and around Kigali");
    expect(rides.getAllByRole("heading", { name: /^Kigali International/ }).length).toBeGreaterThan(
      3,
    );
    expect(rides.getByRole("heading", { name: /line by line$/ })).toBeTruthy();
    expect(rides.getByText("Base fare")).toBeTruthy();
    const top = part("Extras that you can add");
    expect(top.getByText("Child seat")).toBeTruthy();
    expect(main().getByRole("heading", { name: "Cancelling" })).toBeTruthy();
    expect(main().getByText(/^Cancelling is free until 2 hours/)).toBeTruthy();
  });

  test("are on request while no price list is published", async () => {
    deletePriceList();
    await openPage(server, "/pricing");
    expect(part("Prices on request").getByText(/we’ll call you back with a price/)).toBeTruthy();
    const ask = main().getByRole("link", { name: "Ask for a price" });
    expect(ask.getAttribute("href")).toBe("/request-ride");
    expect(main().queryByRole("heading", { name: "Cancelling" })).toBeNull();
    expect(main().getByRole("heading", { name: "Paying" })).toBeTruthy();
  });
});

describe("vehicles", () => {
  test("show their equipment and price, and link to a booking of their class", async () => {
    await openPage(server, "/fleet");
    const van = main().getByRole("heading", { name: "Accessible van" }).closest("li");
    if (!van) throw new Error("There is no van");
    expect(within(van).getByText("You stay in your wheelchair")).toBeTruthy();
    expect(van.textContent?.replace(/\s/g, " ")).toContain("From RWF 14,160");
    const [row] = server.deps.db
      .select()
      .from(vehicleClasses)
      .all()
      .filter(({ name }) => name === "Accessible van");
    const book = within(van).getByRole("link", { name: "Book Accessible van" });
    expect(book.getAttribute("href")).toBe(`/reservation?vehicle=${row?.id}`);
    closePage();
    const router = await openPage(server, `/reservation?vehicle=${row?.id}`);
    await waitFor(() => expect(router.state.location.search).toEqual({ step: "where" }));
    expect((await loadSavedDraft(Date.now()))?.vehicleClassId).toBe(row?.id ?? "none");
  });

  test("show Price on request while no price list is published", async () => {
    deletePriceList();
    await openPage(server, "/fleet");
    expect(main().getAllByText("Price on request")).toHaveLength(4);
  });

  test("are replaced by an invitation to ask while the operator has no classes", async () => {
    server.deps.db.update(vehicleClasses).set({ active: false }).run();
    await openPage(server, "/fleet");
    expect(main().getByRole("heading", { name: "Ask us about vehicles" })).toBeTruthy();
  });
});

for (const path of ["/", "/request-ride"]) {
  test(`${path} shows the price of a ride in each class, and keeps it for the booking`, async () => {
    await openPage(server, path);
    await choose("Pickup", "Amahoro Stadium");
    await choose("Drop-off", "Kigali Marriott Hotel");
    await ride(4);
    await press("See prices");
    const prices = within(await screen.findByRole("region", { name: "Your prices" }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your prices"));
    // Four passengers do not fit in the smallest class.
    await waitFor(() => expect(prices.queryByRole("button", { name: "Book Standard" })).toBeNull());
    expect(await prices.findByRole("button", { name: "Book Executive SUV" })).toBeTruthy();
    expect(prices.getAllByText(/^RWF\s[\d,]+$/)).toHaveLength(3);
    const savedDraft = await loadSavedDraft(Date.now());
    expect([
      savedDraft?.from.text,
      savedDraft?.to.text,
      savedDraft?.passengers,
      savedDraft?.asap,
    ]).toEqual(["Amahoro Stadium", "Kigali Marriott Hotel", 4, true]);
    expect(savedDraft?.quote?.answer.options).toHaveLength(3);
    // After an edit there is no price yet.
    await ride(1);
    expect(screen.queryByRole("region", { name: "Your prices" })).toBeNull();
  });
}

test("a priced ride does not replace a booking that was sent and not answered", async () => {
  const attempt = { key: "sent", body: "{}" };
  saveDraft({ ...emptyDraft(), note: "Two prams", attempt }, Date.now());
  await openPage(server, "/");
  await choose("Pickup", "Amahoro Stadium");
  await choose("Drop-off", "Kigali Marriott Hotel");
  await press("See prices");
  await screen.findByRole("region", { name: "Your prices" });
  expect(await loadSavedDraft(Date.now())).toMatchObject({ from: { text: "" }, attempt });
});

test("prices that arrive after an edit are not shown", async () => {
  const arrived = Promise.withResolvers<void>();
  const visitor = browserWithAnswers(server.browser(), "/quotes", { gate: arrived.promise });
  await openPage(server, "/", visitor);
  await choose("Pickup", "Amahoro Stadium");
  await choose("Drop-off", "Kigali Marriott Hotel");
  await press("See prices");
  await ride(4);
  arrived.resolve();
  await screen.findByRole("button", { name: "See prices" });
  expect(screen.queryByRole("region", { name: "Your prices" })).toBeNull();
});

test("without a published price list, the forms ask for a price instead of showing one", async () => {
  deletePriceList();
  await openPage(server, "/");
  const form = main().getByRole<HTMLFormElement>("form", { name: "Your ride" });
  expect(within(form).getByRole("button").textContent).toBe("Ask for a price");
  expect(form.getAttribute("action")).toBe("/request-ride");
  await openPage(server, "/request-ride");
  await openRidePage();
  const buttons = main().getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent).filter(Boolean)).toEqual([
    "Send the request",
  ]);
  expect(screen.getByLabelText("Your name")).toBeTruthy();
});

describe("the price of a ride", () => {
  test("asks for missing fields, with the cursor in them", async () => {
    await openPage(server, "/request-ride");
    await openRidePage();
    await press("See prices");
    expect(await screen.findByText("Please tell us where to pick you up.")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box("Pickup")));
    await choose("Pickup", "Amahoro Stadium");
    await userEvent.type(box("Drop-off"), "Som");
    await userEvent.keyboard("{Escape}");
    await userEvent.type(day(), "2026-11-25");
    await press("See prices");
    expect(await screen.findByText("Choose a time too, or leave the day empty.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Time"), "09:30");
    await press("See prices");
    expect(
      await screen.findByText("Choose a place from the list, or keep what you typed."),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box("Drop-off")));
  });

  test("accepts an address in words where addresses cannot be looked up", async () => {
    await openPage(server, "/request-ride");
    await openRidePage();
    expect(screen.queryByText(/Street addresses/)).toBeNull();
    await userEvent.click(box("Pickup"));
    expect(screen.getByText(/Street addresses can’t be looked up here/)).toBeTruthy();
    await userEvent.type(box("Pickup"), "KG 7 Ave, house 12");
    await userEvent.keyboard("{Escape}");
    await choose("Drop-off", "Amahoro Stadium");
    await press("See prices");
    expect(await screen.findByRole("heading", { name: "Choose your car" })).toBeTruthy();
    expect((await loadSavedDraft(Date.now()))?.from.place).toMatchObject({
      kind: "words",
      name: "KG 7 Ave, house 12",
    });
  });

  test("marks the time as invalid if it is in the past", async () => {
    await openPage(server, "/request-ride");
    await choose("Pickup", "Amahoro Stadium");
    await choose("Drop-off", "Kigali Marriott Hotel");
    await userEvent.type(day(), "2026-11-01");
    await userEvent.type(screen.getByLabelText("Time"), "09:30");
    await press("See prices");
    await waitFor(() =>
      expect(screen.getByLabelText("Time").getAttribute("aria-invalid")).toBe("true"),
    );
  });
});

describe("asking for a call back, and closed booking", () => {
  test("a call back requires a name, and its message has pickup and drop-off", async () => {
    await openPage(server, "/request-ride");
    await openRidePage();
    await userEvent.type(box("Pickup"), "The blue gate");
    await userEvent.type(box("Drop-off"), "The market");
    await press("Have us call you back");
    await press("Send the request");
    expect(await screen.findByText("Please tell us your name.")).toBeTruthy();
    await userEvent.type(screen.getByLabelText("Your name"), "Chantal");
    await userEvent.type(
      screen.getByLabelText("Phone number or e-mail address"),
      "+250 788 123 456",
    );
    await press("Send the request");
    await screen.findByRole("heading", { name: "Thank you. We’ll call you back." });
    const [entry] = server.deps.db.select().from(contactEntries).all();
    expect(entry?.body).toContain("Pickup: The blue gate\nDrop-off: The market");
  });

  test("the request page shows the closing text instead of prices while booking is closed", async () => {
    server.deps.db.update(settings).set({ bookingOpen: false, bookingClosedText: "Snow" }).run();
    await openPage(server, "/request-ride");
    expect(main().getByText("Snow")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "See prices" })).toBeNull();
  });

  test("no page links to booking while it is closed, and each links to the contact page", async () => {
    server.deps.db.update(settings).set({ bookingOpen: false, bookingClosedText: "Snow" }).run();
    for (const path of ["/about", "/depanage", "/fleet"]) {
      await openPage(server, path);
      await screen.findByRole("contentinfo");
      const ways = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
      expect([
        path,
        ways.filter((href) => /^\/(?:reservation|request-ride)/.test(href ?? "")),
      ]).toEqual([path, []]);
      expect(
        within(screen.getByRole("banner")).getByRole("link", { name: "Contact us" }),
      ).toBeTruthy();
      expect(main().getByText(/^Online booking is closed for now/)).toBeTruthy();
      closePage();
    }
  });
});

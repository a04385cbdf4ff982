/** The other options of a booking: stops, extras, a code, a tip, a return trip, a pin. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { reservations } from "../../../db/schema/reservations";
import type { FeeSchedule } from "../../../src/fares/contract";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
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
const box = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });
const stored = () => server.deps.db.select().from(reservations).all();

async function choose(name: string, text: string, option: RegExp) {
  // Pastes the text at once, because these tests are not about searches that slow typing overtakes.
  await userEvent.click(box(name));
  await userEvent.paste(text);
  const [first] = await screen.findAllByRole("option", { name: option });
  if (first) await userEvent.click(first);
}

async function goToCars(browser: Browser) {
  await openPage(server, `/booking?${places}`, browser);
  await heading("When do you need the car?");
  await press("Tomorrow");
  await press("See cars and prices");
  await heading("Choose your car");
}

async function publish(change: Partial<FeeSchedule>) {
  const owner = await signInAdmin(server);
  const draft = (await (await owner.get("/admin/fees/draft")).json()) as {
    schedule: FeeSchedule;
    version: number;
  };
  const saved = (await (
    await owner.request("/admin/fees/draft", {
      method: "PUT",
      json: { version: draft.version, schedule: { ...draft.schedule, ...change } },
    })
  ).json()) as { version: number };
  const answer = await owner.post("/admin/fees/draft/publication", {
    version: saved.version,
    startsLocal: null,
    reason: "A promotion",
  });
  expect(answer.status).toBe(201);
}

const total = () =>
  Number(
    /RWF\s([\d,]+)/
      .exec(
        screen.getByText("Total", { selector: "form span" }).parentElement?.textContent ?? "",
      )?.[1]
      ?.replaceAll(",", ""),
  );

describe("stops", () => {
  test("are added, moved by keyboard, removed, priced and booked in order", async () => {
    const { browser } = await signInRider(server);
    await openPage(server, "/booking", browser);
    await screen.findByRole("combobox", { name: "Pickup" });
    await choose("Pickup", "Kigali Intern", /Kigali International Airport/);
    await press("Add a stop");
    await waitFor(() => expect(document.activeElement).toBe(box("Stop 1")));
    await choose("Stop 1", "Amahoro", /Amahoro Stadium/);
    await press("Add a stop");
    await choose("Stop 2", "Kimironko", /Kimironko Market/);
    await press("Add a stop");
    await choose("Stop 3", "Kigali Heights", /Kigali Heights/);
    await choose("Drop-off", "Marriott", /Marriott/);

    act(() => screen.getByRole("button", { name: /^Move stop 2/ }).focus());
    await userEvent.keyboard("{ArrowUp}");
    expect(box("Stop 1").value).toBe("Kimironko Market");
    expect(await screen.findByText("Kimironko Market is now stop 1 of 3.")).toBeTruthy();
    await press("Remove stop 3");
    await waitFor(() => expect(document.activeElement).toBe(box("Stop 2")));
    // A line that was never filled in does not count as a stop.
    await press("Add a stop");
    await press("Continue");

    await heading("When do you need the car?");
    await press("Tomorrow");
    await press("See cars and prices");
    await heading("Choose your car");
    await press(/^Continue ·/);
    await heading("Check and book");
    await press("Book now");
    await screen.findByText("Booked. Thank you!");
    const [row] = stored();
    expect(row?.stops).toMatchObject([{ name: "Kimironko Market" }, { name: "Amahoro Stadium" }]);
    expect(row?.fareLines).toContainEqual(expect.objectContaining({ kind: "stops" }));
  }, 30_000);

  test("are refused if the place is unclear, with the cursor in the box", async () => {
    await openPage(server, "/reservation");
    await screen.findByRole("combobox", { name: "Pickup" });
    await choose("Pickup", "Marriott", /Marriott/);
    await press("Add a stop");
    await userEvent.type(box("Stop 1"), "Som");
    await choose("Drop-off", "Amahoro", /Amahoro Stadium/);
    await press("Continue");
    expect(
      await screen.findByText("Choose a place from the list, or keep what you typed."),
    ).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(box("Stop 1")));
    await heading("Where to?");
  });
});

describe("extras and prices", () => {
  test("extras, a promotion and a tip change the price, survive a reload and are booked", async () => {
    await publish({
      promotions: [
        {
          id: "welcome",
          code: "WELCOME",
          name: "First ride",
          amount: { kind: "percent", percent: 10 },
          maxDiscountMinor: null,
          from: null,
          until: null,
          maxUses: null,
          maxUsesPerRider: 1,
          minimumMinor: 0,
          serviceTypes: [],
          vehicleClassIds: [],
        },
      ],
    });
    const { browser } = await signInRider(server);
    await goToCars(browser);
    const seats = within(screen.getByRole("group", { name: /^Child seat/ }));
    await userEvent.click(seats.getByRole("button", { name: /^More/ }));
    await userEvent.click(seats.getByRole("button", { name: /^More/ }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Continue ·/ }).disabled).toBe(
        false,
      ),
    );
    await press(/^Continue ·/);
    await heading("Check and book");
    expect(await screen.findByText("2 × Child seat", { selector: "dd" })).toBeTruthy();
    const before = total();

    await waitFor(() =>
      expect(screen.queryByRole("textbox", { name: /Promotion code/ })).toBeNull(),
    );
    await press("Add a promotion code");
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /Promotion code/ })),
    );
    await userEvent.type(
      screen.getByRole("textbox", { name: /Promotion code/ }),
      "nonsense{Enter}",
    );
    await screen.findByText("We don’t know this code. Check the spelling.");
    expect(total()).toBe(before);
    const code = screen.getByRole("textbox", { name: /Promotion code/ });
    await userEvent.clear(code);
    await userEvent.type(code, "welcome");
    await press("Apply");
    await screen.findByText("WELCOME");
    const reducedTotal = total();
    expect(reducedTotal).toBeLessThan(before);

    await userEvent.click(screen.getByRole("radio", { name: "Card in the car" }));
    await userEvent.click(screen.getByRole("radio", { name: "10 %" }));
    await waitFor(() => expect(total()).toBeGreaterThan(reducedTotal));
    const agreed = total();

    closePage();
    await openPage(server, "/booking?step=confirm", browser);
    await screen.findByText("WELCOME");
    expect(total()).toBe(agreed);
    await press("Book now");
    await screen.findByText("Booked. Thank you!");
    expect(stored()[0]).toMatchObject({
      fareMinor: agreed,
      extras: [{ id: "child-seat", quantity: 2 }],
      promotionCode: "WELCOME",
      gratuityPercent: 10,
      payment: "card",
    });
  }, 30_000);

  test("a price that fails to load blocks the booking until the new price loads", async () => {
    const { browser } = await signInRider(server);
    let quotes = 0;
    const failing = interceptedBrowser(browser, {
      "POST /quotes": () => {
        if (++quotes === 2) throw new TypeError("fetch failed");
        return undefined;
      },
    });
    await goToCars(failing);
    await press(/^Continue ·/);
    await heading("Check and book");
    await userEvent.click(screen.getByRole("radio", { name: "15 %" }));
    const secondElement = await screen.findByRole("button", { name: "Try again" });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Book now" }).disabled).toBe(
        true,
      ),
    );
    await userEvent.click(secondElement);
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Book now" }).disabled).toBe(
        false,
      ),
    );
    await press("Book now");
    await screen.findByText("Booked. Thank you!");
    expect(stored()).toMatchObject([{ gratuityPercent: 15 }]);
  }, 30_000);

  test("cars that are too small are shown with the reason", async () => {
    const { browser } = await signInRider(server);
    await openPage(server, `/booking?${places}`, browser);
    await heading("When do you need the car?");
    for (let more = 0; more < 4; more++) await press("More: passengers");
    await press("Tomorrow");
    await press("See cars and prices");
    await heading("Choose your car");
    const unfit = screen.getByRole("region", { name: "Not available for this trip" });
    expect(within(unfit).getByText("Standard").parentElement?.textContent).toContain(
      "Takes 3 passengers at most.",
    );
  });
});

test("other routes are offered, and the chosen one is priced", async () => {
  const requests: { way?: number }[] = [];
  const way = (distanceMeters: number) => ({
    distanceMeters,
    durationSeconds: 1200,
    estimate: false,
    geometry: null,
  });
  const browser = interceptedBrowser(server.browser(), {
    "POST /quotes": async (json) => {
      requests.push(json as { way?: number });
      const answer = (await (await server.browser().post("/quotes", json)).json()) as object;
      return Response.json({ ...answer, estimate: false, ways: [way(9_000), way(11_000)] });
    },
  });
  await openPage(server, `/reservation?${places}`, browser);
  await heading("When do you need the car?");
  await press("Tomorrow");
  await press("See cars and prices");
  await heading("Choose your car");
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Recommended/ }).checked).toBe(
      true,
    ),
  );
  await userEvent.click(screen.getByRole("radio", { name: /^Another route/ }));
  await waitFor(() => expect(requests.at(-1)?.way).toBe(1));
});

test("a click on a saved place fills in the pickup", async () => {
  const { browser } = await signInRider(server);
  const savedPlaceResponse = await browser.post("/saved-places", {
    label: "Home",
    name: "KG 7 Avenue 12",
    detail: "Kigali",
    latitude: -1.95,
    longitude: 30.09,
  });
  expect(savedPlaceResponse.status).toBe(201);
  await openPage(server, "/booking", browser);
  const known = await screen.findByRole("list", { name: "Your places" });
  await userEvent.click(within(known).getByRole("button", { name: "Home" }));
  expect(box("Pickup").value).toBe("KG 7 Avenue 12");
});

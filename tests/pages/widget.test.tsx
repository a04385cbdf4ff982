/** The booking widget's own page: a price, and every way to continue from it. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SavedDraft } from "../../client/booking/draft-contract";
import { closePage, openPage } from "../support/pages";
import type { Browser, TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { createRiderServer, interceptedBrowser } from "./rider/scene";

let server: TestServer;
beforeEach(async () => {
  server = await createRiderServer();
});
afterEach(() => {
  closePage();
  server.close();
});

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const open = (search = "", browser?: Browser) => openPage(server, `/widget${search}`, browser);

async function choose(label: string, text: string): Promise<void> {
  await userEvent.click(screen.getByRole("combobox", { name: label }));
  await userEvent.paste(text);
  const [first] = await screen.findAllByRole("option", { name: new RegExp(text) });
  if (first) await userEvent.click(first);
}

/** Presses a button that continues in Livery, and returns the draft that it sends. */
async function continueBooking(name: RegExp | string): Promise<SavedDraft["draft"]> {
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  const { form } = button;
  if (!form) throw new Error("The button is of no form.");
  const sent = new Promise<string>((resolve) => {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      setTimeout(() => resolve(String(new FormData(form).get("draft"))));
    });
  });
  await userEvent.click(button);
  const { method, target } = form;
  expect([form.getAttribute("action"), method, target]).toEqual(["/widget", "post", "_blank"]);
  return SavedDraft.parse(JSON.parse(await sent)).draft;
}

async function requestPrices(): Promise<void> {
  await choose("Pickup", "Kigali Marriott");
  await choose("Drop-off", "Amahoro Stadium");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Passengers" }), "2");
  await press("See cars and prices");
}

test("the widget shows the prices of a trip and passes it on with the chosen car", async () => {
  await open("?class=executive%20suv");
  await requestPrices();
  await heading("Choose your car");
  const suv = screen.getByRole<HTMLInputElement>("radio", { name: /^Executive SUV/ });
  expect(suv.checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: /^Standard/ }));
  const draft = await continueBooking(/^Continue · RWF/);
  expect(draft).toMatchObject({
    from: { text: "Kigali Marriott Hotel" },
    to: { text: "Amahoro Stadium" },
    passengers: 2,
    attempt: null,
  });
  expect(draft.vehicleClassId).not.toBe(suv.value);
  expect(draft.quote?.answer.options.length).toBeGreaterThan(1);
  await screen.findByText("Your booking continues in the new tab.");
});

test("the widget returns to the filled-in form to change the trip, and checks it again", async () => {
  await open();
  await requestPrices();
  await heading("Choose your car");
  await press("Change the trip");
  await heading("Where to?");
  const pickup = screen.getByRole<HTMLInputElement>("combobox", { name: "Pickup" });
  expect(pickup.value).toBe("Kigali Marriott Hotel");
  await userEvent.clear(pickup);
  await press("See cars and prices");
  expect(
    await screen.findByText("Choose a place from the list, or keep what you typed."),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(pickup));
});

test("the widget prices and passes on an immediate trip with a stop and a return trip", async () => {
  await open();
  await choose("Pickup", "Kigali Marriott");
  await choose("Drop-off", "Amahoro Stadium");
  await userEvent.click(screen.getByRole("radio", { name: "As soon as possible" }));
  await waitFor(() => expect(screen.queryAllByRole("combobox", { name: "Time" })).toHaveLength(0));
  await press("Add a stop");
  await press("Add a stop");
  await choose("Stop 1", "Nyabugogo Bus");
  await userEvent.click(screen.getByRole("checkbox", { name: "Add a return trip" }));
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>("Day of the return trip").value).toMatch(
      /^\d{4}-/,
    ),
  );
  await press("See cars and prices");
  await heading("Choose your car");
  // The second line was never filled in, so it is no stop.
  expect(
    screen.getByText("Kigali Marriott Hotel → Nyabugogo Bus Station → Amahoro Stadium"),
  ).toBeTruthy();
  expect(screen.getByText("As soon as possible")).toBeTruthy();
  expect(screen.getByText(/^Return trip: /)).toBeTruthy();
  const draft = await continueBooking(/^Continue · RWF/);
  expect(draft).toMatchObject({
    asap: true,
    returns: true,
    stops: [{ text: "Nyabugogo Bus Station" }],
  });
  expect(draft.quote?.answer.returnTrip).toBeTruthy();
});

test("the widget marks an unknown stop and a missing return day before it requests prices", async () => {
  await open();
  await choose("Pickup", "Kigali Marriott");
  await choose("Drop-off", "Amahoro Stadium");
  await press("Add a stop");
  await userEvent.type(screen.getByRole("combobox", { name: "Stop 1" }), "Nya");
  await press("See cars and prices");
  await waitFor(() => expect(document.activeElement?.id).toBe("stop-0"));
  await press("Remove stop 1");
  await userEvent.click(screen.getByRole("checkbox", { name: "Add a return trip" }));
  await userEvent.clear(screen.getByLabelText("Day of the return trip"));
  await press("See cars and prices");
  expect(await screen.findByText("Choose a day.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.id).toBe("back-date"));
});

test("the widget shows why there is no price, and still passes the trip on", async () => {
  const refusal = { message: "No car of ours fits.", code: "trip.no_vehicle" };
  const browser = interceptedBrowser(server.browser(), {
    "POST /quotes": () => Response.json(refusal, { status: 422 }),
  });
  await open("", browser);
  await requestPrices();
  await screen.findByText("No car of ours fits.");
  const draft = await continueBooking("Continue on our site");
  expect(draft).toMatchObject({ from: { text: "Kigali Marriott Hotel" }, quote: null });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Passengers" }), "3");
  await waitFor(() => expect(screen.queryByText("No car of ours fits.")).toBeNull());
});

test("the widget shows the operator's text and no form while booking is closed", async () => {
  const owner = await signInAdmin(server);
  const { version } = (await (await owner.get("/admin/settings/online")).json()) as {
    version: number;
  };
  const closed = { bookingOpen: false, bookingClosedText: "Back on Monday.", version };
  expect((await owner.put("/admin/settings/online", closed)).status).toBe(200);
  await open();
  expect(screen.getByText("Back on Monday.")).toBeTruthy();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

/** Each service type from the form to the stored reservation, with its own fields. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { reservations } from "../../../db/schema/reservations";
import { closePage, openPage } from "../../support/pages";
import type { TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer } from "./scene";

let server: TestServer;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  const { browser } = await signInRider(server);
  await openPage(server, "/booking", browser);
  await screen.findByRole("combobox", { name: "Pickup" });
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const kind = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));
const write = (name: RegExp, text: string) =>
  userEvent.type(screen.getByRole("textbox", { name }), text);

async function choose(name: string | RegExp, text: string) {
  await userEvent.click(screen.getByRole("combobox", { name }));
  await userEvent.paste(text);
  const [first] = await screen.findAllByRole("option", { name: new RegExp(text) });
  if (first) await userEvent.click(first);
}

async function goToPickupTime() {
  await press("Continue");
  await heading("When do you need the car?");
  await press("Tomorrow");
}

async function goToCars() {
  await press("See cars and prices");
  await heading("Choose your car");
}

/** Completes the last two steps, and returns the stored row. */
async function book() {
  await press(/^Continue ·/);
  await heading("Check and book");
  await press("Book now");
  await screen.findByText("Booked. Thank you!");
  const [row, ...more] = server.deps.db.select().from(reservations).all();
  expect(more).toEqual([]);
  return row;
}

test("airport pickup: a rider adds the flight number and the words of a greeting sign", async () => {
  await choose("Pickup", "Kigali International Airport");
  await choose("Drop-off", "Amahoro Stadium");
  await goToPickupTime();
  await write(/Flight number/, "late");
  await press("See cars and prices");
  const flight = screen.getByRole<HTMLInputElement>("textbox", { name: /Flight number/ });
  expect(
    await screen.findByText("Write the flight number as on your ticket, such as WB 203."),
  ).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(flight));
  await userEvent.clear(flight);
  await userEvent.type(flight, "wb 203");
  await goToCars();
  await waitFor(() => expect(screen.queryByRole("textbox", { name: /greeting sign/ })).toBeNull());
  await press("More: greeting sign");
  await write(/greeting sign/, "Mme Uwase");
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Continue ·/ }).disabled).toBe(
      false,
    ),
  );
  const row = await book();
  expect(row).toMatchObject({
    serviceType: "airport_pickup",
    flightNumber: "WB203",
    extras: [{ id: "greeting-sign", quantity: 1 }],
    details: { greetingSign: "Mme Uwase" },
  });
  expect(screen.getByText("Mme Uwase")).toBeTruthy();
}, 30_000);

test("airport drop-off: a rider can add the flight number", async () => {
  await choose("Pickup", "Amahoro Stadium");
  await choose("Drop-off", "Kigali International Airport");
  await goToPickupTime();
  await write(/Flight number/, "KL 535");
  await goToCars();
  expect(await book()).toMatchObject({ serviceType: "airport_dropoff", flightNumber: "KL535" });
}, 30_000);

test("by the hour: a rider chooses the number of hours", async () => {
  await kind("By the hour");
  await choose("Pickup", "Amahoro Stadium");
  await goToPickupTime();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "For how long" }), "5");
  await goToCars();
  expect(await book()).toMatchObject({ serviceType: "hourly", hours: 5, details: null });
}, 30_000);

test("care: only suitable cars are offered, and companions, appointment and door note are booked", async () => {
  await kind("Care");
  await choose("Pickup", "Amahoro Stadium");
  await choose("Drop-off", "Marriott");
  await goToPickupTime();
  await waitFor(() => expect(screen.queryByRole("group", { name: "Passengers" })).toBeNull());
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Mobility" }), ["Wheelchair"]);
  await press("More: attendants");
  await press("More: companions");
  await userEvent.type(screen.getByLabelText(/^Appointment/), "10:15");
  await write(/At the door/, "Two steps, ring twice");
  await goToCars();
  // Only the class with a ramp can be chosen, and the others show why they cannot.
  await waitFor(() => expect(screen.getAllByRole("radio")).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getAllByText("Not equipped for your mobility needs.").length).toBe(3),
  );
  expect(await book()).toMatchObject({
    serviceType: "home_care",
    mobility: "wheelchair",
    passengers: 3,
    details: {
      care: {
        attendants: 1,
        companions: 1,
        appointmentTime: "10:15",
        doorNote: "Two steps, ring twice",
      },
    },
  });
  expect(screen.getByText("Two steps, ring twice")).toBeTruthy();
}, 30_000);

test("roadside: a rider names the vehicle and the problem, and books help on the spot", async () => {
  await kind("Roadside");
  await choose("Where the vehicle is", "Amahoro Stadium");
  await goToPickupTime();
  await press("See cars and prices");
  expect(await screen.findByText("Tell us which vehicle to look for.")).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Make and model" })),
  );
  await write(/Make and model/, "Toyota RAV4, white");
  await press("See cars and prices");
  const trouble = screen.getByRole("combobox", { name: "What’s wrong" });
  await waitFor(() => expect(document.activeElement).toBe(trouble));
  await userEvent.selectOptions(trouble, ["Flat battery"]);
  await write(/Plate/, "rad 123 b");
  await write(/What happened/, "Lights were on");
  await goToCars();
  const row = await book();
  expect(row).toMatchObject({
    serviceType: "roadside_assistance",
    pickupName: "Amahoro Stadium",
    dropoffName: "Amahoro Stadium",
    details: {
      roadside: {
        vehicle: "Toyota RAV4, white",
        plate: "RAD 123 B",
        trouble: "battery",
        words: "Lights were on",
      },
    },
  });
  expect(screen.getByText("Help on the spot")).toBeTruthy();
}, 30_000);

test("roadside: a rider books a place to take the vehicle to", async () => {
  await kind("Roadside");
  await choose("Where the vehicle is", "Amahoro Stadium");
  await choose(/^Where to take the vehicle/, "Kimironko Market");
  await goToPickupTime();
  await write(/Make and model/, "Bus");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "What’s wrong" }), [
    "Accident",
  ]);
  await goToCars();
  expect(await book()).toMatchObject({ dropoffName: "Kimironko Market" });
}, 30_000);

test("interpreter: languages, in the car or at the destination", async () => {
  await kind("Interpreter");
  expect(await screen.findByRole("combobox", { name: "Drop-off" })).toBeTruthy();
  await kind("Meets me there");
  await waitFor(() => expect(screen.queryByRole("combobox", { name: "Drop-off" })).toBeNull());
  await choose("Where to meet", "Amahoro Stadium");
  await goToPickupTime();
  await press("See cars and prices");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Languages" })),
  );
  await write(/Languages/, "Kinyarwanda and English");
  await goToCars();
  expect(await book()).toMatchObject({
    serviceType: "interpreter",
    dropoffName: "Amahoro Stadium",
    details: { interpreter: { languages: "Kinyarwanda and English", meeting: "meets_there" } },
  });
}, 30_000);

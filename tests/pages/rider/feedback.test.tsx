/** After a trip, on the rider's page: stars, a tip, an item left in the car, and the progress of the search. */
import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Reservation } from "../../../src/reservations/contract";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { installStream } from "../driver/stream";
import { assign, book, createDriverScene, type DriverScene, drive, look } from "../driver/scene";

let scene: DriverScene;
let trip: Reservation;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  // A lost item can be reported for some weeks.
  setSystemTime(new Date(START));
  scene = await createDriverScene();
  trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
});
afterEach(() => {
  setSystemTime();
  closePage();
  scene.server.close();
  removeStream();
});

const open = async () => {
  await openPage(scene.server, `/trips/${trip.id}`, scene.rider);
  return within(await screen.findByRole("region", { name: /How was your trip|Your rating/ }));
};
const press = async (name: string, queries = within(document.body)) => {
  await act(async () => queries.getByRole("button", { name }).click());
};

test("a rider rates a trip with stars, which the page then shows", async () => {
  const card = await open();
  await press("Rate this trip", card);
  const dialog = within(screen.getByRole("dialog"));
  await press("Send", dialog);
  expect(await dialog.findByText("Choose one to five stars.")).toBeTruthy();
  await act(async () => dialog.getByRole("radio", { name: "2 stars" }).click());
  await press("Late", dialog);
  await press("Send", dialog);
  await screen.findByText("Thank you for your rating.");
  expect(await screen.findByRole("img", { name: "2 of 5 stars" })).toBeTruthy();
  const ratingsResponse = await scene.staff.get("/admin/ratings?unseen=true");
  expect(await ratingsResponse.json()).toMatchObject({ ratings: [{ stars: 2, chips: ["late"] }] });
});

test("a rider adds a tip of any amount, and the fare includes it", async () => {
  const user = userEvent.setup();
  const before = (await look(scene, trip.id)).fareMinor;
  const card = await open();
  await press("Add a tip", card);
  const dialog = within(screen.getByRole("dialog"));
  expect(await dialog.findByText(/give the tip to your driver in cash/)).toBeTruthy();
  await act(async () => dialog.getByRole("radio", { name: "Another amount" }).click());
  await press("Add this tip", dialog);
  expect(await dialog.findByText("Enter an amount.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Amount in RWF"), "99999999");
  await press("Add this tip", dialog);
  expect(await dialog.findByText(/^At most RWF/)).toBeTruthy();
  await user.clear(dialog.getByLabelText("Amount in RWF"));
  await user.type(dialog.getByLabelText("Amount in RWF"), "700");
  await press("Add this tip", dialog);
  await screen.findByText("Your tip: RWF 700");
  expect((await look(scene, trip.id)).fareMinor).toBe(before + 700);
});

test("spec 5: an empty field says This field is required, and a lost report is sent and listed", async () => {
  const user = userEvent.setup();
  const card = await open();
  await press("I lost something", card);
  const dialog = within(screen.getByRole("dialog"));
  await press("Send the report", dialog);
  await waitFor(() => expect(dialog.getAllByText("This field is required.")).toHaveLength(2));
  await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("what"));
  await user.type(dialog.getByLabelText("What is it?"), "Black phone");
  await user.type(dialog.getByLabelText("How can we reach you?"), "+250788123456");
  await press("Send the report", dialog);
  await screen.findByText("Black phone");
  expect(await screen.findByText("We are looking")).toBeTruthy();
  closePage();
  await openPage(scene.server, "/trips/lost", scene.rider);
  await screen.findByRole("heading", { name: "Black phone" });
  await press("I’ve got it back");
  await waitFor(() => screen.getByText("Search ended"));
});

test("a trip that has not ended does not ask for a rating", async () => {
  const upcomingTrip = await book(scene, { pickupLocal: "2026-11-22T10:00" });
  await openPage(scene.server, `/trips/${upcomingTrip.id}`, scene.rider);
  await screen.findByRole("region", { name: "Your options" });
  expect(screen.queryByText("How was your trip?")).toBeNull();
});

test("a photo of 7 MB from a phone's camera is made smaller before it is sent", async () => {
  const user = userEvent.setup();
  const canvas = HTMLCanvasElement.prototype;
  const before = { toBlob: canvas.toBlob, getContext: canvas.getContext };
  const drawCalls: number[][] = [];
  Object.assign(canvas, {
    getContext: () => ({
      fillRect: () => {},
      drawImage: (_: unknown, ...box: number[]) => drawCalls.push(box),
    }),
    toBlob: (done: (blob: Blob) => void) => done(new Blob(["small"], { type: "image/jpeg" })),
  });
  Object.assign(globalThis, {
    createImageBitmap: async () => ({ width: 4000, height: 3000, close: () => {} }),
  });
  const { request } = scene.rider;
  const sent: { type: string; size: number }[] = [];
  scene.rider.request = (path, init) => {
    const photo = init?.form?.get("photo");
    if (photo && typeof photo !== "string") sent.push({ type: photo.type, size: photo.size });
    return request(path, init);
  };
  try {
    const card = await open();
    await press("I lost something", card);
    const dialog = within(screen.getByRole("dialog"));
    await user.type(dialog.getByLabelText("What is it?"), "Black phone");
    await user.type(dialog.getByLabelText("How can we reach you?"), "+250788123456");
    const camera = new File([new Uint8Array(7_000_000)], "IMG_1.jpg", { type: "image/jpeg" });
    await user.upload(dialog.getByLabelText(/^Photo/), camera);
    await press("Send the report", dialog);
    await waitFor(() => expect(sent).toEqual([{ type: "image/jpeg", size: 5 }]));
    expect(drawCalls).toEqual([[0, 0, 2560, 1920]]);
  } finally {
    Object.assign(canvas, before);
    Reflect.deleteProperty(globalThis, "createImageBitmap");
  }
});

/** Privacy: consents, the copy of the data, and deleting the account. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { riders } from "../../../db/schema/accounts";
import { settings } from "../../../db/schema/settings";
import type { Consents } from "../../../src/notifications/choices/choice-contract";
import { book } from "../../support/booking";
import { createVehicle } from "../../support/fleet";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { lastMessage, signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let browser: Browser;
let removeStream: () => void;
const { createObjectURL } = URL;
let saved: Blob[];

beforeEach(async () => {
  removeStream = installStream();
  saved = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob);
    return "blob:copy";
  };
  server = await createRiderServer();
  createVehicle(server);
  ({ browser } = await signInRider(server, "aline@example.com"));
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
  URL.createObjectURL = createObjectURL;
});

const open = () => openPage(server, "/profile/privacy", browser);
const type = (otp: string) =>
  userEvent.type(screen.getByRole("textbox", { name: "Digit 1 of 4" }), otp);
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("the privacy page shows what Livery stores about the rider", async () => {
  await open();
  expect(screen.getByText("What Livery knows about you")).toBeTruthy();
});

test("the privacy page says whether drivers see the rider's phone number, as the operator set it", async () => {
  await open();
  expect(screen.getByText(/sees the passenger's name, but not the phone number\.$/)).toBeTruthy();
  closePage();
  server.deps.db.update(settings).set({ showRiderPhone: true }).run();
  await open();
  expect(
    screen.getByText(/name, and the phone number while the trip is under way\.$/),
  ).toBeTruthy();
});

test("a rider withdraws a consent and gives it again", async () => {
  await open();
  const box = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "Text messages" });
  expect(box().checked).toBe(true);
  await userEvent.click(box());
  await screen.findByText(/Withdrawn/);
  const consents = (await (await browser.get("/users/consents")).json()) as Consents;
  expect(consents.consents[1]?.given).toBe(false);
  await userEvent.click(box());
  await waitFor(() => expect(screen.queryByText(/Withdrawn/)).toBeNull());
});

test("a rider withdraws both consents at once", async () => {
  await open();
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  act(() => {
    box("Calls").click();
    box("Text messages").click();
  });
  await waitFor(async () => {
    const { consents } = (await (await browser.get("/users/consents")).json()) as Consents;
    expect(consents.map(({ given }) => given)).toEqual([false, false]);
  });
  await waitFor(() => {
    expect(["Calls", "Text messages"].map((name) => box(name).checked)).toEqual([false, false]);
  });
});

describe("the copy of a rider's data", () => {
  test("downloads at once after a fresh sign-in", async () => {
    await open();
    await click("Download a copy");
    await screen.findByText("Your copy is on its way to your downloads.");
    expect(saved[0]?.size).toBeGreaterThan(1_000);
  });

  test("needs a code ten minutes after the sign-in", async () => {
    server.advance(11 * 60_000);
    await open();
    await click("Download a copy");
    await screen.findByText("a***@example.com");
    expect(saved).toHaveLength(0);
    await click("Send a code");
    await screen.findByRole("group", { name: "4-digit code" });
    const { code } = lastMessage(server, "aline@example.com");
    await type(code === "0000" ? "0001" : "0000");
    await click("Download the copy");
    await screen.findByText("OTP Verification failed. Please try again.");
    await type(code);
    await click("Download the copy");
    await screen.findByText("Your copy is on its way to your downloads.");
    expect(saved).toHaveLength(1);
  });
});

describe("deleting the account", () => {
  test("needs a code, thanks the rider and leads to the home page", async () => {
    localStorage.setItem("livery.booking", "{}");
    localStorage.setItem("livery.messages.rider.trip", "{}");
    const router = await open();
    await click("Delete my account…");
    await click("Keep my account");
    await click("Delete my account…");
    await click("Send a code");
    await screen.findByRole("group", { name: "4-digit code" });
    await type(lastMessage(server, "aline@example.com").code);
    await click("Delete my account");
    await screen.findByText("Your account is deleted. Thank you for riding with Livery.");
    expect(server.deps.db.select().from(riders).all()).toHaveLength(0);
    expect(localStorage.getItem("livery.booking")).toBeNull();
    expect(localStorage.getItem("livery.messages.rider.trip")).toBeNull();
    await click("OK");
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  test("stops the page's background requests", async () => {
    const requests: unknown[] = [];
    const watched = interceptedBrowser(browser, {
      "GET /reservations": () => void requests.push("trips"),
    });
    // The page saves the trips once its service worker has started, which takes long on some phones.
    const worker = Promise.withResolvers<void>();
    Object.defineProperty(navigator, "serviceWorker", {
      value: { ready: worker.promise },
      configurable: true,
    });
    const streamWait = Bun.sleep(3_100);
    await openPage(server, "/profile/privacy", watched);
    await click("Delete my account…");
    await click("Send a code");
    await screen.findByRole("group", { name: "4-digit code" });
    await streamWait;
    await type(lastMessage(server, "aline@example.com").code);
    await click("Delete my account");
    await screen.findByText("Your account is deleted. Thank you for riding with Livery.");
    worker.resolve();
    await Bun.sleep(50);
    expect(requests).toEqual([]);
    Reflect.deleteProperty(navigator, "serviceWorker");
  }, 20_000);

  test("names the trips to cancel first, and shows no delete button until then", async () => {
    const pickupLocal = new Date(server.deps.now() + 86_400_000 * 2).toISOString().slice(0, 16);
    const trip = await book(browser, { pickupLocal });
    await open();
    const link = screen.getByRole("link", { name: `Cancel trip ${trip.number}` });
    expect(link.getAttribute("href")).toBe(`/trips/${trip.id}`);
    expect(within(screen.getByRole("main")).queryByText("Delete my account…")).toBeNull();
  });
});

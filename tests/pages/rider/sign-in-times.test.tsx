/**
 * Every time and delay of the rider's sign-in, to the millisecond on a clock that the test moves:
 * specification, sections 4 and 9, and the limits on sending.
 */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FrozenClock, holdClock } from "../../support/clock";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { lastMessage, messagesTo, signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let clock: FrozenClock;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  clock = holdClock();
});
afterEach(() => {
  closePage();
  clock.release();
  server.close();
  removeStream();
});

const login = "/liveryClient";
const field = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "E-mail or phone number" });
const go = () => screen.getByRole<HTMLButtonElement>("button", { name: "Continue" });
const verify = () => screen.getByRole<HTMLButtonElement>("button", { name: /Verify/ });
const path = (router: Awaited<ReturnType<typeof openPage>>) => router.state.location.pathname;
const country = () => screen.getByRole("combobox", { name: "Country" });

/** Requests a code and opens the code screen, where the pause of 30 s has just begun. */
async function requestCode(contact: string, browser?: Browser) {
  const router = await openPage(server, login, browser);
  await userEvent.type(field(), contact);
  await userEvent.click(go());
  await screen.findByRole("dialog", { name: "Success" });
  await clock.advance(2000);
  await waitFor(() => expect(path(router)).toBe(`${login}/ClientVerify`));
  await screen.findByRole("button", { name: "Verify Code" });
  return router;
}

async function enter(code: string) {
  await userEvent.click(screen.getByRole("textbox", { name: "Digit 1 of 4" }));
  await userEvent.paste(code);
  await userEvent.click(verify());
}

/** Expects that `router` leaves `from` after exactly `milliseconds`. */
async function redirectsAfter(
  router: Awaited<ReturnType<typeof openPage>>,
  from: string,
  milliseconds: number,
) {
  await clock.advance(milliseconds - 1);
  expect(path(router)).toBe(from);
  await clock.advance(1);
  await waitFor(() => expect(path(router)).not.toBe(from));
}

test("section 4: the success message stays for 2 seconds", async () => {
  const router = await openPage(server, login);
  await userEvent.type(field(), "aline@example.com");
  await userEvent.click(go());
  await screen.findByRole("dialog", { name: "Success" });
  await redirectsAfter(router, login, 2000);
  expect(path(router)).toBe(`${login}/ClientVerify`);
});

test("section 4: booking opens 0.3 seconds after a known rider enters the code", async () => {
  await signInRider(server, "aline@example.com");
  const router = await requestCode("aline@example.com");
  await enter(lastMessage(server, "aline@example.com").code);
  await screen.findByText("OTP verified successfully!");
  await redirectsAfter(router, `${login}/ClientVerify`, 300);
  expect(path(router)).toBe("/booking");
});

test("section 4: the profile form opens 1 second after a new rider enters the code, with its state", async () => {
  const router = await requestCode("new@example.com");
  await enter(lastMessage(server, "new@example.com").code);
  await screen.findByText("OTP verified. Please complete your profile.");
  await redirectsAfter(router, `${login}/ClientVerify`, 1000);
  expect(path(router)).toBe(`${login}/fillUserInfo`);
  expect(router.state.location.state.verification?.usercontact).toBe("new@example.com");
});

test("section 9: booking opens 2000 ms after the profile is saved", async () => {
  const { browser } = await signInRider(server, "new@example.com", { names: null });
  const router = await openPage(server, `${login}/fillUserInfo`, browser);
  await userEvent.type(screen.getByRole("textbox", { name: "First Name" }), "Aline");
  await userEvent.type(screen.getByRole("textbox", { name: "Last Name" }), "Uwase");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const popup = await screen.findByRole("dialog", { name: "Success" });
  expect(popup.textContent).toContain("Profile updated successfully");
  await redirectsAfter(router, `${login}/fillUserInfo`, 2000);
  expect(path(router)).toBe("/booking");
});

test("section 9: the search for a country runs after 250 ms", async () => {
  await openPage(server, login);
  await userEvent.type(field(), "788");
  await waitFor(country);
  await userEvent.click(country());
  const list = await screen.findByRole("listbox", { name: "Countries" });
  const options = () => within(list).queryAllByRole("option").length;
  await clock.advance(0);
  expect(options()).toBe(245);
  await userEvent.type(screen.getByRole("combobox", { name: "Search countries" }), "rwan");
  await clock.advance(249);
  expect(options()).toBe(245);
  await clock.advance(1);
  expect(options()).toBe(1);
  // A key within that time restarts it.
  await userEvent.keyboard("x");
  await clock.advance(200);
  await userEvent.keyboard("{Backspace}");
  await clock.advance(249);
  expect(options()).toBe(1);
});

test("section 9: the type-ahead of the country list restarts after 1 second", async () => {
  await openPage(server, login);
  await userEvent.type(field(), "788");
  await waitFor(country);
  act(() => country().focus());
  await userEvent.keyboard("g");
  expect(country().textContent).toContain("Gabon");
  await clock.advance(999);
  await userEvent.keyboard("e");
  expect(country().textContent).toContain("Georgia");
  await clock.advance(1000);
  await userEvent.keyboard("t");
  expect(country().textContent).toContain("Taiwan");
});

test("a rider can request another code after 30 seconds, and the code boxes are emptied", async () => {
  await requestCode("new@example.com");
  expect(screen.queryByRole("button", { name: "Send a new code" })).toBeNull();
  await clock.advance(20_000);
  expect(screen.getByRole("timer").textContent).toBe("0:10");
  await clock.advance(10_000);
  await userEvent.click(screen.getByRole("textbox", { name: "Digit 1 of 4" }));
  await userEvent.paste("12");
  await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
  await screen.findByText(/A new message is on its way/);
  expect(messagesTo(server, "new@example.com")).toHaveLength(2);
  const first = screen.getByRole<HTMLInputElement>("textbox", { name: "Digit 1 of 4" });
  expect(first.value).toBe("");
  await clock.advance(29_000);
  expect(screen.queryByRole("button", { name: "Send a new code" })).toBeNull();
  await clock.advance(1250);
  expect(screen.getByRole("button", { name: "Send a new code" })).toBeTruthy();
});

test("a refused resend shows why and waits as long as the server says", async () => {
  let isRefused = false;
  const browser = interceptedBrowser(server.browser(), {
    "POST /auth/send-otp": () =>
      isRefused
        ? Response.json(
            { message: "That is often enough for now.", code: "code.send_limit" },
            { status: 429, headers: { "retry-after": "120" } },
          )
        : undefined,
  });
  await requestCode("new@example.com", browser);
  await clock.advance(30_000);
  isRefused = true;
  await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
  await screen.findByText("That is often enough for now.");
  await clock.advance(119_000);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send a new code" })).toBeNull());
  await clock.advance(1250);
  expect(await screen.findByRole("button", { name: "Send a new code" })).toBeTruthy();
});

test("a resend that failed without a network can be tried again at once", async () => {
  let isOffline = false;
  const browser = interceptedBrowser(server.browser(), {
    "POST /auth/send-otp": () =>
      isOffline ? Promise.reject(new TypeError("fetch failed")) : undefined,
  });
  await requestCode("new@example.com", browser);
  await clock.advance(30_000);
  isOffline = true;
  await userEvent.click(await screen.findByRole("button", { name: "Send a new code" }));
  await screen.findByText(/offline/);
  expect(await screen.findByRole("button", { name: "Send a new code" })).toBeTruthy();
});

test("the login button stays disabled until the server's sending limit ends", async () => {
  const browser = interceptedBrowser(server.browser(), {
    "POST /auth/send-otp": () =>
      Response.json(
        { message: "Wait a little.", code: "code.send_limit" },
        { status: 429, headers: { "retry-after": "30" } },
      ),
  });
  await openPage(server, login, browser);
  await userEvent.type(field(), "aline@example.com");
  await userEvent.click(go());
  await screen.findByRole("dialog", { name: "Error" });
  await userEvent.click(screen.getByRole("button", { name: "OK" }));
  await clock.advance(29_999);
  expect(go().disabled).toBe(true);
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Wait a little."));
  await clock.advance(1);
  expect(go().disabled).toBe(false);
  expect(screen.queryByRole("alert")).toBeNull();
});

/**
 * The texts of the driver's sign-in and sign-out when a call fails, and when they continue, to the millisecond on a
 * simulated clock: specification, sections 4, 8 and 9.
 */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import { type FrozenClock, holdClock } from "../../support/clock";
import { createDriver } from "../../support/fleet";
import { closePage, openPage } from "../../support/pages";
import { type Browser, createTestServer, type TestServer } from "../../support/server";
import { lastMessage, signInDriver } from "../../support/sign-in";
import { interceptedBrowser } from "../rider/scene";
import { installStream } from "./stream";

let server: TestServer;
let clock: FrozenClock;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createTestServer({ RATE_LIMITS: "off" });
  createDriver(server, { firstName: "Eric", email: "eric@example.com" });
  clock = holdClock();
});
afterEach(() => {
  closePage();
  clock.release();
  forgetDriverData();
  server.close();
  removeStream();
});

const login = "/liveryDriver";
const path = (router: Awaited<ReturnType<typeof openPage>>) => router.state.location.pathname;

async function send(browser?: Browser) {
  const router = await openPage(server, login, browser);
  const field = screen.getByRole("textbox", { name: "E-mail or phone number" });
  await userEvent.type(field, "eric@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  return router;
}

/** Requests a code and opens the code screen. */
async function requestCode(browser?: Browser) {
  const router = await send(browser);
  await screen.findByRole("dialog", { name: "Success" });
  await clock.advance(1999);
  expect(path(router)).toBe(login);
  await clock.advance(1);
  await waitFor(() => expect(path(router)).toBe(`${login}/DriverVerify`));
  await screen.findByRole("button", { name: "Verify Code" });
  return router;
}

async function enter(code: string) {
  await userEvent.click(screen.getByRole("textbox", { name: "Digit 1 of 4" }));
  await userEvent.paste(code);
}

const emptyFailure = () => new Response("", { status: 502 });
const offline = (): Response => {
  throw new TypeError("no network");
};
const refusalInWords = () => Response.json({ message: "Not today.", code: "x" }, { status: 422 });

test("sections 4 and 9: the code screen opens after 2 s, the dashboard 0.3 s after the code", async () => {
  const router = await requestCode();
  await enter(lastMessage(server, "eric@example.com").code);
  await screen.findByText("OTP verified successfully!");
  await clock.advance(299);
  expect(path(router)).toBe(`${login}/DriverVerify`);
  await clock.advance(1);
  await waitFor(() => expect(path(router)).toBe("/driver/dashboard"));
});

describe("section 8: the message of a failure is the server's, or else the default", () => {
  const answers: [string, () => Response, string | null][] = [
    ["an answer without words", emptyFailure, null],
    ["no answer", offline, null],
    ["the server's message", refusalInWords, "Not today."],
  ];

  test.each(answers)("sending the code shows the message for %s", async (_, answer, words) => {
    const browser = interceptedBrowser(server.browser(), {
      "POST /driver/checkdriver-sendotp": answer,
    });
    await send(browser);
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(await within(popup).findByText(words ?? "Failed to send OTP")).toBeTruthy();
  });

  test.each(answers)("verifying the code shows the message for %s", async (_, answer, words) => {
    const browser = interceptedBrowser(server.browser(), { "POST /driver/verify-otp": answer });
    await requestCode(browser);
    await enter("1234");
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(within(popup).getByText(words ?? "Verification failed")).toBeTruthy();
    expect(popup.textContent?.split("Not today.")).toHaveLength(words ? 2 : 1);
  });

  test.each(answers)(
    "logging out shows the message for %s, and the driver stays signed in",
    async (_, answer, words) => {
      const { browser: phone } = await signInDriver(server, "eric@example.com");
      const browser = interceptedBrowser(phone, { "POST /driver/logout": answer });
      const router = await openPage(server, "/driver/dashboard/profile", browser);
      await act(async () => {
        await import("../../../client/ui/toasts");
        await Bun.sleep(10);
      });
      const [logout] = screen.getAllByRole("button", { name: "Log out" });
      await userEvent.click(logout as HTMLElement);
      await screen.findByText(words ?? "Logout failed");
      expect(path(router)).toBe("/driver/dashboard/profile");
      expect((await phone.get("/driver/notifications")).status).toBe(200);
    },
  );
});

describe("section 4: loading the driver on the sign-in screen", () => {
  test("a signed-in driver is redirected to the dashboard", async () => {
    const { browser } = await signInDriver(server, "eric@example.com");
    expect(path(await openPage(server, login, browser))).toBe("/driver/dashboard");
  });

  test.each([emptyFailure, offline])("a failed load shows the sign-in screen", async (answer) => {
    const { browser: phone } = await signInDriver(server, "eric@example.com");
    const browser = interceptedBrowser(phone, { "GET /driver/get-driver": answer });
    expect(path(await openPage(server, login, browser))).toBe(login);
    expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
  });
});

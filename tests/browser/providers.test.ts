/**
 * Sign-in with Google and Apple in a real browser, against a real OpenID provider on another site (127.0.0.1, while
 * Livery is on localhost): Apple's answer arrives by a POST without Livery's cookies.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../support/chromium";
import {
  createInstallation,
  freePort,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { type OpenidProvider, startOpenidProvider } from "../support/openid-provider";
import { waitUntilReady, openWindow, type Size } from "../support/screen";
import { expectEventually } from "../support/eventually";

let chromium: Browser;
let installation: Installation;
let runningExecutable: RunningExecutable;
let google: OpenidProvider;
let apple: OpenidProvider;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  google = await startOpenidProvider("google", url);
  apple = await startOpenidProvider("apple", url);
  installation = createInstallation();
  runningExecutable = await installation.start({
    PORT: String(port),
    PUBLIC_URL: url,
    RATE_LIMITS: "off",
    ...google.environment,
    ...apple.environment,
  });
  chromium = await launchChromium();
}, 60_000);
afterAll(async () => {
  await chromium?.close();
  await installation?.close();
  await Promise.all([google?.close(), apple?.close()]);
});
beforeEach(() => {
  for (const provider of [google, apple]) {
    provider.asksConsent = true;
    provider.fakeClaims = {};
  }
});

const login = "/liveryClient";

async function withPageChecks(
  run: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await chromium.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // Faults of the provider's pages and the poll's answer before the sign-in do not count.
    const ours = message.location().url.startsWith(runningExecutable.url);
    if (message.type() === "error" && ours && !message.text().includes("401"))
      faults.push(message.text());
  });
  try {
    await run(page, context);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

async function press(page: Page, name: "Google" | "Apple"): Promise<void> {
  await page.goto(runningExecutable.url + login);
  await waitUntilReady(page);
  await page.getByRole("button", { name: `Continue with ${name}` }).click();
  await page.getByRole("heading", { name: `Sign in with ${name.toLowerCase()}` }).waitFor();
}

const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "livery_rider");

describe.each([
  ["Google", () => google],
  ["Apple", () => apple],
] as const)("%s", (name, which) => {
  test("signs in a new rider, and the same rider again later", async () => {
    const provider = which();
    provider.person = {
      sub: `new at ${name}`,
      email: `new-${name.toLowerCase()}@example.com`,
      email_verified: true,
      given_name: "Aline",
      family_name: "Uwase",
    };
    await withPageChecks(async (page, context) => {
      const posts: (string | undefined)[] = [];
      page.on("request", async (request) => {
        if (request.method() === "POST" && request.url().includes("/callback"))
          posts.push((await request.allHeaders()).cookie);
      });
      await press(page, name);
      await page.getByRole("link", { name: "Continue as Aline" }).click();
      await page.waitForURL("**/booking");
      await page.getByRole("heading", { name: "Where to?" }).waitFor();
      const cookie = await sessionOf(context);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
      // Nothing of the sign-in is left in the browser's history.
      expect(await page.evaluate(() => document.referrer)).not.toContain("code=");
      await expectEventually(() => posts).toEqual(name === "Apple" ? [undefined] : []);
    });
    await withPageChecks(async (page) => {
      await press(page, name);
      await page.getByRole("link", { name: /Continue as/ }).click();
      await page.waitForURL("**/booking");
    });
  }, 60_000);

  test("asks for the name if the provider has none", async () => {
    which().person = {
      sub: `nameless at ${name}`,
      email: `nameless-${name.toLowerCase()}@example.com`,
      email_verified: true,
    };
    await withPageChecks(async (page) => {
      await press(page, name);
      await page.getByRole("link", { name: /Continue as/ }).click();
      await page.waitForURL("**/liveryClient/fillUserInfo");
      await waitUntilReady(page);
      await page.getByLabel("First Name").fill("Eric");
      await page.getByLabel("Last Name").fill("Mugisha");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Profile updated successfully").waitFor();
      await page.waitForURL("**/booking");
    });
  }, 60_000);

  test("shows a notice if the person cancels at the provider", async () => {
    await withPageChecks(async (page, context) => {
      await press(page, name);
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.waitForURL(`**${login}?**`);
      const alert = page.getByRole("alert");
      await alert.waitFor();
      await expectEventually(() => alert.textContent()).toContain(
        `You did not finish signing in with ${name}`,
      );
      expect(await sessionOf(context)).toBeUndefined();
    });
  }, 60_000);

  test.each([
    ["another nonce", { claims: (c) => ({ ...c, nonce: "x" }) }, "couldn’t confirm"],
    [
      "an unconfirmed address",
      { claims: (c) => ({ ...c, email_verified: false }) },
      "has not confirmed",
    ],
    [
      "a token endpoint that is gone",
      { token: () => new Response(null, { status: 502 }) },
      "did not answer",
    ],
  ] as [string, OpenidProvider["fakeClaims"], string][])(
    "%s is refused with an explanation on the login screen",
    async (_title, falseAnswers, words) => {
      which().person = { sub: "forged", email: "forged@example.com", email_verified: true };
      which().fakeClaims = falseAnswers;
      await withPageChecks(async (page, context) => {
        await press(page, name);
        await page.getByRole("link", { name: /Continue as/ }).click();
        await page.waitForURL(`**${login}?**`);
        await expectEventually(() => page.getByRole("alert").textContent()).toContain(words);
        expect(page.url()).not.toMatch(/code|state|token/);
        expect(await sessionOf(context)).toBeUndefined();
      });
    },
    60_000,
  );
});

test("an open login screen continues once the rider has signed in in another window", async () => {
  google.person = {
    sub: "elsewhere",
    email: "elsewhere@example.com",
    email_verified: true,
    given_name: "Aline",
    family_name: "Uwase",
  };
  await withPageChecks(async (page, context) => {
    await page.goto(runningExecutable.url + login);
    await waitUntilReady(page);
    // As in an installed app, which opens the provider in the browser.
    await page.route("**/backend/auth/google", (route) => route.fulfill({ status: 204 }));
    await page.getByRole("button", { name: "Continue with Google" }).click();
    await page
      .getByText("Finish signing in with Google. This page will then continue automatically.")
      .waitFor();
    const other = await context.newPage();
    await other.goto(`${runningExecutable.url}/backend/auth/google`);
    await other.getByRole("link", { name: "Continue as Aline" }).click();
    await other.waitForURL("**/booking");
    await page.bringToFront();
    await page.waitForURL("**/booking");
    await page.getByRole("heading", { name: "Where to?" }).waitFor();
  });
}, 60_000);

test("a rider links and unlinks an account under Security, which passes axe and fits", async () => {
  google.person = {
    sub: "linking",
    email: "linking@example.com",
    email_verified: true,
    given_name: "Aline",
    family_name: "Uwase",
  };
  apple.person = { sub: "hers", email: "x7k2@privaterelay.appleid.com", email_verified: "true" };
  await withPageChecks(async (page, context) => {
    await press(page, "Google");
    await page.getByRole("link", { name: "Continue as Aline" }).click();
    await page.waitForURL("**/booking");
    await page.goto(`${runningExecutable.url}/profile/security`);
    await waitUntilReady(page);
    await page.getByRole("button", { name: "Link Apple" }).click();
    await page.getByRole("link", { name: "Continue as hers" }).click();
    await page.waitForURL("**/profile/security?linked=apple");
    await page.getByText("Apple is linked. You can now sign in with it.").waitFor();
    await page.getByText("x7k2@privaterelay.appleid.com").waitFor();

    const state = await context.storageState();
    for (const size of ["phone", "desktop"] as Size[]) {
      const window = await openWindow(chromium, runningExecutable.url, size, state);
      await window.go("/profile/security?linked=apple");
      await window.look("security");
      await window.go("/profile/security?fault=taken&provider=google");
      await window.page.getByRole("button", { name: "Unlink Apple" }).click();
      await window.page.getByRole("dialog", { name: "Unlink Apple?" }).waitFor();
      await window.look("security-unlink");
      expect(window.faults).toEqual([]);
      await window.close();
    }

    await page.getByRole("button", { name: "Unlink Apple" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Unlink Apple" }).click();
    await page.getByRole("button", { name: "Link Apple" }).waitFor();
  });
}, 90_000);

test("the notices on the login screen pass axe and fit at every size, in both themes", async () => {
  for (const size of ["phone", "desktop"] as Size[]) {
    const window = await openWindow(chromium, runningExecutable.url, size);
    for (const fault of ["unverified", "cancelled"]) {
      await window.go(`${login}?notice=${fault}&provider=google`);
      await window.look(`login-${fault}`);
    }
    await window.page.setViewportSize({ width: 320, height: 640 });
    await window.look("login-cancelled-narrow");
    expect(window.faults).toEqual([]);
    await window.close();
  }
}, 90_000);

test("the notices on the login screen show without scripts", async () => {
  const answer = await fetch(
    `${runningExecutable.url}${login}?notice=other_browser&provider=apple`,
  );
  expect(await answer.text()).toContain("was started in another browser");
});

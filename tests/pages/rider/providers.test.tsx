/** Google and Apple for riders: the texts of the login screen, and the sign-in methods under Security. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ProviderFault } from "../../../src/accounts/providers/provider-contract";
import { closePage, openPage } from "../../support/pages";
import type { ProviderName } from "../../support/provider-steps";
import { createProviderServer, signInBy } from "../../support/provider-walk";
import type { OpenidProvider } from "../../support/openid-provider";
import type { Browser, TestServer } from "../../support/server";
import { lastMessage, signInRider } from "../../support/sign-in";
import { riderIdentities, riders } from "../../../db/schema/accounts";

const login = "/liveryClient";

let server: TestServer;
let providers: Record<ProviderName, OpenidProvider>;
beforeEach(async () => {
  ({ server, providers } = await createProviderServer(["google", "apple"]));
});
afterEach(async () => {
  closePage();
  server.close();
  await Promise.all([providers.google.close(), providers.apple.close()]);
});

describe("the login screen after a provider's sign-in that failed", () => {
  test.each(ProviderFault.options)("explains %s and names the provider", async (fault) => {
    await openPage(server, `${login}?notice=${fault}&provider=apple`);
    const alert = screen.getByRole("alert");
    expect(alert.textContent?.length).toBeGreaterThan(40);
    if (fault !== "busy") expect(alert.textContent).toContain("Apple");
    expect(alert.textContent).not.toContain("Google");
    // The rider can try again at once.
    expect(screen.getByRole("button", { name: "Continue with Apple" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test.each([
    "notice=constructor&provider=google",
    "notice=refused&provider=evil",
    "notice=refused",
    "notice=%3Cscript%3E&provider=google",
  ])("shows no message for %s", async (search) => {
    await openPage(server, `${login}?${search}`);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the security page", () => {
  let browser: Browser;
  beforeEach(async () => {
    ({ browser } = await signInRider(server, "aline@example.com"));
  });
  const way = (name: string) => {
    const row = screen
      .getAllByRole("listitem")
      .find((item) => within(item).queryByText(name, { selector: "p" }));
    if (!row) throw new Error(`There is no ${name}`);
    return within(row);
  };

  test("lists every way to sign in, and Link opens the provider's page", async () => {
    await openPage(server, "/profile/security", browser);
    expect(way("Code by e-mail").getByText("aline@example.com")).toBeTruthy();
    expect(way("Google").getByText("Not linked")).toBeTruthy();
    expect(way("Apple").getByText("Not linked")).toBeTruthy();
    const opened: string[] = [];
    const { assign } = location;
    location.assign = (address) => void opened.push(String(address));
    await userEvent.click(screen.getByRole("button", { name: "Link Google" }));
    await waitFor(() => expect(opened).toHaveLength(1));
    location.assign = assign;
    expect(opened[0]).toStartWith(`${providers.google.issuer}/auth?`);
  });

  test("asks for a code before linking ten minutes after the sign-in", async () => {
    server.advance(11 * 60_000);
    await openPage(server, "/profile/security", browser);
    const opened: string[] = [];
    const { assign } = location;
    location.assign = (address) => void opened.push(String(address));
    await userEvent.click(screen.getByRole("button", { name: "Link Google" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Link Google" }));
    expect(await dialog.findByText("a***@example.com")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Send a code" }));
    await dialog.findByRole("group", { name: "4-digit code" });
    const { code } = lastMessage(server, "aline@example.com");
    await userEvent.type(dialog.getByRole("textbox", { name: "Digit 1 of 4" }), code);
    expect(opened).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Continue" }));
    await waitFor(() => expect(opened).toHaveLength(1));
    location.assign = assign;
    expect(opened[0]).toStartWith(`${providers.google.issuer}/auth?`);
  });

  test("shows the linked account, and unlinks it after a confirmation", async () => {
    server.advance(60_000);
    await signInBy(server, browser, "google");
    await openPage(server, "/profile/security?linked=google", browser);
    expect(screen.getByText("Google is linked. You can now sign in with it.")).toBeTruthy();
    expect(way("Google").getByText("aline@example.com")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Unlink Google" }));
    const dialog = await screen.findByRole("dialog", { name: "Unlink Google?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Unlink Google" }));
    await waitFor(() => expect(way("Google").getByText("Not linked")).toBeTruthy());
    await waitFor(() => expect(screen.queryByText(/You can now sign in with it/)).toBeNull());
    expect(server.deps.db.select().from(riderIdentities).all()).toEqual([]);
  });

  test("keeps the rider's only way to sign in, and explains why", async () => {
    await signInBy(server, browser, "google");
    await server.deps.write((tx) => tx.update(riders).set({ email: null }).run());
    await openPage(server, "/profile/security", browser);
    expect(screen.queryByText("Code by e-mail")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Unlink Google" }));
    const dialog = await screen.findByRole("dialog", { name: "Unlink Google?" });
    await userEvent.click(within(dialog).getByRole("button", { name: "Unlink Google" }));
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("This is your only way to sign in");
    expect(await way("Google").findByRole("button", { name: "Unlink Google" })).toBeTruthy();
  });

  test("shows an error if the provider cannot be reached", async () => {
    providers.google.fakeClaims = { discovery: () => new Response(null, { status: 500 }) };
    await openPage(server, "/profile/security", browser);
    await userEvent.click(screen.getByRole("button", { name: "Link Google" }));
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("did not answer");
  });

  test("explains why linking failed", async () => {
    await openPage(server, "/profile/security?fault=taken&provider=google", browser);
    expect(screen.getByRole("alert").textContent).toContain(
      "This Google account already belongs to another rider",
    );
  });

  test("lists recent sign-ins, each with its way to sign in", async () => {
    server.advance(60_000);
    await signInBy(server, browser, "apple");
    await openPage(server, "/profile/security", browser);
    const list = within(screen.getByRole("region", { name: "Recent sign-ins" }));
    expect(list.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringMatching(/, \d\d:\d\dApple, Unknown browser$/),
      expect.stringMatching(/, \d\d:\d\dCode by e-mail, Unknown browser$/),
    ]);
  });
});

test("a server without providers shows only the code by e-mail", async () => {
  const { server: plain } = await createProviderServer([]);
  const { browser } = await signInRider(plain, "aline@example.com");
  await openPage(plain, "/profile/security", browser);
  expect(screen.getByText("Code by e-mail")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Link/ })).toBeNull();
  plain.close();
});

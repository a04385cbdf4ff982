/** Visitors are asked before a script counts them, and only if the operator has one. */
import { afterEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { startConsent } from "../../../client/ui/consent";
import { createWords } from "../../../client/words/words";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let stop: (() => void) | undefined;
afterEach(() => {
  act(() => stop?.());
  stop = undefined;
  closePage();
  server.close();
  localStorage.clear();
});

const open = async (url?: string) => {
  server = await createTestServer({
    RATE_LIMITS: "off",
    ...(url && { ANALYTICS_SCRIPT_URL: url }),
  });
  await openPage(server, "/about");
  // A page does this once it has loaded.
  const { consent } = document.querySelector<HTMLElement>("[data-consent]")?.dataset ?? {};
  if (consent)
    stop = startConsent(
      consent,
      createWords("en", () => ({})),
    );
};
const question = () => screen.queryByRole("region", { name: "Statistics" });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);

test("a page without a statistics script asks for no consent", async () => {
  await open();
  expect(question()).toBeNull();
  expect(screen.queryByRole("button", { name: /Statistics/ })).toBeNull();
  expect(stop).toBeUndefined();
});

test("the question names the script's host and offers two buttons of the same kind", async () => {
  const url = "https://tags.example.com/one.js";
  await open(url);
  await waitFor(() => expect(question()).not.toBeNull());
  expect(question()?.textContent).toContain("tags.example.com");
  const buttons = within(question() as HTMLElement).getAllByRole("button");
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Decline", "Accept"]);
  expect(new Set(buttons.map(({ className }) => className)).size).toBe(1);
  // The question does not take the focus.
  expect(question()?.contains(document.activeElement)).toBe(false);
  expect(scripts()).not.toContain(url);
});

test("a refusal is stored for its script, and can be changed in the footer", async () => {
  const url = "https://tags.example.com/two.js";
  await open(url);
  await waitFor(() => expect(question()).not.toBeNull());
  await press("Decline");
  await waitFor(() => expect(question()).toBeNull());
  expect(localStorage.getItem("livery.statistics")).toBe(`declined ${url}`);
  expect(scripts()).not.toContain(url);
  await press("Statistics and cookies");
  await waitFor(() => expect(document.activeElement).toBe(question()));
  await press("Decline");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Statistics and cookies"));
  expect(document.body.style.paddingBottom).toBe("");
});

test("a visitor whose browser sends Global Privacy Control is not asked", async () => {
  Object.assign(navigator, { globalPrivacyControl: true });
  try {
    await open("https://tags.example.com/three.js");
    await act(() => Bun.sleep(50));
    expect(question()).toBeNull();
    await press("Statistics and cookies");
    await waitFor(() => expect(question()).not.toBeNull());
  } finally {
    Object.assign(navigator, { globalPrivacyControl: undefined });
  }
});

test("an answer for one script does not count for another", async () => {
  localStorage.setItem("livery.statistics", "accepted https://tags.example.com/old.js");
  await open("https://tags.example.com/four.js");
  await waitFor(() => expect(question()).not.toBeNull());
});

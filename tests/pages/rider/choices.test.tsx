/** Notifications and saved places in the account. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { NotificationChoices } from "../../../src/notifications/choices/choice-contract";
import type { SavedPlaceList } from "../../../src/places/saved-place-contract";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let browser: Browser;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  ({ browser } = await signInRider(server, "aline@example.com"));
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

describe("notifications", () => {
  const chosen = async () =>
    (await (await browser.get("/users/notification-choices")).json()) as NotificationChoices;
  const box = (topic: string, way: string) =>
    within(
      screen.getByRole("group", { name: new RegExp(`^${topic}`) }),
    ).getByRole<HTMLInputElement>("checkbox", { name: way });

  test("each choice is saved at once, and SMS is disabled without a phone number", async () => {
    await openPage(server, "/profile/notifications", browser);
    expect(box("Receipts", "Text message").disabled).toBe(true);
    expect(screen.getByText(/For text messages, add a phone number/)).toBeTruthy();
    await userEvent.click(box("Receipts", "E-mail"));
    await waitFor(async () => {
      const { topics } = await chosen();
      expect(topics.map(({ email }) => email)).toEqual([true, false, true, false]);
    });
    expect(await screen.findByRole("group", { name: /Reminders/ })).toBeTruthy();
    // Nobody sends any.
    expect(screen.queryByRole("group", { name: /Offers/ })).toBeNull();
    await userEvent.click(box("Receipts", "E-mail"));
    await waitFor(async () => {
      const { topics } = await chosen();
      expect(topics.map(({ email }) => email)).toEqual([true, true, true, false]);
    });
  });

  test("a choice made while another is being saved is saved too", async () => {
    await openPage(server, "/profile/notifications", browser);
    act(() => {
      box("Reminders", "E-mail").click();
      box("Receipts", "E-mail").click();
    });
    await waitFor(async () => {
      const { topics } = await chosen();
      expect(topics.map(({ email }) => email)).toEqual([true, false, false, false]);
    });
    await waitFor(() => {
      expect(["Reminders", "Receipts"].map((topic) => box(topic, "E-mail").checked)).toEqual([
        false,
        false,
      ]);
    });
  });

  test("trip updates keep their last channel, and its box stays ticked", async () => {
    await openPage(server, "/profile/notifications", browser);
    await userEvent.click(box("Your trips", "E-mail"));
    await screen.findByText(/We have to be able to reach you about your trips/);
    expect(box("Your trips", "E-mail").checked).toBe(true);
  });

  test("a rider turns quiet hours on, changes them and turns them off", async () => {
    await openPage(server, "/profile/notifications", browser);
    await userEvent.click(screen.getByRole("checkbox", { name: "Turn on quiet hours" }));
    const until = await screen.findByLabelText<HTMLInputElement>("Until");
    expect(until.value).toBe("07:00");
    await userEvent.clear(until);
    await userEvent.type(until, "08:30");
    await userEvent.click(screen.getByRole("button", { name: "Save hours" }));
    await waitFor(async () => expect((await chosen()).quiet?.until).toBe("08:30"));
    await userEvent.click(screen.getByRole("checkbox", { name: "Turn on quiet hours" }));
    await waitFor(async () => expect((await chosen()).quiet).toBeNull());
  });

  test("a choice that cannot be saved is undone with a message", async () => {
    const cut = interceptedBrowser(browser, {
      "PUT /users/notification-choices": () => {
        throw new TypeError("network");
      },
    });
    await openPage(server, "/profile/notifications", cut);
    await userEvent.click(box("Receipts", "E-mail"));
    await screen.findByText("This could not be saved. Please try again.");
    expect(box("Receipts", "E-mail").checked).toBe(true);
  });
});

describe("saved places", () => {
  const saved = async () =>
    ((await (await browser.get("/saved-places")).json()) as SavedPlaceList).savedPlaces;

  test("a rider sets Home from the search and removes it", async () => {
    await openPage(server, "/profile/places", browser);
    await userEvent.click(screen.getByRole("button", { name: "Set Home" }));
    const where = screen.getByRole("combobox", { name: "Place" });
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Choose a place from the list.")).toBeTruthy();
    await userEvent.type(where, "marr");
    await userEvent.click(await screen.findByRole("option", { name: /Marriott/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Home is saved.");
    expect(await saved()).toMatchObject([
      { label: "Home", name: expect.stringContaining("Marriott") },
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Change Home" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove place" }));
    await screen.findByText("Home is removed.");
    expect(await saved()).toEqual([]);
    expect(await screen.findByRole("button", { name: "Set Home" })).toBeTruthy();
  });

  test("any other place needs a name", async () => {
    await openPage(server, "/profile/places", browser);
    await userEvent.click(screen.getByRole("button", { name: "Add a place" }));
    await userEvent.type(screen.getByRole("combobox", { name: "Place" }), "marr");
    await userEvent.click(await screen.findByRole("option", { name: /Marriott/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Give the place a name, such as Gym.")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Gym");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText("Gym is saved.");
    expect(await saved()).toMatchObject([{ label: "Gym" }]);
  });
});

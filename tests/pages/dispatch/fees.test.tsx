/** The price list: typed, saved automatically, tested, checked for faults, published and looked up. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { replaceAt } from "../../../client/fees/paths";
import type { FeeDraftAnswer, FeeScheduleList } from "../../../src/fares/fee-contract";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, inBackground, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const FEES_PATH = "/dispatch/dashboard/FeeManagement";
/** Opens a screen. If it has the panel that tests a trip, waits for the price there. */
async function open(page = "", browser: Browser = scene.desk) {
  await openPage(scene.server, `${FEES_PATH}${page}`, browser);
  const panel = () => screen.queryByRole("complementary", { name: "Test a trip" });
  const total = { name: /^Total/ };
  // The panel is replaced once its parts have loaded, so it is searched again each time.
  await waitFor(() => panel() && within(panel() ?? document.body).getByRole("row", total), {
    timeout: 4_000,
  });
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const draft = () =>
  inBackground(
    async () => (await (await scene.desk.get("/admin/fees/draft")).json()) as FeeDraftAnswer,
  );
const saved = () => waitFor(() => screen.getByText("Saved"), { timeout: 4_000 });

const versionList = async () =>
  (await (await scene.desk.get("/admin/fees/versions")).json()) as FeeScheduleList;

const publish = (json: { version: number; startsLocal: string | null; reason: string }) =>
  inBackground(async () => {
    const answer = await scene.desk.post("/admin/fees/draft/publication", json);
    expect(answer.status).toBe(201);
  });

async function fillAgain(label: string, text: string) {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), text);
}

describe("the rates", () => {
  test("save automatically and show their previous values", async () => {
    await open();
    expect(field("Base fare, Standard").value).toBe("2,000");
    await fillAgain("Base fare, Standard", "2600");
    expect(screen.getByText("Saving…")).toBeTruthy();
    await saved();
    expect((await draft()).schedule.rates[0]?.baseMinor).toBe(2_600);
    expect(await screen.findByText(/^was RWF\s2,000$/)).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Publish 1 change…" })).toBeTruthy();
    // The field formats the amount when it loses focus.
    await userEvent.tab();
    expect(field("Base fare, Standard").value).toBe("2,600");
  });

  test("keep an invalid price as typed, and its error links to the field", async () => {
    await open();
    await fillAgain("Minimum fare, Van", "12.5");
    const words = "Minimum fare, Van: RWF has no decimal places";
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    expect(field("Minimum fare, Van").getAttribute("aria-invalid")).toBe("true");
    await userEvent.click(screen.getByRole("link", { name: "Extras" }));
    await screen.findByRole("heading", { name: "Extras" });
    await userEvent.click(screen.getByText("1 error"));
    await userEvent.click(screen.getByRole("link", { name: new RegExp(words) }));
    await waitFor(() => expect(document.activeElement).toBe(field("Minimum fare, Van")));
    expect(field("Minimum fare, Van").value).toBe("12.5");
    await userEvent.click(screen.getByRole("link", { name: /^Classes & rates/ }));
    await fillAgain("Minimum fare, Van", "12,000");
    await waitFor(() => expect(screen.queryByText("1 error")).toBeNull());
  });

  test("arrow keys and Enter move between prices, and Escape restores the old price", async () => {
    await open();
    field("Base fare, Standard").focus();
    await userEvent.keyboard("{ArrowRight}");
    await waitFor(() => expect(document.activeElement).toBe(field("Base fare, Executive SUV")));
    await userEvent.keyboard("{Enter}");
    await waitFor(() =>
      expect(document.activeElement).toBe(field("Per km, tier 1, Executive SUV")),
    );
    await userEvent.keyboard("{ArrowUp}77{Escape}");
    expect(field("Base fare, Executive SUV").value).toBe("4,000");
    await saved();
    expect((await draft()).changed).toBe(false);
  });

  test("a tier is added with the cursor in it, removed and restored", async () => {
    await open();
    await userEvent.click(screen.getByRole("button", { name: "Add a tier, Van" }));
    await waitFor(() => expect(document.activeElement).toBe(field("End of tier 1, Van")));
    await fillAgain("End of tier 1, Van", "25");
    await userEvent.click(screen.getByRole("button", { name: "Remove tier 1, Van" }));
    await waitFor(() => expect(screen.queryByLabelText("End of tier 1, Van")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(field("End of tier 1, Van").value).toBe("25");
  });

  test("a class without prices is an error until prices are added", async () => {
    await scene.desk.post("/admin/vehicle-classes", {
      name: "Minibus",
      description: "",
      passengers: 12,
      luggage: 12,
      illustration: "van",
      mobility: [],
      position: 50,
      active: true,
    });
    await open();
    expect(screen.getByText("1 error")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add prices for Minibus" }));
    await waitFor(() => expect(screen.queryByText("1 error")).toBeNull());
    expect(field("Base fare, Minibus").value).toBe("5,000");
  });
});

describe("extras, surcharges and waiting", () => {
  test("Enter in the last row adds another, and Undo restores a removed row", async () => {
    await open("/extras");
    await userEvent.click(screen.getByRole("button", { name: "Add extra" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByLabelText("Name").at(-1) as Element),
    );
    const before = screen.getAllByLabelText("Name").length;
    await userEvent.keyboard("Water{Enter}");
    await waitFor(() => expect(screen.getAllByLabelText("Name")).toHaveLength(before + 1));
    await userEvent.click(screen.getByRole("button", { name: "Remove Water" }));
    expect(await screen.findByText("Water removed")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Water restored.")).toBeTruthy();
    await saved();
    const { extras } = (await draft()).schedule;
    expect(extras.map(({ name }) => name)).toContain("Water");
  });

  test("a surcharge gets the fields of the kind that is chosen", async () => {
    await open("/surcharges");
    await userEvent.click(screen.getByRole("button", { name: "Add surcharge" }));
    const [kind] = screen.getAllByLabelText("When").slice(-1);
    await userEvent.selectOptions(kind as HTMLElement, "weekday");
    await userEvent.click(screen.getAllByRole("button", { name: "Monday" }).at(-1) as HTMLElement);
    await saved();
    const { surcharges } = (await draft()).schedule;
    expect(surcharges.at(-1)?.when).toEqual({
      kind: "weekday",
      days: [1, 6, 7],
      from: null,
      to: null,
    });
  });

  test("cancellation tiers are described in words while the notice is typed", async () => {
    await open("/waiting");
    const [notice] = screen.getAllByLabelText("Cancelled");
    await userEvent.clear(notice as HTMLElement);
    await userEvent.type(notice as HTMLElement, "1 d");
    expect(await screen.findByText("1 d or more before pickup")).toBeTruthy();
    expect(await screen.findByText("Less than 1 d before pickup")).toBeTruthy();
  });
});

describe("testing a trip", () => {
  test("prices it by the published list and the draft, and updates as a price is typed", async () => {
    await open();
    const panel = within(screen.getByRole("complementary", { name: "Test a trip" }));
    await panel.findByText("Same price.", {}, { timeout: 4_000 });
    await fillAgain("Base fare, Standard", "2600");
    // 600 more, plus 18 % VAT.
    expect(panel.getByText(/^RWF\s708 more/)).toBeTruthy();
    const row = within(panel.getByRole("row", { name: /^Base fare/ }));
    expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual(["2,000", "2,600"]);
    await userEvent.click(panel.getByRole("button", { name: "3 hours" }));
    await panel.findByText("Same price.", {}, { timeout: 4_000 });
    expect(await panel.findByRole("row", { name: /^Hourly/ })).toBeTruthy();
  });
});

describe("testing a trip without a place", () => {
  test("asks for both places, even if the price was still loading", async () => {
    let gate = Promise.resolve();
    await open("", {
      ...scene.desk,
      request: async (path, options) => {
        if (path.startsWith("/admin/fees/simulation")) await gate;
        return scene.desk.request(path, options);
      },
    });
    const panel = within(screen.getByRole("complementary", { name: "Test a trip" }));
    await panel.findByText("Same price.", {}, { timeout: 4_000 });
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await userEvent.click(panel.getByRole("button", { name: "3 hours" }));
    await userEvent.clear(panel.getByRole("combobox", { name: "Pickup" }));
    await panel.findByText("Choose a pickup and a drop-off.");
    resolve();
  });
});

describe("publishing", () => {
  test("asks for a reason, lists the changes and adds the new version to the history", async () => {
    await open();
    await fillAgain("Base fare, Standard", "2600");
    await userEvent.click(screen.getByRole("button", { name: "Publish 1 change…" }));
    const dialog = within(screen.getByRole("dialog", { name: "Publish prices" }));
    expect(
      await dialog.findByText(/Standard: base fare changed from RWF\s2,000 to RWF\s2,600/),
    ).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Publish now" }));
    expect(await dialog.findByText("Give a short reason.")).toBeTruthy();
    await userEvent.type(dialog.getByLabelText("Reason"), "Fuel is dearer");
    await userEvent.click(dialog.getByRole("button", { name: "Publish now" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), { timeout: 4_000 });
    await waitFor(() => screen.getByRole("link", { name: /^Version 2 / }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("button", { name: "Publish…" }).disabled).toBe(
        true,
      ),
    );
    await userEvent.click(screen.getByRole("link", { name: "History" }));
    const table = within(await screen.findByRole("table", { name: "Price versions" }));
    const [first] = table.getAllByRole("row").slice(1);
    expect(first?.textContent).toContain("In force");
    expect(first?.textContent).toContain("Ada Uwase");
    expect(first?.textContent).toContain("Fuel is dearer");
  });

  test("is blocked by errors, which link to their fields", async () => {
    await open("/waiting");
    const [notice] = screen.getAllByLabelText("Cancelled");
    await userEvent.clear(notice as HTMLElement);
    await fillAgain("Point to point", "15");
    await userEvent.click(screen.getByRole("button", { name: /^Publish/ }));
    const dialog = within(screen.getByRole("dialog"));
    expect(await dialog.findByText("Correct 1 error before you publish.")).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Publish now" }).disabled).toBe(
      true,
    );
    await userEvent.click(dialog.getByRole("link", { name: /Cancelled/ }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getAllByLabelText("Cancelled")[0] as Element),
    );
  });

  test("from a later date can be withdrawn with a reason", async () => {
    await open();
    await fillAgain("Base fare, Standard", "2600");
    await saved();
    const { version } = await draft();
    await publish({ version, startsLocal: "2026-12-01T00:00", reason: "From December" });
    closePage();
    await open();
    expect(await screen.findByText(/starts Tue 1 Dec, 00:00/)).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: /^Version 2 / }));
    await userEvent.click(await screen.findByRole("button", { name: "Withdraw version" }));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.type(dialog.getByLabelText("Reason"), "Not yet");
    await userEvent.click(dialog.getByRole("button", { name: "Withdraw version" }));
    await waitFor(() => screen.getByText("Withdrawn", { selector: "dt" }), { timeout: 4_000 });
    const list = await inBackground(versionList);
    expect(list.versions[0]).toMatchObject({
      standing: "withdrawn",
      withdrawal: { reason: "Not yet" },
    });
  });

  test("an old version shows its differences and can be copied to the draft", async () => {
    await open();
    await fillAgain("Base fare, Standard", "2600");
    await saved();
    const { version } = await draft();
    await publish({ version, startsLocal: null, reason: "Dearer" });
    closePage();
    const { versions } = await versionList();
    await open(`/history/${versions[0]?.id}`);
    expect(screen.getByText("What changed since version 1")).toBeTruthy();
    expect(
      screen.getByText(/Standard: base fare changed from RWF\s2,000 to RWF\s2,600/),
    ).toBeTruthy();
    // The price is shown as text, not in a field.
    expect(screen.queryByRole("textbox", { name: "Base fare, Standard" })).toBeNull();
    closePage();
    await open(`/history/${versions[1]?.id}`);
    await userEvent.click(screen.getByRole("button", { name: "Copy to draft" }));
    await waitFor(() => expect(field("Base fare, Standard").value).toBe("2,000"));
    expect(await screen.findByText("The draft is now a copy of version 1.")).toBeTruthy();
    await saved();
    expect((await draft()).schedule.rates[0]?.baseMinor).toBe(2_000);
  });
});

describe("editing with others or offline", () => {
  test("both changes can be kept if somebody else saved first", async () => {
    await open();
    const theirs = await draft();
    theirs.schedule.rates[1] = {
      ...(theirs.schedule.rates[1] as object),
      baseMinor: 4_444,
    } as never;
    await inBackground(async () => {
      const other = await signInAdmin(scene.server, { role: "owner" });
      const put = await other.put("/admin/fees/draft", {
        version: theirs.version,
        schedule: replaceAt(theirs.schedule, "rates.1.baseMinor", 4_444),
      });
      expect(put.status).toBe(200);
    });
    await fillAgain("Base fare, Standard", "2600");
    const heading = await screen.findByRole(
      "heading",
      { name: /changed the draft while you were editing it/ },
      { timeout: 4_000 },
    );
    expect(heading).toBeTruthy();
    expect(field("Base fare, Standard").value).toBe("2600");
    await userEvent.click(screen.getByRole("button", { name: "Keep both changes" }));
    await saved();
    expect((await draft()).schedule.rates.slice(0, 2).map(({ baseMinor }) => baseMinor)).toEqual([
      2_600, 4_444,
    ]);
  });

  test("an unsaved price is kept without a network and restored after a reload", async () => {
    let offline = false;
    const failingBrowser: Browser = {
      ...scene.desk,
      request: async (path, options) => {
        if (offline && options?.method === "PUT") throw new Error("offline");
        return scene.desk.request(path, options);
      },
    };
    await open("", failingBrowser);
    offline = true;
    await fillAgain("Base fare, Standard", "2600");
    await screen.findByText("Not saved: offline", {}, { timeout: 4_000 });
    closePage();
    expect((await draft()).changed).toBe(false);
    await open();
    expect(screen.getByText("Your earlier entries are restored.")).toBeTruthy();
    expect(field("Base fare, Standard").value).toBe("2,600");
    await saved();
    expect((await draft()).schedule.rates[0]?.baseMinor).toBe(2_600);
  });

  test("dispatchers and accountants can read the prices but not edit them", async () => {
    for (const role of ["dispatcher", "accountant"] as const) {
      await open("", await signInAdmin(scene.server, { role }));
      expect(screen.getByText(/Only an owner can change them/)).toBeTruthy();
      expect(screen.queryByRole("textbox", { name: "Base fare, Standard" })).toBeNull();
      expect(screen.queryByRole("button", { name: /^Publish/ })).toBeNull();
      expect(screen.queryByRole("button", { name: /^Add a tier/ })).toBeNull();
      expect(screen.getByRole("complementary", { name: "Test a trip" })).toBeTruthy();
      closePage();
    }
  });
});

describe("vehicle classes", () => {
  test("an owner adds a class, and its missing prices are an error", async () => {
    await open("/classes");
    await userEvent.click(screen.getByRole("button", { name: "Add class" }));
    const form = within(screen.getByRole("form", { name: "New class" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(form.getAllByText("This field is required.")).toHaveLength(3));
    await userEvent.type(form.getByLabelText("Name"), "Minibus");
    await userEvent.type(form.getByLabelText("Passengers"), "12");
    await userEvent.type(form.getByLabelText("Bags"), "12");
    await userEvent.click(form.getByRole("radio", { name: "Van" }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    const list = within(await screen.findByRole("list", { name: "Vehicle classes" }));
    await list.findByText("Minibus");
    await userEvent.click(screen.getByRole("link", { name: /^Classes & rates/ }));
    await screen.findByText("1 error");
  });

  test("an owner changes the order, and the last bookable class cannot be turned off", async () => {
    await open("/classes");
    await userEvent.click(screen.getByRole("button", { name: "Move Standard down" }));
    await waitFor(() => {
      const names = within(screen.getByRole("list", { name: "Vehicle classes" }))
        .getAllByRole("listitem")
        .map((item) => item.textContent ?? "");
      expect(names[0]).toContain("Executive SUV");
    });
    for (const { id, vehicles: _, ...form } of (
      (await (await scene.desk.get("/admin/vehicle-classes")).json()) as {
        vehicleClasses: { id: string; vehicles: number; name: string }[];
      }
    ).vehicleClasses)
      if (form.name !== "Van")
        await scene.desk.put(`/admin/vehicle-classes/${id}`, { ...form, active: false });
    closePage();
    await open("/classes");
    await userEvent.click(screen.getByRole("button", { name: "Change Van" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /Can be booked/ }));
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/This is the last class that riders can book/);
  });
});

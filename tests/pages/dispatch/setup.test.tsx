/** The setup: closing a tab loses only unsaved changes, and two owners do not undo each other's. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { feeSchedules } from "../../../db/schema/fares";
import { settings } from "../../../db/schema/settings";
import { vehicleClasses } from "../../../db/schema/vehicles";
import type { NameRulesAnswer } from "../../../src/settings/operator-name-contract";
import { readMissingForBooking } from "../../../src/desk/open-for-booking-queries";
import { gettingStartedSteps } from "../../../src/desk/getting-started-step-contract";
import { cancellationPresets } from "../../../src/fares/cancellation-preset-rules";
import { clearVersionCache, readDraft } from "../../../src/fares/queries";
import { readOperator } from "../../../src/settings/queries";
import { closePage, openPage } from "../../support/pages";
import type { Browser } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
let other: Browser;
beforeEach(async () => {
  scene = await createScene();
  other = await signInAdmin(scene.server);
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (step: string) => openPage(scene.server, `/dispatch/setup${step}`, scene.desk);
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const stored = () => readOperator(scene.server.deps);

describe("leaving a setup step", () => {
  /** One text field of each step that has one, by its label. */
  const typed: Partial<Record<(typeof gettingStartedSteps)[number], string>> = {
    name: "Business name",
    place: "Town or region",
    contact: "Dispatch phone number",
    look: "# and six digits",
    vehicle: "Plate",
    driver: "First name",
    prices: "Price, RWF",
    messages: "Mail server",
  };
  /** One choice of each other step. The opening step has none, because it is a switch. */
  const chosen: Partial<Record<(typeof gettingStartedSteps)[number], RegExp>> = {
    services: /^Roadside help/,
    hours: /^Day and night/,
    area: /^In zones/,
    cancellation: /^Strict/,
  };

  test("every step of the setup is covered by these tests", () => {
    const steps = [...Object.keys(typed), ...Object.keys(chosen), "open"];
    expect(steps.toSorted()).toEqual([...gettingStartedSteps].toSorted());
  });

  test.each(Object.entries(chosen))(
    "in the step %s, leaving an unsaved choice asks first, and a reload shows the saved one",
    async (step, label) => {
      await open(`/${step}`);
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      const before = field.checked;
      await userEvent.click(field);
      await userEvent.click(screen.getByRole("link", { name: "Go to reservations" }));
      await screen.findByRole("dialog", { name: "Discard your changes?" });
      await press("Keep editing");
      expect(field.checked).toBe(!before);
      closePage();
      await open(`/${step}`);
      expect((await screen.findByLabelText<HTMLInputElement>(label)).checked).toBe(before);
    },
  );

  test.each(Object.entries(typed))(
    "in the step %s, leaving unsaved text asks first, and a reload shows the saved text",
    async (step, label) => {
      scene.server.deps.db.delete(feeSchedules).run();
      clearVersionCache(scene.server.deps.db);
      await open(`/${step}`);
      const [field] = await screen.findAllByLabelText<HTMLInputElement>(label);
      if (!field) throw new Error(`There is no ${label}.`);
      const before = field.value;
      await userEvent.type(field, "9");
      await userEvent.click(screen.getByRole("link", { name: "Go to reservations" }));
      await screen.findByRole("dialog", { name: "Discard your changes?" });
      await press("Keep editing");
      expect(field.value).not.toBe(before);
      closePage();
      await open(`/${step}`);
      expect((await screen.findAllByLabelText<HTMLInputElement>(label))[0]?.value).toBe(before);
    },
  );

  test("the setup address opens the next step, and the opening after the last one", async () => {
    await open("/name");
    await userEvent.type(await box("Business name"), " Cars");
    await press("Save and continue");
    await waitFor(() => expect(stored().brand).toBe("Livery Cars"));
    closePage();
    const secondPage = await open("?token=spent");
    expect(secondPage.state.location.pathname).toBe("/dispatch/setup/place");
    closePage();
    scene.server.deps.db
      .update(settings)
      .set({ postponedSetupSteps: [...gettingStartedSteps] })
      .run();
    const done = await open("");
    expect(done.state.location.pathname).toBe("/dispatch/setup/open");
  });
});

describe("two owners in one step", () => {
  test("a conflict keeps the typed name, and the owner can save their version instead", async () => {
    await open("/name");
    await userEvent.type(await box("Business name"), " Mine");
    const read = await other.get("/admin/settings/name");
    const { rules, version } = (await read.json()) as NameRulesAnswer;
    const theirs = { ...rules, brand: "Theirs", brandSlug: "theirs", version };
    expect((await other.put("/admin/settings/name", theirs)).status).toBe(200);
    await press("Save and continue");
    expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
    expect((await box("Business name")).value).toBe("Livery Mine");
    expect(stored().brand).toBe("Theirs");
    await press("Save my version instead");
    await waitFor(() => expect(stored().brand).toBe("Livery Mine"));
  });

  test("a cancellation policy is saved over another owner's draft and keeps the other's change", async () => {
    await open("/cancellation");
    await userEvent.click(await screen.findByRole("radio", { name: /Strict/ }));
    const { schedule, version } = readDraft(scene.server.deps);
    const theirs = { ...schedule, gratuity: { ...schedule.gratuity, automaticPercent: 7 } };
    expect((await other.put("/admin/fees/draft", { version, schedule: theirs })).status).toBe(200);
    await press("Save and continue");
    expect(await screen.findByText(/Your changes are still here/)).toBeTruthy();
    await press("Save my version instead");
    await waitFor(() => {
      const draft = readDraft(scene.server.deps).schedule;
      expect(draft.cancellation.tiers).toEqual(cancellationPresets.strict.tiers);
      expect(draft.gratuity.automaticPercent).toBe(7);
    });
  });
});

describe("vehicle classes on offer", () => {
  const active = () =>
    scene.server.deps.db.select().from(vehicleClasses).where(eq(vehicleClasses.active, true)).all();

  test("are chosen beside the first vehicle, and a class not offered is neither listed nor missing", async () => {
    await open("/vehicle");
    const group = await screen.findByRole("group", { name: "Classes you offer" });
    const van = within(group).getByRole<HTMLInputElement>("checkbox", { name: /^Van/ });
    expect(van.checked).toBe(true);
    await userEvent.click(van);
    await waitFor(() => expect(active().map(({ name }) => name)).not.toContain("Van"));
    await waitFor(() => expect(van.checked).toBe(false));
    await waitFor(() =>
      expect(within(screen.getByLabelText("Class")).queryByText("Van")).toBeNull(),
    );
    const { classes } = readMissingForBooking(scene.server.deps);
    expect(classes).not.toContain("Van");
    await userEvent.click(van);
    await waitFor(() => expect(active().map(({ name }) => name)).toContain("Van"));
  });

  test("include at least one, which the box of the last one explains", async () => {
    const [first, ...others] = active();
    for (const { id } of others)
      scene.server.deps.db
        .update(vehicleClasses)
        .set({ active: false })
        .where(eq(vehicleClasses.id, id))
        .run();
    await open("/vehicle");
    const group = await screen.findByRole("group", { name: "Classes you offer" });
    const last = within(group).getByRole<HTMLInputElement>("checkbox", {
      name: new RegExp(`^${first?.name}`),
    });
    await userEvent.click(last);
    await within(group).findByText(/last/);
    expect(last.checked).toBe(true);
  });
});

describe("the preview", () => {
  const preview = () => screen.findByRole("region", { name: "Preview" });

  test("shows the first vehicle as riders look for it", async () => {
    await open("/vehicle");
    await userEvent.selectOptions(await screen.findByLabelText("Class"), "Standard");
    await userEvent.type(await box("Plate"), "b sc 100");
    await userEvent.type(await box("Make"), "Mercedes");
    await userEvent.type(await box("Colour"), "black");
    const { textContent } = await preview();
    for (const expectedText of ["b sc 100", "black Mercedes"])
      expect(textContent).toContain(expectedText);
  });

  test("shows the first driver as riders see them, and the drivers' sign-in address", async () => {
    await open("/driver");
    await userEvent.type(await box("First name"), "Jonas");
    await userEvent.type(await box("Last name"), "Weber");
    const { textContent } = await preview();
    for (const expectedText of ["Jonas W.", "/liveryDriver"])
      expect(textContent).toContain(expectedText);
  });
});

test("the country sets the main language, and the owner turns another one off", async () => {
  await open("/place");
  await userEvent.selectOptions(await screen.findByLabelText("Country"), "DE");
  expect((await screen.findByLabelText<HTMLSelectElement>("Language")).value).toBe("de");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Kiswahili" }));
  await press("Save and continue");
  await press("Change currency and withdraw prices");
  await waitFor(() =>
    expect(stored()).toMatchObject({ riderLanguage: "de", disabledLanguages: ["sw"] }),
  );
});

test("a new business chooses one of three cancellation policies, with Flexible selected", async () => {
  scene.server.deps.db.delete(feeSchedules).run();
  clearVersionCache(scene.server.deps.db);
  await open("/cancellation");
  const flexible = await screen.findByRole<HTMLInputElement>("radio", { name: /Flexible/ });
  expect(flexible.checked).toBe(true);
  expect(screen.getAllByRole("radio")).toHaveLength(3);
});

test("the setup shows the command of the demo and where to sign in to it", async () => {
  await open("/name");
  expect(await screen.findByText(/ --demo$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.getByText(/^Then sign in at .*\/dispatch as admin@example\.com/)).toBeTruthy();
});

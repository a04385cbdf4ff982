/** The setup: a tab that is closed loses no more than what was not saved, and two owners do not undo each other. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { feeSchedules } from "../../../db/schema/fares";
import { settings } from "../../../db/schema/settings";
import type { NameRulesAnswer } from "../../../src/settings/name-contract";
import { startingSteps } from "../../../src/desk/step-contract";
import { cancellationPresets } from "../../../src/fares/cancellation-preset-rules";
import { forgetVersions, readDraft } from "../../../src/fares/queries";
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

describe("the tab is closed", () => {
  /** A field of each step that is typed into, as the form calls it. */
  const typed: Partial<Record<(typeof startingSteps)[number], string>> = {
    name: "Business name",
    place: "Town or region",
    contact: "Dispatch phone number",
    look: "# and six digits",
    vehicle: "Plate",
    driver: "First name",
    prices: "Price, RWF",
  };

  test.each(Object.entries(typed))(
    "in the step %s: nobody leaves it unasked, and it is there again as it was saved",
    async (step, label) => {
      scene.server.deps.db.delete(feeSchedules).run();
      forgetVersions(scene.server.deps.db);
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

  test("between two steps: the address of the setup leads to the next one, and at last to the opening", async () => {
    await open("/name");
    await userEvent.type(await box("Business name"), " Cars");
    await press("Save and continue");
    await waitFor(() => expect(stored().brand).toBe("Livery Cars"));
    closePage();
    const again = await open("?token=spent");
    expect(again.state.location.pathname).toBe("/dispatch/setup/place");
    closePage();
    scene.server.deps.db
      .update(settings)
      .set({ postponedSetupSteps: [...startingSteps] })
      .run();
    const done = await open("");
    expect(done.state.location.pathname).toBe("/dispatch/setup/open");
  });
});

describe("two owners in one step", () => {
  test("who saves second is told, loses nothing, and saves over it", async () => {
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

  test("the draft of the prices is no exception: a policy is saved over what somebody else drafted", async () => {
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

test("who looks around first has the command to copy, and where the demo is then", async () => {
  await open("/name");
  expect(await screen.findByText(/ --demo$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.getByText(/\/dispatch$/)).toBeTruthy();
});

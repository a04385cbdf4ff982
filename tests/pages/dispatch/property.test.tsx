/** The register of lost property on dispatch's screen: lists, the panel beside them, and each step to the hand-over. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { RegisterFoundAtDesk } from "../../../src/property/contract";
import { registerFoundItemAtDesk } from "../../../src/property/item-actions";
import { closePage, openPage } from "../../support/pages";
import { installStream } from "../driver/stream";
import { createDriverScene, type DriverScene } from "../driver/scene";

let scene: DriverScene;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

const report = {
  category: "bag",
  what: "Blue backpack",
  colour: "blue",
  reporterName: "Jean Bosco",
  contact: "jean@example.com",
};

/** Calls the action directly, because the server cannot read the forms of the test's document. */
function registerItem(): Promise<string> {
  const { deps } = scene.server;
  return registerFoundItemAtDesk(
    deps,
    { kind: "admin", id: null, name: "Ada Uwase" },
    RegisterFoundAtDesk.parse({ category: "bag", what: "Backpack", colour: "blue" }),
  );
}
const open = (path: string) => openPage(scene.server, path, scene.staff);
const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());

test("an empty register shows that nothing is registered, and N adds a report by keyboard", async () => {
  const user = userEvent.setup();
  await open("/dispatch/dashboard/LostProperty");
  await screen.findByText("Nothing registered yet");
  await user.keyboard("n");
  const dialog = within(await screen.findByRole("dialog"));
  await press("Save report", dialog);
  await waitFor(() => expect(dialog.getAllByText("This field is required.")).toHaveLength(3));
  await user.type(dialog.getByLabelText("What was lost"), "Grey scarf");
  await user.type(dialog.getByLabelText("Name"), "Jean Bosco");
  await user.type(dialog.getByLabelText("E-mail or phone number"), "jean@example.com");
  await press("Save report", dialog);
  await screen.findByRole("dialog", { name: "Lost report 1" });
  expect(await screen.findByText("No matching item so far.")).toBeTruthy();
});

test("staff confirm a match by its reasons, and hand the item over", async () => {
  const user = userEvent.setup();
  const itemId = await registerItem();
  await scene.staff.post("/admin/lost-reports", report);
  await open("/dispatch/dashboard/LostProperty");
  await press(/Blue backpack/, within(screen.getByRole("table")));
  const panel = within(await screen.findByRole("dialog", { name: "Lost report 1" }));
  for (const reason of [
    "Found within a day",
    "Same kind of item",
    "Same colour: blue",
    "Same words: backpack",
  ])
    expect(panel.getByText(reason)).toBeTruthy();
  await press("Confirm match", panel);
  await panel.findByRole("button", { name: "Undo match" });
  closePage();

  await open(`/dispatch/dashboard/FoundProperty?open=${itemId}`);
  const there = within(await screen.findByRole("dialog", { name: "Found item 1" }));
  await there.findByText("Lost report 1 from Jean Bosco");
  await press("Hand over item", there);
  const dialog = within(screen.getByRole("dialog", { name: "Hand over item" }));
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>("Handed over to").value).toBe("Jean Bosco"),
  );
  await press("Hand over item", dialog);
  expect(await dialog.findByText("This field is required.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name as signed"), "J. Bosco");
  await press("Hand over item", dialog);
  await waitFor(() => there.getByText("Handed over"));
  await waitFor(() => expect(there.queryByRole("button", { name: "Hand over item" })).toBeNull());
});

test("a report that somebody else changed is loaded again, and can then be closed", async () => {
  const user = userEvent.setup();
  await scene.staff.post("/admin/lost-reports", report);
  const router = await open("/dispatch/dashboard/LostProperty");
  await press(/Blue backpack/, within(screen.getByRole("table")));
  const panel = within(await screen.findByRole("dialog", { name: "Lost report 1" }));
  await press("Close report", panel);
  const dialog = within(screen.getByRole("dialog", { name: "Close report" }));
  await user.type(dialog.getByLabelText("Reason"), "Found at home");
  const { open: id } = router.state.location.search as { open: string };
  const search = { version: 1, searchedBy: "Eric", outcome: "nothing", words: "" };
  await act(() => scene.staff.post(`/admin/lost-reports/${id}/searches`, search));
  await press("Close report", dialog);
  await dialog.findByText(/Somebody else has changed this report or item/);
  await press("Close report", dialog);
  await panel.findByRole("button", { name: "Reopen report" });
});

test("states, kinds and words filter the lists of lost reports and found items", async () => {
  await registerItem();
  await scene.staff.post("/admin/lost-reports", report);
  await scene.staff.post("/admin/lost-reports", { ...report, category: "keys", what: "Keys" });
  await open("/dispatch/dashboard/LostProperty?category=keys");
  const table = within(screen.getByRole("table"));
  expect(table.queryByText("Blue backpack")).toBeNull();
  expect(table.getByText("Keys", { selector: "span" })).toBeTruthy();
  closePage();
  await open("/dispatch/dashboard/LostProperty?q=backpack&state=nonsense");
  expect(within(screen.getByRole("table")).getByText("Blue backpack")).toBeTruthy();
  closePage();
  await open("/dispatch/dashboard/FoundProperty?state=due");
  expect(await screen.findByText("Nothing found")).toBeTruthy();
});

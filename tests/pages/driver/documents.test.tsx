/** A driver's documents on the phone, and on dispatch's screen. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import { documents } from "../../../db/schema/documents";
import type { DocumentKind } from "../../../src/documents/contract";
import { decideDocument, sendDocument } from "../../../src/documents/review-actions";
import { pdf, png } from "../../support/pictures";
import { closePage, openPage } from "../../support/pages";
import { openArea } from "./open-area";
import { installStream } from "./stream";
import { createDriverScene, type DriverScene } from "./scene";

let scene: DriverScene;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  scene = await createDriverScene();
});

afterEach(() => {
  closePage();
  forgetDriverData();
  scene.server.close();
  removeStream();
});

/** Calls the action directly, because the server cannot read the forms of the test's document. */
async function send(kind: DocumentKind, content: Uint8Array = pdf()): Promise<string> {
  const { deps, folder } = scene.server;
  const path = join(folder, "scan.part");
  const bytes = await Bun.write(path, content);
  const file = { path, name: "scan.pdf", bytes, contentHash: "" };
  await mkdir(join(folder, "uploads"), { recursive: true });
  return sendDocument(deps, scene.row.id, kind, file, { number: "L-77" });
}
const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());
const management = () => openArea(scene, "/driver/dashboard/management");

test("each document shows its state, and each of eight photos has its place", async () => {
  const { deps } = scene.server;
  deps.db
    .update(documents)
    .set({ expiresAt: deps.now() - 1 })
    .run();
  await management();
  const main = within(screen.getByRole("main"));
  expect(main.getAllByText("Expired")).toHaveLength(2);
  expect(main.getByText("Required, but not on file")).toBeTruthy();
  expect(main.getAllByRole("button", { name: /^Add the photo: / })).toHaveLength(8);
  expect(main.getByRole("button", { name: "Renew: Driving licence" })).toBeTruthy();
});

test("a sent document shows that dispatch is checking it, and later why it was refused", async () => {
  const id = await send("driving_licence");
  await management();
  expect(await screen.findByText(/Dispatch is checking your new document/)).toBeTruthy();
  closePage();
  forgetDriverData();
  const ada = { kind: "admin" as const, id: "ada", name: "Ada" };
  await decideDocument(scene.server.deps, ada, id, { decision: "refuse", reason: "Too dark" });
  await management();
  expect(screen.getByText("Dispatch did not accept this document: Too dark")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send again: Driving licence" })).toBeTruthy();
});

test("the button of a photo is named by the photo and its state", async () => {
  await send("photo_front", png(800, 600));
  await management();
  const name = "Replace the photo: Front Being checked";
  expect(await screen.findByRole("button", { name })).toBeTruthy();
});

test("section 5: sending without a file says This field is required.", async () => {
  await management();
  await press("Renew: Driving licence");
  const sheet = within(await screen.findByRole("dialog", { name: "Driving licence" }));
  await press("Send to dispatch", sheet);
  expect(await sheet.findByText("This field is required.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByLabelText("Photo or PDF")));
});

test("dispatch accepts a document with its last day, which the details then show", async () => {
  await send("driving_licence");
  await openPage(
    scene.server,
    `/dispatch/dashboard/DriverManagement/${scene.row.id}?tab=documents`,
    scene.staff,
  );
  await screen.findByRole("button", { name: "Review: Driving licence" });
  await press("Review: Driving licence");
  const dialog = within(await screen.findByRole("dialog", { name: "Driving licence" }));
  expect(await dialog.findByText("Download the PDF to read it")).toBeTruthy();
  await waitFor(() =>
    expect((dialog.getByLabelText(/^Number/) as HTMLInputElement).value).toBe("L-77"),
  );
  await press("Accept document", dialog);
  expect(
    await dialog.findByText("Enter the last day on which the document is valid."),
  ).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Valid until/), "2031-05-31");
  await press("Accept document", dialog);
  await waitFor(() => expect(screen.queryAllByRole("dialog").length).toBe(0));
  await userEvent.click(screen.getByRole("link", { name: "Details" }));
  await waitFor(() =>
    expect((screen.getByLabelText("Licence valid until") as HTMLInputElement).value).toBe(
      "2031-05-31",
    ),
  );
});

test("dispatch rejects a document only with a reason", async () => {
  const id = await send("vehicle_insurance");
  await openPage(
    scene.server,
    `/dispatch/dashboard/VehicleManagement/${scene.car.id}?tab=documents`,
    scene.staff,
  );
  await screen.findByRole("button", { name: "Review: Vehicle insurance" });
  await userEvent.click(screen.getByRole("button", { name: "Review: Vehicle insurance" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Vehicle insurance" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reject document" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reject document" }));
  expect(await dialog.findByText("Enter a reason for the driver.")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Reason for rejecting"), "Another car");
  await userEvent.click(dialog.getByRole("button", { name: "Reject document" }));
  await waitFor(() => expect(screen.queryAllByRole("dialog").length).toBe(0));
  const row = scene.server.deps.db
    .select()
    .from(documents)
    .all()
    .find((each) => each.id === id);
  expect(row).toMatchObject({ state: "refused", reason: "Another car" });
});

/** Driver applications: found, read beside their documents, and decided. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { drivers } from "../../../db/schema/drivers";
import { applyToDrive, completeAnswers } from "../../support/applicants";
import { closePage, openPage } from "../../support/pages";
import { lastMessage } from "../../support/sign-in";
import { createScene, type Scene } from "./scene";

const APPLICATIONS_PATH = "/dispatch/dashboard/DriverManagement/applications";
let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (path: string) => openPage(scene.server, path, scene.desk);
const press = (name: string | RegExp, container = screen as Pick<typeof screen, "findByRole">) =>
  container.findByRole("button", { name }).then((button) => userEvent.click(button));

test("the drivers' page counts waiting applications, and the list filters by state and search", async () => {
  await applyToDrive(scene.server, { whole: true });
  await applyToDrive(scene.server, {
    answers: { ...completeAnswers, firstName: "Béa", email: "bea@example.com", make: "" },
  });
  await open("/dispatch/dashboard/DriverManagement");
  const views = screen.getByRole("navigation", { name: "Drivers and applications" });
  await userEvent.click(
    within(views).getByRole("link", { name: "Applications 1 waiting for a decision" }),
  );
  await screen.findByRole("heading", { name: "Applications to drive" });
  expect(
    screen.getByRole("link", { name: /Zoë O'Brien.*Complete and certified.*To review/ }),
  ).toBeTruthy();
  expect(
    await screen.findByRole("link", { name: /Béa.*12 things are missing.*Incomplete/ }),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Incomplete" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: /Zoë/ })).toBeNull());
  await userEvent.type(screen.getByRole("searchbox", { name: "Search applications" }), "zoë");
  await screen.findByText("No application found for “zoë”");
});

test("dispatch accepts each document and approves the application, which links to the driver", async () => {
  const { applicationId } = await applyToDrive(scene.server, { whole: true });
  await open(`${APPLICATIONS_PATH}/${applicationId}`);
  expect(
    screen.getByText("Before you decide on the application, accept or reject 3 more documents."),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Approve application" })).toHaveProperty(
    "disabled",
    true,
  );
  const saved = screen.getAllByRole("link", { name: /Save PDF/ });
  expect(saved.map((link) => link.hasAttribute("download"))).toEqual([true, true, true]);
  for (let left = 3; left > 0; left--) {
    const [accept] = await screen.findAllByRole("button", { name: "Accept document" });
    if (!accept) throw new Error("nothing to accept");
    await userEvent.click(accept);
    await waitFor(() =>
      expect(screen.queryAllByRole("button", { name: "Accept document" })).toHaveLength(left - 1),
    );
  }
  await press("Approve application");
  const dialog = await screen.findByRole("dialog");
  const dialogQueries = within(dialog);
  await waitFor(() =>
    expect(dialogQueries.getByLabelText("Plate")).toHaveProperty("value", "RAD 900 Z"),
  );
  await press("Approve application", dialogQueries);
  expect(await dialogQueries.findAllByText("This field is required.")).not.toHaveLength(0);
  const classes = dialogQueries.getByLabelText("Vehicle class");
  await userEvent.selectOptions(classes, within(classes).getAllByRole("option")[1] as HTMLElement);
  await press("Approve application", dialogQueries);
  await screen.findByText(/^This application was approved/);
  expect(screen.getByRole("link", { name: "RAD 900 Z" }).getAttribute("href")).toContain(
    "/VehicleManagement/",
  );
  expect(
    screen.getByRole("link", { name: /^\d+ documents and photos$/ }).getAttribute("href"),
  ).toEndWith("?tab=documents");
  const made = scene.server.deps.db.select().from(drivers).all();
  expect(made.map(({ firstName }) => firstName)).toContain("Zoë");
});

test("dispatch rejects a document with a reason and requests more information", async () => {
  const { applicationId } = await applyToDrive(scene.server, { whole: true });
  await open(`${APPLICATIONS_PATH}/${applicationId}`);
  await press(/^Reject photo ?: Front$/);
  const photoRefusal = within(await screen.findByRole("dialog", { name: "Reject: Photo: Front" }));
  await photoRefusal.findByRole("button", { name: "Reject photo" });
  await press("Go back", photoRefusal);
  const [refuse] = screen.getAllByRole("button", { name: "Reject document" });
  if (!refuse) throw new Error("nothing to refuse");
  await userEvent.click(refuse);
  const refusal = within(await screen.findByRole("dialog"));
  await press("Reject document", refusal);
  await refusal.findByText("Say what is wrong with this file.");
  await userEvent.type(refusal.getByLabelText("What is wrong with this file?"), "It is blurred.");
  await press("Reject document", refusal);
  await screen.findByText("Rejected: It is blurred.");
  await screen.findByText(
    "This application can’t be approved yet. Missing: National ID or passport.",
  );

  await press("Request more information");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("What do you need?"), "A sharper scan, please.");
  await press("Send request", dialog);
  await screen.findByText(/^More information requested on .*: A sharper scan, please\.$/);
  expect(lastMessage(scene.server, "applicant@example.com").text).toContain("A sharper scan");
});

test("a rejected application shows its reason and can no longer be approved", async () => {
  const { applicationId } = await applyToDrive(scene.server, { whole: true });
  await open(`${APPLICATIONS_PATH}/${applicationId}`);
  await press("Reject application");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Reason"), "We have drivers enough.");
  await press("Reject application", dialog);
  await screen.findByText(/^Rejected: We have drivers enough\./);
  await waitFor(() =>
    expect(screen.queryByRole("button", { name: "Approve application" })).toBeNull(),
  );
});

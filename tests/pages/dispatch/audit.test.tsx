/** The audit log on screen, and what the screens show to a role with fewer permissions. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { appendAudit } from "../../../src/audit/actions";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => {
  closePage();
  scene.close();
});

const LOG = "/dispatch/dashboard/audit";

async function write(count: number, driverId: string) {
  await scene.server.deps.write((tx) => {
    for (let back = count; back > 0; back--)
      appendAudit(tx, scene.server.deps, {
        actor: { kind: "admin", id: "grace", name: "Grace Ingabire" },
        action: back === 1 ? "driver.suspended" : "zone.changed",
        subject: back === 1 ? { kind: "driver", id: driverId } : { kind: "zone", id: "z" },
        summary: back === 1 ? "Suspended a driver" : `Changed the zone North ${back}`,
        detail: { changed: "state" },
        at: START - back * 60_000,
      });
  });
}

test("the audit log loads more, is filtered by action and search, and links to its subjects", async () => {
  const { driver } = scene.addDriver("Eric", "Mugisha");
  await write(30, driver.id);
  const router = await openPage(scene.server, LOG, scene.desk);
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getByText("Changed the zone North 30")).toBeTruthy());
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "Action" }),
    "driver.suspended",
  );
  await waitFor(() => expect(router.state.location.search).toEqual({ action: "driver.suspended" }));
  await waitFor(() => expect(screen.queryByText("Changed the zone North 2")).toBeNull());
  const link = screen.getByRole("link", { name: "Eric Mugisha", hidden: true });
  expect(link.getAttribute("href")).toBe(`/dispatch/dashboard/DriverManagement/${driver.id}`);
  const file = screen.getByRole("link", { name: "Download CSV" });
  expect(file.getAttribute("href")).toBe("/backend/admin/audit.csv?action=driver.suspended");
  await userEvent.type(screen.getByRole("searchbox", { name: "Search the audit log" }), "north");
  await waitFor(() => expect(screen.getByText("Nothing found")).toBeTruthy());
  await userEvent.click(screen.getByRole("button", { name: "Show all" }));
  await waitFor(() => expect(screen.getByText("Changed the zone North 2")).toBeTruthy());
});

test("an owner verifies the audit log, and the result names a broken entry", async () => {
  await write(3, "nobody");
  await openPage(scene.server, LOG, scene.desk);
  expect(screen.getByText("The log has not been verified yet.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Verify log" }));
  await waitFor(() => expect(screen.getByText(/^Verified up to entry \d+/)).toBeTruthy());
  scene.server.deps.db.$client.run("DROP TRIGGER audit_log_no_update");
  scene.server.deps.db.$client.run("UPDATE audit_log SET summary = 'x' WHERE number = 2");
  await userEvent.click(screen.getByRole("button", { name: "Verify log" }));
  await waitFor(() => expect(screen.getByText(/^The log is broken at entry 2/)).toBeTruthy());
});

test("a page of another role explains that it can't open and links to the reservations", async () => {
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  await openPage(scene.server, LOG, desk);
  expect(
    screen.getByRole("heading", { level: 1, name: "Your role can’t open this page" }),
  ).toBeTruthy();
  const main = within(screen.getByRole("main"));
  expect(main.getByRole("link", { name: "Reservations" }).getAttribute("href")).toBe(
    "/dispatch/dashboard/reservation",
  );
  expect(main.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an accountant reads the audit log, but cannot verify it or change a driver", async () => {
  const desk = await signInAdmin(scene.server, { role: "accountant" });
  const { driver } = scene.addDriver("Eric", "Mugisha");
  await openPage(scene.server, LOG, desk);
  expect(screen.getByRole("heading", { name: "Audit log" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Verify log" })).toBeNull();
  closePage();
  await openPage(scene.server, "/dispatch/dashboard/DriverManagement", desk);
  expect(screen.getByRole("table", { name: "Drivers" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Add driver" })).toBeNull();
  expect(screen.queryByRole("link", { name: /^Applications/ })).toBeNull();
  closePage();
  await openPage(
    scene.server,
    `/dispatch/dashboard/DriverManagement/${driver.id}?tab=details`,
    desk,
  );
  const first = screen.getByRole<HTMLInputElement>("textbox", { name: "First name" });
  expect(first.matches(":disabled") || first.closest("fieldset")?.disabled).toBe(true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Documents" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Suspend" })).toBeNull();
});

test("a dispatcher sees no link to the audit log", async () => {
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  await openPage(scene.server, "/dispatch/dashboard/DriverManagement", desk);
  expect(screen.queryByRole("link", { name: "Audit log" })).toBeNull();
  expect(screen.getByRole("link", { name: "Add driver" })).toBeTruthy();
});

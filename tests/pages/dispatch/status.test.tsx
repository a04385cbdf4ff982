/** The server's state on the owner's screen: what needs attention, a backup on request, and failures. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { outbox } from "../../../db/schema/notifications";
import { writeStatusNote } from "../../../src/status/status-note-actions";
import { closePage, openPage } from "../../support/pages";
import { START } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { createScene, type Scene } from "./scene";

const PATH = "/dispatch/dashboard/status";
const HOUR = 3_600_000;

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  // A fresh backup, so that the page does not warn of a missing one.
  mkdirSync(join(scene.server.folder, "backups"));
  writeFileSync(join(scene.server.folder, "backups/livery-2026-11-20.tar.zst"), "12345");
});
afterEach(() => {
  closePage();
  scene.close();
});

const open = (desk = scene.desk) => openPage(scene.server, PATH, desk);
const card = (name: string) => within(screen.getByRole("region", { name }));
const note = (
  ...given: Parameters<typeof writeStatusNote> extends [unknown, ...infer Rest] ? Rest : never
) => scene.server.deps.write((tx) => writeStatusNote(tx, ...given));

test("a healthy server shows that in every card, with what has not run yet", async () => {
  await open();
  expect(screen.getByRole("heading", { level: 1, name: "Status" })).toBeTruthy();
  expect(card("Backups").getByText("livery-2026-11-20.tar.zst")).toBeTruthy();
  expect(card("Backups").getByText("1 backup")).toBeTruthy();
  expect(card("Outbox").getByText("None")).toBeTruthy();
  expect(
    card("Database and daily check").getByText("Not run yet. The check runs after 04:00"),
  ).toBeTruthy();
  expect(
    card("Errors and warnings").getByText("No errors or warnings since the server started."),
  ).toBeTruthy();
  expect(card("Providers").getAllByText("Not connected")).toHaveLength(12);
  expect(screen.getByText(/No e-mail provider is set up, so alerts are not sent/)).toBeTruthy();
  expect(screen.getByText("Nothing has been deleted yet.")).toBeTruthy();
});

test("problems show at the top with their reason, and failed messages link to the outbox", async () => {
  await note("check", START - HOUR, {
    faults: [
      { of: "Audit log", text: "The audit log breaks at row 9: an entry was altered or deleted." },
    ],
  });
  await note("retention", START - HOUR, { removed: {} });
  await scene.server.deps.write((tx) =>
    tx
      .insert(outbox)
      .values({
        id: "lost",
        channel: "email",
        kind: "receipt",
        recipient: "a@example.com",
        subject: "Receipt",
        body: "x",
        state: "failed",
        createdAt: START - HOUR,
        nextAttemptAt: START,
        retryUntil: START + HOUR,
      })
      .run(),
  );
  scene.server.deps.lines.add({
    at: START,
    level: "error",
    text: "GET /backend/x failed: Error: no",
    requestId: "0199f2a0-0000-7000-8000-000000000001",
  });
  await open();
  const alerts = within(screen.getByRole("region", { name: "Needs attention" }));
  expect(alerts.getByText("The audit log has been altered")).toBeTruthy();
  expect(alerts.queryByText("Everything is fine.")).toBeNull();
  expect(card("Database and daily check").getByText(/1 fault/)).toBeTruthy();
  const failed = card("Outbox").getByRole("link", { name: "1 that can be sent again" });
  expect(failed.getAttribute("href")).toBe("/dispatch/dashboard/Outbox?failed=true");
  expect(
    card("Errors and warnings").getByText("0199f2a0-0000-7000-8000-000000000001"),
  ).toBeTruthy();
  expect(screen.getByText(/deleted every hour, last on Fri 20 Nov, 09:00/)).toBeTruthy();
});

test("Back up now waits for the backup and shows its result", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Back up now" }));
  await waitFor(() => expect(screen.getByRole("button", { name: /Backing up/ })).toBeTruthy());
  await waitFor(() => expect(screen.getByText(/^Backup created: livery-by-hand-/)).toBeTruthy(), {
    timeout: 60_000,
    interval: 200,
  });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Back up now" }).disabled).toBe(
    false,
  );
  expect(card("Backups").getByText("2 backups")).toBeTruthy();
}, 90_000);

test("the last figures stay when a refresh fails, and the error shows the request's reference", async () => {
  await open();
  const { db } = scene.server.deps;
  const { $client } = db;
  const query = $client.query;
  $client.query = ((sql: string) => {
    if (sql.includes("outbox")) throw new Error("broken by a test");
    return query(sql);
  }) as typeof query;
  window.dispatchEvent(new Event("focus"));
  await waitFor(() =>
    expect(
      screen.getByText(
        /^Something went wrong on the server\. Please try again\. Reference [0-9a-f-]{36}/,
      ),
    ).toBeTruthy(),
  );
  expect(card("Backups").getByText("livery-2026-11-20.tar.zst")).toBeTruthy();
  $client.query = query;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Something went wrong/)).toBeNull());
});

test("a dispatcher sees no link to the status page", async () => {
  const desk = await signInAdmin(scene.server, { role: "dispatcher" });
  await openPage(scene.server, "/dispatch/dashboard/Outbox", desk);
  expect(screen.queryByRole("link", { name: "Status" })).toBeNull();
});

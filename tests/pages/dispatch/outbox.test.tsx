/** Failed messages on dispatch's screen: counted beside the name, shown with the reason, sent again. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { outbox } from "../../../db/schema/notifications";
import { queueMessage } from "../../../src/notifications/outbox";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { signInAdmin } from "../../support/staff";
import { installStream } from "../driver/stream";

let server: TestServer;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createTestServer();
  const message = { kind: "receipt", subject: "Receipt", text: "x", html: "x", sms: "x" };
  await server.deps.write((tx) => {
    for (const value of ["a@example.com", "b@example.com"])
      queueMessage(tx, server.deps, { to: { type: "email", value }, message });
    tx.update(outbox).set({ state: "failed", lastError: "SMTP EENVELOPE 550", attempts: 1 }).run();
  });
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const states = () =>
  server.deps.db
    .select()
    .from(outbox)
    .all()
    .map(({ recipient, state }) => [recipient, state]);

test("staff resend one failed message, then all of one kind", async () => {
  await openPage(server, "/dispatch/dashboard/Outbox", await signInAdmin(server));
  await screen.findByText("2 messages failed. They can still be sent.");
  expect(screen.getByText(/Receipts by e-mail: 2. SMTP EENVELOPE 550/)).toBeTruthy();
  const [nav] = screen.getAllByRole("link", { name: /^Outbox/ });
  expect(nav?.textContent).toContain("2");
  const one = screen.getByRole("button", { name: "Send again to a@example.com" });
  await act(async () => one.click());
  await waitFor(() => expect(states()).toContainEqual(["a@example.com", "waiting"]));
  expect(states()).toContainEqual(["b@example.com", "failed"]);
  const all = screen.getByRole("button", { name: "Send all 2 again" });
  await act(async () => all.click());
  await waitFor(() => expect(states()).toContainEqual(["b@example.com", "waiting"]));
});

test("a filter lists only failed messages, and an accountant cannot resend them", async () => {
  await openPage(
    server,
    "/dispatch/dashboard/Outbox?failed=true",
    await signInAdmin(server, { role: "accountant" }),
  );
  await screen.findByText("2 messages failed. They can still be sent.");
  const list = within(screen.getByRole("main"));
  expect(list.getAllByText(/SMTP EENVELOPE 550 \(1 attempt\)/)).toHaveLength(2);
  expect(list.queryByRole("button", { name: /Send/ })).toBeNull();
});

test("an address with an invalid filter lists all messages", async () => {
  server.deps.db
    .update(outbox)
    .set({ state: "sent", lastError: null })
    .where(eq(outbox.recipient, "a@example.com"))
    .run();
  await openPage(server, "/dispatch/dashboard/Outbox?failed=no", await signInAdmin(server));
  const list = within(screen.getByRole("main"));
  expect(list.getByRole("link", { name: "All" }).getAttribute("aria-current")).toBe("page");
  expect(list.getByText(/a@example.com/)).toBeTruthy();
});

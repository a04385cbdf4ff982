/** Contact messages on dispatch's screen, and the public form that sends them. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { messagesTo } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
import { installStream } from "../driver/stream";

let server: TestServer;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createTestServer();
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const letter = { name: "Chantal Mukamana", contact: "chantal@example.com", text: "A car?" };
const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());

test("the contact form names an invalid field, puts the cursor there and keeps the typed text", async () => {
  const user = userEvent.setup();
  await openPage(server, "/contact-us");
  await user.type(screen.getByLabelText("Your message"), "A car for Saturday?");
  await press("Send the message");
  expect(await screen.findByText("Please tell us your name.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Your name")));
  await user.type(screen.getByLabelText("Your name"), "Chantal");
  await user.type(screen.getByLabelText("E-mail address or phone number"), "chantal@");
  await press("Send the message");
  await screen.findByText("Please enter an e-mail address or a phone number.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your message").value).toBe(
    "A car for Saturday?",
  );
  await user.type(screen.getByLabelText("E-mail address or phone number"), "example.com");
  await press("Send the message");
  await screen.findByText("Thank you. We have your message.");
  expect(messagesTo(server, "chantal@example.com")).toHaveLength(1);
});

test.each(["fault={}&sent=no", "fault=[1]&sent={}"])(
  "an address with %s shows the empty form without a notice",
  async (expectedText) => {
    await openPage(server, `/contact-us?${expectedText}`);
    expect(screen.getByLabelText("Your message")).toBeTruthy();
    expect(screen.queryByText("Thank you. We have your message.")).toBeNull();
  },
);

test("the contact form refuses a sixth message in an hour and keeps its text", async () => {
  const visitor = server.browser();
  for (let at = 0; at < 5; at++) await visitor.post("/contact", letter);
  const user = userEvent.setup();
  await openPage(server, "/contact-us", visitor);
  await user.type(screen.getByLabelText("Your name"), "Chantal");
  await user.type(screen.getByLabelText("E-mail address or phone number"), "chantal@example.com");
  await user.type(screen.getByLabelText("Your message"), "Once more");
  await press("Send the message");
  await screen.findByText(/^Too many messages came from here/);
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLTextAreaElement>("Your message").value).toBe("Once more"),
  );
});

test("dispatch assigns and answers a message, and sees a colleague's change in between", async () => {
  const staff = await signInAdmin(server);
  await server.browser().post("/contact", letter);
  const user = userEvent.setup();
  await openPage(server, "/dispatch/dashboard/ContactMessages", staff);
  await press(/Chantal Mukamana/, within(screen.getByRole("table")));
  const panel = within(await screen.findByRole("dialog", { name: "Message 1" }));
  await panel.findByRole("form", { name: "New entry" });
  await user.selectOptions(panel.getByLabelText("Handled by"), "Ada Uwase");
  await panel.findByText(/assigned it to Ada Uwase/);
  await press("Note", panel);
  await user.type(panel.getByLabelText("Internal note"), "Ask Eric about Saturday.");
  await press("Add note", panel);
  await waitFor(() => expect(panel.getAllByText("Internal note").length).toBe(2));
  await press("Answer", panel);
  await user.type(panel.getByLabelText("Answer by e-mail"), "Yes, we have one.");
  const [{ id = "", version = 0 } = {}] = server.deps.db.$client
    .query<{ id: string; version: number }, []>("SELECT id, version FROM contact_messages")
    .all();
  await staff.put(`/admin/contact-messages/${id}/state`, { version, state: "closed" });
  await press("Send answer", panel);
  await panel.findByText(/closed it/);
  expect(panel.getByLabelText<HTMLTextAreaElement>("Answer by e-mail").value).toBe(
    "Yes, we have one.",
  );
  expect(messagesTo(server, letter.contact)).toHaveLength(1);
  await press("Send answer", panel);
  await panel.findByText(/reopened it|In the outbox/);
  expect(messagesTo(server, letter.contact)[0]?.text).toStartWith("Yes, we have one.");
});

test("dispatch is told to call if the sender gave only a phone number", async () => {
  const staff = await signInAdmin(server);
  await server.browser().post("/contact", { ...letter, contact: "+250788123456" });
  await openPage(server, "/dispatch/dashboard/ContactMessages", staff);
  await press(/Chantal Mukamana/, within(screen.getByRole("table")));
  const panel = within(await screen.findByRole("dialog", { name: "Message 1" }));
  expect(panel.getByRole("link", { name: "+250788123456" }).getAttribute("href")).toBe(
    "tel:+250788123456",
  );
  await press("Answer", panel);
  await panel.findByText(/^We only have the sender’s phone number/);
});

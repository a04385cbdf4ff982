/** Riders on dispatch's screen: found, viewed, blocked and unblocked. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { MergeAnswer } from "../../../src/riders/merge-contract";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
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

const press = (name: string | RegExp, where = within(document.body)) =>
  act(async () => where.getByRole("button", { name }).click());

test("staff block a rider with a reason, and unblock the rider again", async () => {
  const { rider } = await signInRider(server);
  const staff = await signInAdmin(server);
  const user = userEvent.setup();
  await openPage(server, `/dispatch/dashboard/riders/${rider.id}`, staff);
  screen.getByRole("heading", { name: "Aline Uwase", level: 1 });
  expect(screen.getByRole("link", { name: "rider@example.com" })).toBeTruthy();
  await press("Block rider");
  const dialog = within(screen.getByRole("dialog", { name: "Block this rider" }));
  await press("Block rider", dialog);
  expect(await dialog.findByText("This field is required.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Reason"), "Did not pay twice.");
  await press("Block rider", dialog);
  await screen.findByText(/Blocked by Ada Uwase/);
  const page = await staff.get(`/admin/riders/${rider.id}`);
  expect(await page.json()).toMatchObject({ rider: { block: { reason: "Did not pay twice." } } });
  await press("Unblock rider");
  await screen.findByRole("button", { name: "Block rider" });
});

test("the list marks blocked riders, and a search without a result shows that", async () => {
  const { rider } = await signInRider(server);
  const staff = await signInAdmin(server, { role: "dispatcher" });
  await staff.put(`/admin/riders/${rider.id}/block`, { reason: "x" });
  await openPage(server, "/dispatch/dashboard/riders", staff);
  const row = within(screen.getByRole("table")).getByRole("row", { name: /Aline Uwase/ });
  expect(within(row).getByText("Blocked")).toBeTruthy();
  closePage();
  await openPage(server, "/dispatch/dashboard/riders?q=nobody", staff);
  expect(screen.getByText("No riders found")).toBeTruthy();
});

test("dispatch compares and merges two riders, and the old link opens the kept rider", async () => {
  const kept = await signInRider(server, "+250788123456");
  const merged = await signInRider(server, "aline@example.com", {
    names: { firstName: "Aline", lastName: "Uwasé" },
  });
  const staff = await signInAdmin(server, { role: "dispatcher" });
  await openPage(server, `/dispatch/dashboard/riders/${kept.rider.id}`, staff);
  await screen.findByText("This rider may be the same person as another rider");
  await press("Compare");
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two riders" }));
  await dialog.findByRole("table", { name: "Details of both riders" });
  await press("Merge riders", dialog);
  expect(
    await dialog.findByText("Tick this if they are the same person, or go back."),
  ).toBeTruthy();
  await act(async () => dialog.getByLabelText("These two riders are the same person").click());
  await act(async () => dialog.getByLabelText("Keep the name Aline Uwasé").click());
  await press("Merge riders", dialog);
  await screen.findByRole("heading", { name: "Aline Uwasé", level: 1 });
  expect(await screen.findByRole("link", { name: "aline@example.com" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  closePage();
  await openPage(server, `/dispatch/dashboard/riders/${merged.rider.id}`, staff);
  expect(screen.getByRole("link", { name: "+250788123456" })).toBeTruthy();
});

test("staff find the other rider by search, keep that one and read why a merge is refused", async () => {
  const one = await signInRider(server, "one@example.com");
  const two = await signInRider(server, "two@example.com", {
    names: { firstName: "Bosco", lastName: "Gasana" },
  });
  const staff = await signInAdmin(server);
  const user = userEvent.setup();
  await openPage(server, `/dispatch/dashboard/riders/${one.rider.id}`, staff);
  await press("Merge riders");
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two riders" }));
  await user.type(dialog.getByRole("searchbox"), "bosco");
  await dialog.findByRole("button", { name: /Bosco Gasana/ });
  await press(/Bosco Gasana/, dialog);
  await dialog.findByLabelText("Keep the address two@example.com");
  expect(
    await dialog.findByText(/^two@example.com will no longer work for signing in/),
  ).toBeTruthy();
  await press("Keep the other rider instead", dialog);
  await dialog.findByText(/^one@example.com will no longer work for signing in/);
  const id = two.rider.id;
  await staff.put(`/admin/callers/${id}/note`, { note: "Changed meanwhile" });
  await act(async () => dialog.getByLabelText("These two riders are the same person").click());
  await press("Merge riders", dialog);
  await dialog.findByText(/One of these riders has changed/);
  await press("Refresh", dialog);
  await dialog.findByDisplayValue("Changed meanwhile");
  await act(async () => dialog.getByLabelText("These two riders are the same person").click());
  await press("Merge riders", dialog);
  await screen.findByRole("heading", { name: "Bosco Gasana", level: 1 });
  expect(await (await staff.get(`/admin/riders/${id}`)).json()).toMatchObject({
    rider: { email: "two@example.com", note: "Changed meanwhile" },
  });
});

test("a rider merged from three shows both merged riders", async () => {
  const kept = await signInRider(server, "+250788123456");
  const staff = await signInAdmin(server);
  for (const firstName of ["Bosco", "Chantal"]) {
    const names = { firstName, lastName: "Gasana" };
    const { rider } = await signInRider(server, `${firstName.toLowerCase()}@example.com`, {
      names,
    });
    const path = `/admin/riders/${kept.rider.id}/merges`;
    const { merge } = (await (await staff.get(`${path}/${rider.id}`)).json()) as MergeAnswer;
    const chosen = { name: "kept", phone: "kept", email: "kept", note: "" };
    const done = await staff.post(path, { mergedId: rider.id, seen: merge.seen, ...chosen });
    expect(done.status).toBe(200);
  }
  await openPage(server, `/dispatch/dashboard/riders/${kept.rider.id}`, staff);
  const terms = screen.getAllByText("Merged", { selector: "dt" });
  expect(terms).toHaveLength(1);
  const told = terms[0]?.nextElementSibling?.textContent;
  expect(told).toContain("Bosco Gasana, merged by Ada Uwase");
  expect(told).toContain("Chantal Gasana, merged by Ada Uwase");
});

test("a typed note is kept when the other rider is kept and when one of them has changed", async () => {
  const one = await signInRider(server, "one@example.com");
  const two = await signInRider(server, "+250788123456");
  const staff = await signInAdmin(server);
  const user = userEvent.setup();
  await openPage(server, `/dispatch/dashboard/riders/${one.rider.id}`, staff);
  await screen.findByText("This rider may be the same person as another rider");
  await press("Compare");
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two riders" }));
  const note = () => dialog.getByLabelText<HTMLTextAreaElement>(/^Dispatch note/).value;
  await user.type(await dialog.findByLabelText(/^Dispatch note/), "Called us from both");
  await press("Keep the other rider instead", dialog);
  await waitFor(() => expect(dialog.getAllByRole("cell")[2]?.textContent).toBe("+250788123456"));
  expect(note()).toBe("Called us from both");
  await staff.put(`/admin/callers/${two.rider.id}/note`, { note: "Has a dog" });
  await act(async () => dialog.getByLabelText("These two riders are the same person").click());
  await press("Merge riders", dialog);
  await dialog.findByText(/One of these riders has changed/);
  await press("Refresh", dialog);
  await dialog.findByText("Has a dog");
  expect(note()).toBe("Called us from both");
});

test("a slow answer does not replace the comparison that was asked for later", async () => {
  const one = await signInRider(server, "one@example.com");
  const two = await signInRider(server, "+250788123456");
  const staff = await signInAdmin(server);
  const held = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  const slowBrowser: typeof staff = {
    ...staff,
    request: async (path, options) => {
      const answer = await staff.request(path, options);
      if (path !== `/admin/riders/${two.rider.id}/merges/${one.rider.id}`) return answer;
      const body = await answer.json();
      await held.promise;
      // Signals one task later, when the page has the body.
      const json = async () => {
        setTimeout(read.resolve);
        return body;
      };
      return Object.assign(Response.json(body), { json });
    },
  };
  await openPage(server, `/dispatch/dashboard/riders/${one.rider.id}`, slowBrowser);
  await screen.findByText("This rider may be the same person as another rider");
  await press("Compare");
  const dialog = within(await screen.findByRole("dialog", { name: "Merge two riders" }));
  await dialog.findByRole("table", { name: "Details of both riders" });
  const shownText = () => dialog.getAllByRole("cell")[2]?.textContent;
  const before = shownText();
  await press("Keep the other rider instead", dialog);
  await press("Keep the other rider instead", dialog);
  await act(async () => {
    held.resolve();
    await read.promise;
  });
  expect(shownText()).toBe(before);
});

test("dispatch adds a rider, and a known contact links to its rider", async () => {
  const { rider } = await signInRider(server, "+250788123456");
  const staff = await signInAdmin(server, { role: "dispatcher" });
  const user = userEvent.setup();
  const router = await openPage(server, "/dispatch/dashboard/riders", staff);
  expect(screen.queryByRole("link", { name: "Export all (CSV)" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Add rider" }));
  await screen.findByRole("heading", { name: "New rider", level: 1 });
  await press("Save");
  expect(await screen.findByText("This field is required.")).toBeTruthy();
  await user.type(screen.getByLabelText("First name"), "Bosco");
  await user.type(screen.getByLabelText("Phone"), "0788123456");
  await user.selectOptions(screen.getByLabelText("Language"), "fr");
  await press("Save");
  expect(await screen.findByText("Another rider has this phone number.")).toBeTruthy();
  const known = await screen.findByRole("link", { name: /^Aline Uwase/ });
  expect(known.getAttribute("href")).toBe(`/dispatch/dashboard/riders/${rider.id}`);
  await user.clear(screen.getByLabelText("Phone"));
  await user.type(screen.getByLabelText("E-mail"), "bosco@example.com");
  await press("Save");
  await screen.findByRole("heading", { name: "Bosco", level: 1 });
  const id = router.state.location.pathname.split("/").at(-1);
  expect(await (await staff.get(`/admin/riders/${id}`)).json()).toMatchObject({
    rider: { email: "bosco@example.com", phone: null, language: "fr" },
  });
});

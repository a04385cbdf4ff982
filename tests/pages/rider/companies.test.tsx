/** A member books on their company's account, a manager invites people, and a member leaves. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { companyMembers, costCentres } from "../../../db/schema/companies";
import { reservations } from "../../../db/schema/reservations";
import { book } from "../../support/booking";
import { addCostCentre, bookOnAccount, createCompany, invite } from "../../support/companies";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { signInRider } from "../../support/sign-in";
import { signInAdmin } from "../../support/staff";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser } from "./scene";

let server: TestServer;
let staff: Browser;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
  staff = await signInAdmin(server);
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const places = "from=Kigali%20International%20Airport&to=Amahoro%20Stadium";
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const stored = () => server.deps.db.select().from(reservations).all();

async function goToConfirm(browser: Browser) {
  await openPage(server, `/booking?${places}`, browser);
  await heading("When do you need the car?");
  await press("Tomorrow");
  await press("See cars and prices");
  await heading("Choose your car");
  await press(/^Continue/);
  await heading("Check and book");
}

test("a member bills a trip to the company, with the cost centre that it requires", async () => {
  const company = await createCompany(staff, { name: "Acme Ltd", requiresCostCentre: true });
  const costCentreId = await addCostCentre(staff, company.id, "Sales");
  await invite(staff, company.id, "rider@example.com");
  const { browser } = await signInRider(server);
  await goToConfirm(browser);
  await userEvent.click(await screen.findByRole("radio", { name: "Bill to Acme Ltd" }));
  await press("Book now");
  expect((await screen.findAllByText("Choose one of the company's cost centres.")).length).toBe(2);
  expect(stored()).toEqual([]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /Cost centre/ }), "Sales");
  await userEvent.type(screen.getByRole("textbox", { name: /Reference/ }), "PO 7");
  await press("Book now");
  await waitFor(() => expect(stored()).toHaveLength(1));
  expect(stored()[0]).toMatchObject({
    payment: "account",
    companyId: company.id,
    costCentreId,
    billingReference: "PO 7",
  });
}, 30_000);

test("a member removed while booking is told, and pays for the trip another way", async () => {
  const company = await createCompany(staff, { name: "Acme Ltd" });
  const { people } = await invite(staff, company.id, "rider@example.com");
  const { browser } = await signInRider(server);
  await goToConfirm(browser);
  await userEvent.click(await screen.findByRole("radio", { name: "Bill to Acme Ltd" }));
  await staff.delete(`/admin/companies/${company.id}/members/${people[0]?.id}`);
  await press("Book now");
  await screen.findByText(/You cannot book on this company's account/);
  expect(stored()).toEqual([]);
  await userEvent.click(screen.getByRole("radio", { name: "Cash in the car" }));
  await press("Book now");
  await waitFor(() => expect(stored()).toMatchObject([{ payment: "cash", companyId: null }]));
}, 30_000);

test("a manager reads the states of trips in the rider's words, not in dispatch's", async () => {
  const company = await createCompany(staff, { name: "Acme Ltd" });
  await invite(staff, company.id, "rider@example.com", "manager");
  const { browser } = await signInRider(server);
  const now = server.deps.now();
  await book(browser, {
    pickupLocal: new Date(now + 48 * 3_600_000).toISOString().slice(0, 16),
  });
  const accountTrip = { companyId: company.id, payment: "account", pickupAt: now } as const;
  await server.deps.write((tx) => tx.update(reservations).set(accountTrip).run());
  await openPage(server, "/profile/company", browser);
  await screen.findByText("Awaiting confirmation");
  expect(screen.queryByText("Pending")).toBeNull();
  await server.deps.write((tx) => tx.update(reservations).set({ state: "offered" }).run());
  closePage();
  await openPage(server, "/profile/company", browser);
  await screen.findByText("Confirmed");
  expect(screen.queryByText("Offered")).toBeNull();
}, 30_000);

test("a manager invites a colleague, adds a cost centre and leaves the company", async () => {
  const company = await createCompany(staff, { name: "Acme Ltd" });
  await invite(staff, company.id, "rider@example.com", "manager");
  const { browser } = await signInRider(server);
  await openPage(server, "/profile/company", browser);
  await screen.findByText("You are a manager");
  expect(screen.getByText("No trips on the account this month.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("E-mail or phone of a colleague"), "new@example.com");
  await press("Invite");
  await screen.findByText("new@example.com");
  await userEvent.type(screen.getByLabelText("New cost centre"), "Sales");
  await press("Add");
  await screen.findByRole("button", { name: "Turn off Sales" });
  expect(server.deps.db.select().from(costCentres).all()).toMatchObject([{ name: "Sales" }]);
  await press("Leave company: Acme Ltd");
  await userEvent.click(await screen.findByRole("button", { name: "Leave company" }));
  await screen.findByText("No company pays for you yet");
  expect(server.deps.db.select().from(companyMembers).all()).toHaveLength(1);
}, 30_000);

test("a manager's reason to decline a trip stays typed if sending fails, for that trip only", async () => {
  const company = await createCompany(staff, { name: "Acme Ltd", approval: "always" });
  await invite(staff, company.id, "rider@example.com");
  await invite(staff, company.id, "boss@example.com", "manager");
  const { browser: rider } = await signInRider(server);
  const { browser: bossClient } = await signInRider(server, "boss@example.com");
  for (const browser of [rider, bossClient]) await browser.get("/companies");
  const pickupLocal = new Date(server.deps.now() + 48 * 3_600_000).toISOString().slice(0, 16);
  for (const _ of [1, 2])
    await bookOnAccount(rider, { companyId: company.id }, { trip: { pickupLocal } });
  const path = `/companies/${company.id}/approvals`;
  const { requests } = (await (await bossClient.get(path)).json()) as {
    requests: { id: string }[];
  };
  const failing = interceptedBrowser(bossClient, {
    [`POST ${path}/${requests[0]?.id}`]: () => Promise.reject(new TypeError("fetch failed")),
  });
  await openPage(server, "/profile/company", failing);
  const decline = async (at: number) => {
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "Decline" }))[at] as Element,
    );
    return within(await screen.findByRole("dialog"));
  };
  const first = await decline(0);
  await userEvent.click(first.getByRole("button", { name: "Decline" }));
  await first.findByText("Please give a reason.");
  await userEvent.type(first.getByLabelText("Reason"), "Too dear");
  expect(first.queryByText("Please give a reason.")).toBeNull();
  await userEvent.click(first.getByRole("button", { name: "Decline" }));
  await first.findByText("That did not work. Try again.");
  expect(first.getByLabelText<HTMLInputElement>("Reason").value).toBe("Too dear");
  await userEvent.click(first.getByRole("button", { name: "Go back" }));
  const second = await decline(1);
  expect(second.getByLabelText<HTMLInputElement>("Reason").value).toBe("");
  await userEvent.type(second.getByLabelText("Reason"), "Not needed{Enter}");
  await waitFor(() =>
    expect(
      stored()
        .map(({ state }) => state)
        .toSorted(),
    ).toEqual(["cancelled", "pending"]),
  );
}, 30_000);

/** The page of a payment link, as a payer sees it, and how dispatch requests money with one. */
import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { paymentAttempts } from "../../db/schema/payment-links";
import type { PayLinkAnswer } from "../../src/payments/links/link-contract";
import { createCompany } from "../support/companies";
import { createInvoice } from "../support/invoices";
import { startMomo } from "../support/payments/mtn-momo";
import { startStripe } from "../support/payments/stripe";
import type { Browser } from "../support/server";
import { signInAdmin } from "../support/staff";
import { closePage, openPage } from "../support/pages";
import { installStream } from "./driver/stream";
import { createScene, go, json, type Scene } from "../tracking/scene";

const stripe = startStripe();
const momo = startMomo();
afterAll(() => Promise.all([stripe.stop(), momo.stop()]));
let scene: Scene;
let owner: Browser;
let removeStream: () => void;
beforeEach(async () => {
  removeStream = installStream();
  scene = await createScene();
  Object.assign(scene.server.deps.config, {
    stripe: stripe.connection,
    momo: momo.connection,
  });
  await go(scene, "en_route", "on_location", "passenger_on_board", "completed");
  owner = await signInAdmin(scene.server, { role: "owner", email: "owner@example.com" });
});
afterEach(() => {
  closePage();
  scene.server.close();
  removeStream();
});

const at = (what: string) => `/admin/reservations/${scene.trip.id}/${what}`;
async function token(): Promise<string> {
  const { link } = await json<PayLinkAnswer>(await owner.post(at("pay-link"), {}));
  return link?.url.split("/").at(-1) ?? "";
}
const attempt = () => scene.server.deps.db.select().from(paymentAttempts).all().at(-1)?.id ?? "";

test("a payer confirms mobile money on the phone and gets a receipt", async () => {
  const user = userEvent.setup();
  const link = await token();
  await openPage(scene.server, `/pay/${link}`);
  expect(screen.getByRole("heading", { name: `Trip ${scene.trip.number}` })).toBeTruthy();
  expect(await screen.findByText(/We never see your card/)).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "Mobile money" }));
  expect(screen.queryByText(/your card/)).toBeNull();
  expect(screen.getByText("This is a test: no money is taken.")).toBeTruthy();
  const phone = screen.getByLabelText("Mobile money number");
  await user.clear(phone);
  await user.click(screen.getByRole("button", { name: /^Pay / }));
  expect(await screen.findByText("Enter a valid phone number.")).toBeTruthy();
  await user.type(phone, "+250788123456");
  await user.click(screen.getByRole("button", { name: /^Pay / }));
  expect(await screen.findByText(/Confirm the payment on your phone/)).toBeTruthy();
  momo.pay(attempt());
  scene.server.advance(10_000);
  await screen.findByText("Paid. Thank you!", {}, { timeout: 6_000 });
  expect(screen.getByText("Reference")).toBeTruthy();
});

test("a revoked link and an unknown one tell the payer to ask for a new one", async () => {
  const link = await token();
  await owner.delete(at("pay-link"));
  await openPage(scene.server, `/pay/${link}`);
  expect(screen.getByText(/Ask us for a new one/)).toBeTruthy();
  closePage();
  await openPage(scene.server, "/pay/AAAAAAAAAAAAAAAAAAAAAA");
  expect(screen.getByRole("heading", { level: 1, name: /Ask us for a new one/ })).toBeTruthy();
});

test("the payment page uses the visitor's language", async () => {
  const link = await token();
  await openPage(scene.server, `/pay/${link}`, undefined, "fr");
  expect(await screen.findByText("Comment voulez-vous payer ?")).toBeTruthy();
});

test("dispatch sends a payment link on the trip's page, sends it again and revokes it", async () => {
  const user = userEvent.setup();
  await openPage(scene.server, `/dispatch/dashboard/reservation/${scene.trip.id}`, owner);
  await user.click(await screen.findByRole("button", { name: /^Ask for .* by link$/ }));
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  await waitFor(() => expect(screen.getByText(/^Sent .*, not opened yet, expires /)).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Revoke payment link" }));
  await screen.findByRole("button", { name: /^Ask for .* by link$/ });
});

test("staff refund an online payment on the trip's page, and mark a difference as resolved", async () => {
  const user = userEvent.setup();
  const link = await token();
  await json(await scene.server.browser().post(`/pay/${link}`, { method: "card_online" }));
  stripe.pay(attempt(), { amount: scene.trip.fareMinor + 100 });
  await json(await owner.post("/admin/payments/reconciliation"));
  await openPage(scene.server, `/dispatch/dashboard/reservation/${scene.trip.id}`, owner);
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const amount = await screen.findByLabelText(/^Amount/);
  await user.clear(amount);
  await user.type(amount, "100");
  await user.type(screen.getByLabelText("Reason"), "Too much came");
  await user.click(screen.getAllByRole("button", { name: "Refund" }).at(-1) as HTMLElement);
  await waitFor(() => expect(stripe.ledger()[attempt()]).toBe(scene.trip.fareMinor));
  closePage();
  await openPage(scene.server, "/dispatch/dashboard/payment-differences", owner);
  await user.click(await screen.findByRole("button", { name: "Mark as resolved" }));
  await user.type(await screen.findByLabelText("What was done"), "Gave 100 back");
  await user.click(
    screen.getAllByRole("button", { name: "Mark as resolved" }).at(-1) as HTMLElement,
  );
  await screen.findByText("No differences");
});

test("the page of an invoice has its payment link and refunds an overpayment", async () => {
  const user = userEvent.setup();
  const company = await createCompany(owner, { name: "Acme Ltd", billingEmail: "a@example.com" });
  const invoice = await createInvoice(scene.server, owner, company.id, 9_000);
  const path = `/admin/invoices/${invoice.id}`;
  await openPage(scene.server, `/dispatch/dashboard/invoices/${invoice.id}`, owner);
  await user.click(await screen.findByRole("button", { name: /^Ask for RWF.9,000 by link$/ }));
  await screen.findByText(/^Sent .*, not opened yet, expires /);
  await user.click(screen.getByRole("button", { name: "Revoke payment link" }));
  await user.click(await screen.findByRole("button", { name: /^Ask for RWF.9,000 by link$/ }));
  await screen.findByRole("button", { name: "Copy payment link" });
  const { link } = await json<PayLinkAnswer>(await owner.get(`${path}/pay-link`));
  const payer = scene.server.browser();
  await json(await payer.post(`/pay/${link?.url.split("/").at(-1)}`, { method: "card_online" }));
  const transfer = { amountMinor: 4_000, method: "bank_transfer", paidOn: "2026-11-20" };
  await json(await owner.post(`${path}/payments`, transfer));
  stripe.pay(attempt());
  await json(await owner.post("/admin/payments/reconciliation"));
  closePage();
  await openPage(scene.server, `/dispatch/dashboard/invoices/${invoice.id}`, owner);
  // Only the transfer can be reversed.
  const table = await screen.findByRole("table", { name: "Payments" });
  expect(within(table).getAllByRole("button", { name: "Reverse payment" })).toHaveLength(1);
  const card = screen.getByRole("row", { name: /Card online/ });
  await user.click(within(card).getByRole("button", { name: "Refund" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe("4,000");
  await user.type(dialog.getByLabelText("Reason"), "Paid twice");
  await user.click(dialog.getByRole("button", { name: "Refund" }));
  await waitFor(() => expect(stripe.ledger()[attempt()]).toBe(5_000));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Refund" })).toBeNull());
});

test("anyone with the link chooses or types a tip and pays it", async () => {
  const user = userEvent.setup();
  const { url } = await json<{ url: string }>(
    await scene.rider.post(`/reservations/${scene.trip.id}/tip-link`),
  );
  await openPage(scene.server, `/pay/${url.split("/").at(-1)}`);
  expect(screen.getByRole("heading", { name: `Tip for trip ${scene.trip.number}` })).toBeTruthy();
  await user.click(await screen.findByRole("radio", { name: /15 %/ }));
  await user.click(screen.getByRole("radio", { name: "Another amount" }));
  await user.click(screen.getByRole("button", { name: /^Pay / }));
  expect(await screen.findByText("Enter an amount.")).toBeTruthy();
  const amount = screen.getByLabelText("Amount in RWF");
  await user.type(amount, "99999999");
  await user.click(screen.getByRole("button", { name: /^Pay / }));
  expect(await screen.findByText(/^At most /)).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, "750");
  await user.click(screen.getByRole("radio", { name: "Mobile money" }));
  const phone = screen.getByLabelText("Mobile money number");
  await user.clear(phone);
  await user.type(phone, "+250788123456");
  await user.click(screen.getByRole("button", { name: /^Pay RWF.750$/ }));
  expect(await screen.findByText(/Confirm the payment on your phone/)).toBeTruthy();
  momo.pay(attempt());
  scene.server.advance(10_000);
  await screen.findByText("Paid. Thank you!", {}, { timeout: 6_000 });
  closePage();
  await openPage(scene.server, `/trips/${scene.trip.id}`, scene.rider);
  expect(await screen.findByText(/^Your tip: RWF.750$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Tip online" })).toBeTruthy();
});

test.each([
  ["sk_test_1", "Test: no real money"],
  ["sk_live_1", "Live: real money"],
])("the provider settings show whether the key %s moves real money", async (secretKey, words) => {
  const { config } = scene.server.deps;
  Object.assign(config, { stripe: { ...stripe.connection, secretKey }, momo: null });
  await openPage(scene.server, "/dispatch/dashboard/settings/providers", owner);
  await screen.findByText(words);
  expect(screen.getAllByText(/real money$/)).toHaveLength(1);
});

test("staff send and revoke a payment link in a row of the unpaid list", async () => {
  const user = userEvent.setup();
  await openPage(scene.server, "/dispatch/dashboard/unpaid", owner);
  await user.click(await screen.findByRole("button", { name: "Payment link" }));
  const dialog = within(await screen.findByRole("dialog", { name: /^Payment link of/ }));
  await user.click(await dialog.findByRole("button", { name: /^Ask for .* by link$/ }));
  await dialog.findByRole("button", { name: "Send again" });
  await user.click(dialog.getByRole("button", { name: "Close" }));
  expect(await screen.findByText(/^Payment link sent .*, not opened yet$/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Payment link" }));
  const secondDialog = within(await screen.findByRole("dialog", { name: /^Payment link of/ }));
  await user.click(await secondDialog.findByRole("button", { name: "Revoke payment link" }));
  await secondDialog.findByRole("button", { name: /^Ask for .* by link$/ });
  await user.click(secondDialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText(/^Payment link sent/)).toBeNull());
});

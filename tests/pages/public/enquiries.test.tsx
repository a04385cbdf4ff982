/** The pages of the services with their enquiry forms, and the pages for lost and found items. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { contactEntries, contactMessages } from "../../../db/schema/contact";
import { foundItems, lostReports } from "../../../db/schema/property";
import { exampleService, publish } from "../../support/content";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", BRAND: "Zebra" });
});
afterEach(() => {
  closePage();
  server.close();
});

const main = () => within(screen.getByRole("main"));
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;
const press = (name: string) => userEvent.click(main().getByRole("button", { name }));
const messages = () => server.deps.db.select().from(contactMessages).all();
const texts = () =>
  server.deps.db
    .select()
    .from(contactEntries)
    .all()
    .map(({ body }) => body);

describe.each([
  ["/home-care", "Home care and care rides", "Ask for a care ride"],
  ["/language-translation", "Interpreters", "Ask for an interpreter"],
  ["/depanage", "Help on the road", "Ask for help on the road"],
])("%s", (path, name, label) => {
  test("explains the service, shows the prices in force and has an enquiry form", async () => {
    await openPage(server, path);
    expect(heading()).toBe(name);
    for (const title of ["How it works", "What is included", "Today’s prices"])
      expect(main().getByRole("heading", { level: 2, name: title })).toBeTruthy();
    expect(main().getByText("Lowest fare").parentElement?.textContent).toMatch(/\d/);
    expect(main().getByRole("form", { name: label }).getAttribute("action")).toBe(
      `${path}#enquiry`,
    );
    expect(main().getByRole("link", { name: "Ask us" }).getAttribute("href")).toBe("#enquiry");
    const others = within(screen.getByRole("navigation", { name: "Other services" }));
    const hrefs = others.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs).toHaveLength(2);
    expect(hrefs).not.toContain(path);
  });

  test("is linked from its page among the services", async () => {
    await openPage(server, `/services${path}`);
    expect(heading()).toBe(name);
    expect(main().getByRole("link", { name: "Ask us" }).getAttribute("href")).toBe(
      `${path}#enquiry`,
    );
    expect(main().queryByRole("form")).toBeNull();
  });
});

test("a service page shows the operator's text and price", async () => {
  publish(server, "service", "depanage", {
    name: "Help on the road",
    summary: "Not at present.",
    body: "",
    picture: null,
    priceFromMinor: 20_000,
  });
  await openPage(server, "/depanage");
  expect(main().getByText("Not at present.")).toBeTruthy();
  expect(main().getByText(/20,000/)).toBeTruthy();
});

test("the care form names what is missing, keeps the answers and thanks the sender", async () => {
  const user = userEvent.setup();
  await openPage(server, "/home-care");
  await user.selectOptions(main().getByLabelText("Mobility"), "scooter");
  await user.click(main().getByLabelText("It’s a repeating trip, such as dialysis or therapy"));
  await press("Send the enquiry");
  expect(await main().findByText("Please tell us your name.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(main().getByLabelText("Your name")));
  await user.type(main().getByLabelText("Your name"), "Chantal");
  await user.type(main().getByLabelText("E-mail address or phone number"), "0788 123 456");
  await press("Send the enquiry");
  await main().findByText("Thank you. We have your message.");
  expect(messages()).toMatchObject([{ topic: "care", phone: "+250788123456" }]);
  expect(texts()).toEqual(["Mobility: Has a mobility scooter\nRepeats: yes"]);
});

test("an error from the server shows at its field, and the answers stay typed", async () => {
  const user = userEvent.setup();
  await openPage(server, "/depanage");
  await user.type(main().getByLabelText("Your name"), "Jean");
  await user.type(main().getByLabelText("E-mail address or phone number"), "nobody");
  await user.type(main().getByLabelText("Which car?"), "Grey RAV4");
  await user.type(main().getByLabelText("Where is the car?"), "KN 5 Road");
  await press("Ask for help");
  await main().findByText("Please enter an e-mail address or a phone number.");
  await waitFor(() =>
    expect(main().getByLabelText<HTMLInputElement>("Which car?").value).toBe("Grey RAV4"),
  );
  expect(messages()).toEqual([]);
});

test("a company asks for an account on a separate page", async () => {
  const user = userEvent.setup();
  await openPage(server, "/company-account");
  expect(heading()).toBe("An account for your company");
  await user.type(main().getByLabelText("Company"), "Inyange Ltd");
  await user.selectOptions(main().getByLabelText("Trips a month"), "more");
  await user.type(main().getByLabelText("Your name"), "Jean");
  await user.type(main().getByLabelText("E-mail address or phone number"), "jean@example.com");
  await press("Ask for an account");
  await main().findByText("Thank you. We have your message.");
  expect(texts()).toEqual(["Company: Inyange Ltd\nTrips a month: More than 200"]);
});

test("a service that the operator added has an enquiry form on its page", async () => {
  const user = userEvent.setup();
  publish(server, "service", "school-runs", exampleService("School runs with {brand}"));
  await openPage(server, "/services/school-runs");
  expect(main().getByRole("link", { name: "Ask us" }).getAttribute("href")).toBe("#enquiry");
  const form = main().getByRole("form", { name: "Ask for School runs with Zebra" });
  expect(form.getAttribute("action")).toBe("/services/school-runs#enquiry");
  await user.type(main().getByLabelText("Your name"), "Jean");
  await user.type(main().getByLabelText("E-mail address or phone number"), "jean@example.com");
  await press("Send the enquiry");
  expect(await main().findByText("Please tell us what you need.")).toBeTruthy();
  await user.type(main().getByLabelText("What you need"), "Two children at 7.");
  await press("Send the enquiry");
  await main().findByText("Thank you. We have your message.");
  expect(messages()).toMatchObject([{ topic: "service", email: "jean@example.com" }]);
  expect(texts()).toEqual(["Service: School runs with Zebra\n\nTwo children at 7."]);
});

test("a visitor reports a lost item without an account", async () => {
  const user = userEvent.setup();
  await openPage(server, "/lost-property");
  await press("Send the report");
  expect(await main().findByText("Please tell us what you lost.")).toBeTruthy();
  await user.type(main().getByLabelText("What did you lose?"), "Blue backpack");
  await user.selectOptions(main().getByLabelText("Kind of item"), "bag");
  await user.type(main().getByLabelText("Your name"), "Jean");
  await user.type(main().getByLabelText("E-mail address or phone number"), "jean@example.com");
  await press("Send the report");
  await main().findByText("Thank you. We have your report.");
  expect(server.deps.db.select().from(lostReports).all()).toMatchObject([
    { what: "Blue backpack", category: "bag", source: "website", contact: "jean@example.com" },
  ]);
});

test("a visitor reports a found item without an account", async () => {
  const user = userEvent.setup();
  await openPage(server, "/found-property");
  await user.type(main().getByLabelText("What did you find?"), "A red umbrella");
  await user.selectOptions(main().getByLabelText("Where is it now?"), "driver");
  await user.type(main().getByLabelText("Your name"), "Ange");
  await user.type(main().getByLabelText("E-mail address or phone number"), "ange@example.com");
  await press("Tell us");
  await main().findByText("Thank you. Somebody will be glad.");
  expect(server.deps.db.select().from(foundItems).all()).toMatchObject([
    { what: "A red umbrella", state: "kept" },
  ]);
  expect(messages()).toMatchObject([{ topic: "found" }]);
});

test.each(["/home-care", "/company-account", "/lost-property", "/found-property"])(
  "%s thanks the sender of its form without scripts",
  async (path) => {
    await openPage(server, `${path}?sent=yes`);
    expect(main().getByRole("heading", { name: /^Thank you/ })).toBeTruthy();
    closePage();
    await openPage(server, `${path}?sent={}`);
    expect(main().queryByRole("heading", { name: /^Thank you/ })).toBeNull();
  },
);

test("the contact page and the footer link to each form", async () => {
  await openPage(server, "/contact-us");
  const others = within(screen.getByRole("navigation", { name: "Other forms" }));
  expect(others.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/lost-property",
    "/found-property",
    "/home-care#enquiry",
    "/language-translation#enquiry",
    "/depanage#enquiry",
    "/company-account",
  ]);
  const footer = within(screen.getByRole("contentinfo"));
  for (const [name, href] of [
    ["Lost something?", "/lost-property"],
    ["Found something?", "/found-property"],
    ["For companies", "/company-account"],
    ["Help on the road", "/depanage"],
  ] as const)
    expect(footer.getByRole("link", { name }).getAttribute("href")).toBe(href);
});

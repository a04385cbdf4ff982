/** The application's page: specification section 3 (its text fields), 5 and 8. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { driverApplications } from "../../../db/schema/drivers";
import { closePage, openPage } from "../../support/pages";
import { type Browser, createTestServer, type TestServer } from "../../support/server";

let server: TestServer;

beforeEach(async () => {
  server = await createTestServer();
  sessionStorage.clear();
});

afterEach(() => {
  closePage();
  server.close();
});

const answers: Record<string, string> = {
  "First name": "Jean Bosco",
  "Last name": "Habimana",
  "Date of birth": "1990-04-12",
  Nationality: "Rwandan",
  "Phone number": "+250788123456",
  Email: "bosco@example.com",
  Address: "KG 11 Ave 5, Kigali",
  "Their name": "Claudine Uwera",
  "Their phone number": "+250788654321",
  "License ID": "RW-19900412",
  "License issued in": "Rwanda",
  "License expiry date": "2029-05-01",
  "Years of experience": "8",
  Languages: "Kinyarwanda, English",
  "Availability to start": "1 December",
};

async function fill() {
  for (const [label, value] of Object.entries(answers)) {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    field.focus();
    await userEvent.paste(value);
    if (field.value === "") await userEvent.type(field, value);
  }
  await userEvent.selectOptions(screen.getByLabelText("Gender"), "Prefer not to say");
}

const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit Application" }));
const stored = () => server.deps.db.select().from(driverApplications).all();

test("a filled application is stored, and says what is asked for later", async () => {
  await openPage(server, "/driver-apply");
  await fill();
  await userEvent.click(screen.getByRole("checkbox"));
  await submit();
  const dialog = await screen.findByRole("dialog", { name: "Submitted!" });
  expect(dialog.textContent).toContain("Application submitted successfully!");
  await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
  await screen.findByRole("heading", { level: 1, name: /has your application/ });
  expect(screen.getByText(/dispatch will ask you for them later/)).toBeTruthy();
  const [row] = stored();
  expect(row?.firstName).toBe("Jean Bosco");
  expect(row?.phone).toBe("+250788123456");
  expect(row?.certified).toBe(true);
  expect(screen.getByText(row?.id ?? "none")).toBeTruthy();
  expect(sessionStorage.getItem("driver-apply")).toBeNull();
}, 15_000);

test("what is missing is named and can be sent anyway", async () => {
  await openPage(server, "/driver-apply");
  await userEvent.type(screen.getByLabelText("First name"), "Bosco");
  await submit();
  const dialog = within(await screen.findByRole("dialog", { name: "Some things are missing" }));
  expect(dialog.getByText("Last name")).toBeTruthy();
  expect(dialog.queryByText("First name")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Go back" }));
  expect(stored()).toHaveLength(0);
  const lastName = screen.getByLabelText("Last name");
  await waitFor(() => expect(document.activeElement).toBe(lastName));
  expect(lastName.getAttribute("aria-invalid")).toBe("true");
  await submit();
  await userEvent.click(await screen.findByRole("button", { name: "Submit anyway" }));
  await screen.findByRole("dialog", { name: "Submitted!" });
  expect(stored()[0]?.status).toBe("incomplete");
}, 15_000);

test("a failure keeps what was typed, and so does a reload", async () => {
  const visitor = server.browser();
  const broken: Browser = {
    ...visitor,
    request: (path, options) =>
      path === "/driver-application"
        ? Promise.reject(new TypeError("no network"))
        : visitor.request(path, options),
  };
  await openPage(server, "/driver-apply", broken);
  await userEvent.type(screen.getByLabelText("First name"), "Bosco");
  await submit();
  await userEvent.click(await screen.findByRole("button", { name: "Submit anyway" }));
  const dialog = await screen.findByRole("dialog", { name: "Submission Failed" });
  expect(dialog.textContent).toContain("Error submitting application. Please try again.");
  await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
  expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Bosco");
  closePage();
  await openPage(server, "/driver-apply");
  expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Bosco");
}, 15_000);

test("a field that cannot be read is named and focused", async () => {
  await openPage(server, "/driver-apply");
  await userEvent.type(screen.getByLabelText("Email"), "not-an-address");
  await submit();
  await userEvent.click(await screen.findByRole("button", { name: "Submit anyway" }));
  const dialog = await screen.findByRole("dialog", { name: "Submission Failed" });
  await userEvent.click(within(dialog).getByRole("button", { name: "OK" }));
  const email = screen.getByLabelText("Email");
  await waitFor(() => expect(document.activeElement).toBe(email));
  expect(screen.getByText("Enter a valid email address.")).toBeTruthy();
}, 15_000);

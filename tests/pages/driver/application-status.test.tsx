/** An application opened by its link: missing items are added, certified and sent. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { driverApplications } from "../../../db/schema/drivers";
import { applicantLink, applyToDrive, completeAnswers } from "../../support/applicants";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => {
  closePage();
  server.close();
});

const rows = () => server.deps.db.select().from(driverApplications).all();
async function openLink(input: Parameters<typeof applyToDrive>[1]) {
  await applyToDrive(server, input);
  const token = applicantLink(server, "applicant@example.com");
  await openPage(server, `/driver-apply/status/${token}`);
  return token;
}
const { color: _, certified: __, ...unfinished } = completeAnswers;

test("an applicant adds and certifies what is missing, and the application is complete", async () => {
  await openLink({ answers: unfinished, whole: true });
  screen.getByText("Incomplete");
  const card = screen.getByRole("heading", { name: "Still needed" }).parentElement;
  expect(
    within(card ?? document.body)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Colour", "Your confirmation that everything is accurate"]);
  const color = await screen.findByRole("textbox", { name: "Colour" });
  await userEvent.type(color, "Silver");
  await userEvent.click(screen.getByRole("checkbox"));
  await userEvent.click(screen.getByRole("button", { name: "Send changes" }));
  await screen.findByText("Complete");
  const [row] = rows();
  expect(row).toMatchObject({ status: "submitted", certified: true });
  expect(row?.answers.color).toBe("Silver");
});

test("an invalid answer is named at its field and stays typed", async () => {
  await openLink({ answers: { ...unfinished, year: "" }, whole: true });
  const year = await screen.findByRole<HTMLInputElement>("textbox", { name: "Year" });
  await userEvent.type(year, "soon");
  await userEvent.click(screen.getByRole("button", { name: "Send changes" }));
  await screen.findByText("Enter a year like 2021.");
  expect(year.value).toBe("soon");
  expect(rows()[0]?.answers.year).toBeUndefined();
});

test("an applicant withdraws the application, and the old link offers a new one", async () => {
  const token = await openLink({ answers: completeAnswers });
  const withdraw = "Withdraw application";
  await userEvent.click(screen.getByRole("button", { name: withdraw }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw your application?" });
  await userEvent.click(within(dialog).getByRole("button", { name: withdraw }));
  await screen.findByRole("heading", { name: "You have withdrawn your application" });
  expect(rows()).toEqual([]);
  closePage();
  await openPage(server, `/driver-apply/status/${token}`);
  screen.getByRole("heading", { name: "This link no longer works" });
  const send = "Send me a link";
  await userEvent.click(screen.getByRole("button", { name: send }));
  await screen.findByText("This field is required.");
  await userEvent.type(screen.getByRole("textbox"), "applicant@example.com");
  await userEvent.click(screen.getByRole("button", { name: send }));
  await screen.findByText(/^If you have applied with this e-mail address or phone number/);
});

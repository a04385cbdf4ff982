/** The driver's sign-in: specification sections 2, 4, 5 and 8. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { forgetDriverData } from "../../../client/driving/answers";
import { createDriver } from "../../support/fleet";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, type TestServer } from "../../support/server";
import { lastMessage, messagesTo } from "../../support/sign-in";
import { installStream } from "./stream";

let server: TestServer;
let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createTestServer();
  createDriver(server, { firstName: "Eric", email: "eric@example.com", phone: "+250788123456" });
});

afterEach(() => {
  closePage();
  forgetDriverData();
  server.close();
  removeStream();
});

const field = () => screen.getByRole("textbox", { name: "E-mail or phone number" });
const go = () => screen.getByRole<HTMLButtonElement>("button", { name: "Continue" });

test("section 2: an address with another brand shows that the page can't be found", async () => {
  await openPage(server, "/otherDriver");
  expect(screen.getByText("We can’t find that page")).toBeTruthy();
});

test("sections 2 and 4: a driver signs in by e-mail and reaches the dashboard", async () => {
  const router = await openPage(server, "/liveryDriver");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "What's your phone number or email?",
  );
  await userEvent.type(field(), "eric@example.com");
  await userEvent.click(go());
  await screen.findByText("Check your inbox.");
  await waitFor(() => expect(router.state.location.pathname).toBe("/liveryDriver/DriverVerify"), {
    timeout: 4000,
  });
  await screen.findByRole("heading", { level: 1, name: "Welcome back, Eric" });
  expect(screen.getByText("e***@example.com")).toBeTruthy();
  // The state is now in memory and no longer in the route.
  await waitFor(() => expect(router.state.location.state.verification).toBeUndefined());

  const verify = screen.getByRole<HTMLButtonElement>("button", { name: "Verify Code" });
  expect(verify.disabled).toBe(true);
  const { code } = lastMessage(server, "eric@example.com");
  await userEvent.click(screen.getByRole("textbox", { name: "Digit 1 of 4" }));
  await userEvent.paste(code);
  await screen.findByText("OTP verified successfully!");
  await waitFor(() => expect(router.state.location.pathname).toBe("/driver/dashboard"));
  await screen.findByText("No ride requests yet");
}, 30_000);

test("section 8: a wrong code is refused with the server's message", async () => {
  const router = await openPage(server, "/liveryDriver");
  await userEvent.type(field(), "eric@example.com");
  await userEvent.click(go());
  await waitFor(() => expect(router.state.location.pathname).toBe("/liveryDriver/DriverVerify"), {
    timeout: 4000,
  });
  const { code } = lastMessage(server, "eric@example.com");
  await userEvent.click(await screen.findByRole("textbox", { name: "Digit 1 of 4" }));
  await userEvent.paste(code === "1234" ? "4321" : "1234");
  const popup = await screen.findByRole("dialog", { name: "Error" });
  expect(popup.textContent).toContain("OTP Verification failed. Please try again.");
}, 30_000);

test("section 7: an unknown person is told to apply first and gets a link to the application", async () => {
  await openPage(server, "/liveryDriver");
  await userEvent.type(field(), "stranger@example.com");
  await userEvent.click(go());
  const popup = await screen.findByRole("dialog", { name: "Error" });
  expect(popup.textContent).toContain("send an application first");
  await userEvent.click(screen.getByRole("button", { name: "OK" }));
  expect(await screen.findByText("Drive with us. Start with an application.")).toBeTruthy();
  const way = screen.getByRole("link", { name: "Apply to drive" });
  expect(way.getAttribute("href")).toBe("/driver-apply");
  expect(messagesTo(server, "stranger@example.com")).toHaveLength(0);
});

test("sections 5 and 8: an invalid e-mail or phone number is refused before anything is sent", async () => {
  await openPage(server, "/liveryDriver");
  expect(go().disabled).toBe(true);
  await userEvent.type(field(), "eric@example");
  expect(go().disabled).toBe(true);
  await userEvent.tab();
  await screen.findByText("Invalid email or phone number");
  await userEvent.clear(field());
  await screen.findByText("This field is required.");
});

test("section 2: the code screen redirects to the sign-in screen if no code was requested", async () => {
  const router = await openPage(server, "/liveryDriver/DriverVerify");
  await waitFor(() => expect(router.state.location.pathname).toBe("/liveryDriver"));
});

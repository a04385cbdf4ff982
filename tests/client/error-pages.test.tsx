import { afterEach, beforeEach, expect, test } from "bun:test";
import { screen } from "@testing-library/react";
import { closePage, openPage } from "../support/pages";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer;

beforeEach(async () => {
  server = await createTestServer();
});

afterEach(() => {
  closePage();
  server.close();
});

test("an unknown address shows that the page is missing, with a link to the home page", async () => {
  await openPage(server, "/no/such/page");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("We can’t find that page");
  expect(screen.getByRole("link", { name: /home/i }).getAttribute("href")).toBe("/");
});

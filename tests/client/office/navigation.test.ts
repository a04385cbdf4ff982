import { expect, test } from "bun:test";
import { screensOfRole } from "../../../client/office/navigation";
import { AdminRole } from "../../../src/accounts/contract";

const labels = (role: AdminRole) =>
  screensOfRole(role).flatMap(({ items }) => items.map(({ label }) => label));

test("each role sees the screens whose calls it may make", () => {
  const own = (role: AdminRole) => labels("owner").filter((label) => !labels(role).includes(label));
  expect(own("dispatcher")).toEqual([
    "Payment differences",
    "Import",
    "Staff",
    "Audit log",
    "Status",
  ]);
  expect(own("accountant")).toEqual([
    "Incidents",
    "Applications",
    "Riders",
    "Lost property",
    "Found property",
    "Website",
    "Import",
    "Staff",
    "Status",
  ]);
});

test("each screen in the navigation is a page, appears once and is in a group with a title", async () => {
  const tree = await Bun.file("client/routeTree.gen.ts").text();
  const ways = screensOfRole("owner").flatMap(({ items }) => items.map(({ to }) => to));
  expect(new Set(ways).size).toBe(ways.length);
  for (const way of ways) expect(tree).toContain(JSON.stringify(way));
  for (const role of AdminRole.options)
    for (const { title, items } of screensOfRole(role)) {
      expect(title).not.toBe("");
      expect(items.length).toBeGreaterThan(0);
    }
});

import { afterEach, expect, test } from "bun:test";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Car, Map as MapIcon } from "lucide-react";
import type { NavGroup } from "../../../client/ui/nav";
import { GroupedNav } from "../../../client/ui/nav-groups";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const groups: NavGroup[] = [
  {
    title: "Day",
    items: [
      { label: "Trips", to: "/trips", icon: Car, count: 3 },
      { label: "Incidents", to: "/incidents", icon: Car, count: 2 },
      { label: "Map", to: "/map", icon: MapIcon },
    ],
  },
  {
    title: "Fleet",
    items: [
      { label: "Drivers", to: "/drivers", excludedPath: "/drivers/new", icon: Car },
      { label: "New", to: "/drivers/new", icon: Car },
    ],
  },
];

async function open(at = "/map") {
  const rootRoute = createRootRoute({
    component: () => <GroupedNav dense groups={groups} label="Ways" />,
    notFoundComponent: () => null,
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  render(<RouterProvider router={router as never} />);
  return within(await screen.findByRole("navigation", { name: "Ways" }));
}

test("a folded group shows how many items wait in it, and stays folded in this browser", async () => {
  const nav = await open();
  const day = nav.getByRole("button", { name: "Day" });
  expect(day.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(day);
  expect(nav.getByRole("button", { name: "Day 5 waiting" }).getAttribute("aria-expanded")).toBe(
    "false",
  );
  await waitFor(() => expect(nav.queryByRole("link", { name: "Map" })).toBeNull());
  expect(await nav.findByRole("link", { name: "Drivers" })).toBeTruthy();
  cleanup();
  const secondPage = await open();
  await userEvent.click(await secondPage.findByRole("button", { name: "Day 5 waiting" }));
  expect(await secondPage.findByRole("link", { name: "Map" })).toBeTruthy();
});

test("a list is not marked as the current page if one of its own items is", async () => {
  const nav = await open("/drivers/new");
  expect(nav.getByRole("link", { current: "page" }).textContent).toBe("New");
  cleanup();
  const nestedPage = await open("/drivers/12");
  expect(nestedPage.getByRole("link", { current: "page" }).textContent).toBe("Drivers");
});

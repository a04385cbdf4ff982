/** The links that open a place in a navigation app. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { navigationLinks } from "../../../client/driving/navigation";
import { TripPlace } from "../../../client/driving/trip/trip-place";
import { market } from "./scene";

beforeEach(() => localStorage.clear());
afterEach(() => cleanup());

const linkTexts = () => screen.getAllByRole("link").map(({ textContent }) => textContent);
function show() {
  cleanup();
  render(
    <TripPlace isCurrent isDone={false} stop={market} timeZone="Africa/Kigali" words="Stop 1" />,
  );
}

test("the navigation app used last is first the next time, and the order does not change at once", async () => {
  show();
  expect(linkTexts()).toEqual(["Google Maps", "Apple Maps", "Waze", "Other app"]);
  screen.getByRole("link", { name: "Waze" }).addEventListener("click", (e) => e.preventDefault());
  await userEvent.click(screen.getByRole("link", { name: "Waze" }));
  expect(linkTexts()).toEqual(["Google Maps", "Apple Maps", "Waze", "Other app"]);
  show();
  expect(linkTexts()).toEqual(["Waze", "Google Maps", "Apple Maps", "Other app"]);
});

test("navigation apps search for an unpinned place by its words", () => {
  const place = { name: "Blue gate", detail: "behind the market", latitude: null, longitude: null };
  const at = "Blue%20gate%2C%20behind%20the%20market";
  expect(navigationLinks(place).map(({ href }) => href)).toEqual([
    `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${at}`,
    `https://maps.apple.com/?dirflg=d&daddr=${at}`,
    `https://waze.com/ul?q=${at}&navigate=yes`,
    `geo:0,0?q=${at}`,
  ]);
});

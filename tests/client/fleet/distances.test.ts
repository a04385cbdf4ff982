/** Distances that staff type into the fields of a vehicle's page. */
import { expect, test } from "bun:test";
import { metersOf } from "../../../client/fleet/vehicles/words";

test("a typed distance becomes metres, and one that is not a whole number is refused", () => {
  expect(metersOf("12500", "km")).toBe(12_500_000);
  expect(metersOf(" 12 500 ", "km")).toBe(12_500_000);
  expect(metersOf("10", "mi")).toBe(16_093);
  expect(metersOf("", "km")).toBeNull();
  for (const typed of ["12500.5", "7.5", "12,500", "-5", "1e5", "12345678"])
    expect(metersOf(typed, "km")).toBeNaN();
});

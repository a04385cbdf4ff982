/** The search of a list: it reports typed text once typing pauses, and follows changes of the address. */
import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { ListSearch } from "../../../client/ui/list-search";

const reported: (string | undefined)[] = [];
beforeEach(() => {
  reported.length = 0;
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const search = (value: string) => (
  <ListSearch label="Search riders" onSearch={(q) => reported.push(q)} value={value} />
);
const box = () => screen.getByRole<HTMLInputElement>("searchbox");
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pause = () => act(() => jest.advanceTimersByTime(300));

test("typed text is reported once typing pauses, and stays while its answer is on the way", () => {
  const { rerender } = render(search(""));
  type("al");
  type("ali");
  pause();
  expect(reported).toEqual(["ali"]);
  type("alin");
  rerender(search("ali"));
  expect(box().value).toBe("alin");
  pause();
  expect(reported).toEqual(["ali", "alin"]);
  // The text is back at the old value before the address has the new one.
  type("ali");
  rerender(search("alin"));
  pause();
  expect([box().value, reported.at(-1)]).toEqual(["ali", "ali"]);
});

test("a search that is changed elsewhere replaces the text, and nothing is reported", () => {
  const { rerender } = render(search("aline"));
  for (const value of ["", "aline", ""]) {
    rerender(search(value));
    expect(box().value).toBe(value);
    pause();
  }
  expect(reported).toEqual([]);
  type("bob");
  pause();
  rerender(search("bob"));
  rerender(search(""));
  pause();
  rerender(search("bob"));
  pause();
  expect([box().value, reported]).toEqual(["bob", ["bob"]]);
});

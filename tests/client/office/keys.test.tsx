/** The keys of dispatch: one list, which the handlers use and the key sheet shows. */
import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { KeySheet } from "../../../client/office/keys/key-sheet";
import { isKey, type KeyName, keyScopes, keys } from "../../../client/office/keys/keys";
import { type KeyHandlers, useKeys } from "../../../client/office/keys/use-keys";

afterEach(cleanup);

const names = Object.keys(keys) as KeyName[];
const noModifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

function Page({ acts }: { acts: KeyHandlers }) {
  useKeys(acts);
  return (
    <>
      <input aria-label="Name" />
      <dialog aria-label="Ask" />
    </>
  );
}

test("the sheet shows each key and its action under the place where it works", () => {
  render(<KeySheet onClose={() => {}} open />);
  const shown = screen.getAllByRole("term").map((term) => term.textContent);
  expect(shown).toEqual(
    keyScopes.flatMap((place) =>
      names.filter((name) => keys[name].at === place).map((name) => keys[name].shown),
    ),
  );
  for (const name of names)
    expect(screen.getAllByText(keys[name].action).length).toBeGreaterThan(0);
});

test("each key in the list has a handler, except the one that a button has anyway", async () => {
  const requested = new Set<string>(["open"]);
  for await (const path of new Bun.Glob("client/**/*.{ts,tsx}").scan(".")) {
    const source = await Bun.file(path).text();
    for (const [, name] of source.matchAll(/isKey\(\w+, "(\w+)"\)/g)) requested.add(name ?? "");
    // Includes the keys that a hook passes to the screen's own as `keys`.
    for (const [block] of source.matchAll(/useKeys\(\{(.*?)\n {2}\}\);|\bkeys: \{(.*?)\n {4}\},/gs))
      for (const name of names) if (new RegExp(`\\b${name}[:,]`).test(block)) requested.add(name);
  }
  expect(names.filter((name) => !requested.has(name))).toEqual([]);
});

test.each([
  ["search", { ...noModifiers, key: "/" }, true],
  ["new", { ...noModifiers, key: "N", shiftKey: true }, true],
  ["new", { ...noModifiers, key: "n", ctrlKey: true }, false],
  ["new", { ...noModifiers, key: "n", altKey: true }, false],
  ["book", { ...noModifiers, key: "Enter", metaKey: true }, true],
  ["book", { ...noModifiers, key: "Enter" }, false],
  ["book", { ...noModifiers, key: "Enter", ctrlKey: true, shiftKey: true }, false],
  ["bookAndAssign", { ...noModifiers, key: "Enter", ctrlKey: true, shiftKey: true }, true],
  ["carry", { ...noModifiers, key: "ArrowUp" }, false],
  ["carry", { ...noModifiers, key: "ArrowUp", shiftKey: true }, true],
  ["beside", { ...noModifiers, key: "ArrowUp", ctrlKey: true }, false],
] as const)("isKey for %s with %o returns %p", (name, pressed, is) => {
  expect(isKey(pressed, name)).toBe(is);
});

test("no key acts while somebody types, in a dialog, or after the page has used it", () => {
  const done: string[] = [];
  render(<Page acts={{ new: () => done.push("new"), lock: () => done.push("lock") }} />);
  fireEvent.keyDown(screen.getByLabelText("Name"), { key: "n" });
  const dialog = document.querySelector("dialog");
  dialog?.setAttribute("open", "");
  fireEvent.keyDown(document.body, { key: "l" });
  dialog?.removeAttribute("open");
  const used = new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true });
  used.preventDefault();
  document.body.dispatchEvent(used);
  expect(done).toEqual([]);
  fireEvent.keyDown(document.body, { key: "N" });
  fireEvent.keyDown(document.body, { key: "l" });
  expect(done).toEqual(["new", "lock"]);
});

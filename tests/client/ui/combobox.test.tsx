import { describe, expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Combobox } from "../../../client/ui/combobox";

interface PlaceOption {
  id: string;
  name: string;
}
const spots: PlaceOption[] = [
  { id: "a", name: "Kigali International Airport" },
  { id: "b", name: "Kigali Heights" },
  { id: "c", name: "Kimironko Market" },
];
const find = async (query: string) =>
  spots.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));

function TestPlaceField({
  search = find,
  suggestions,
}: {
  search?: (query: string, signal: AbortSignal) => Promise<readonly PlaceOption[]>;
  suggestions?: readonly PlaceOption[];
}) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  return (
    <>
      <Combobox
        label="Pickup"
        onSelect={(spot) => setChosen(spot.id)}
        onText={setText}
        optionKey={(spot) => spot.id}
        optionText={(spot) => spot.name}
        search={search}
        {...(suggestions && { suggestions })}
        text={text}
      />
      <p data-testid="chosen">{chosen}</p>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Pickup" });
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);

describe("a place search", () => {
  test("lists what it finds and selects a place by keyboard", async () => {
    render(<TestPlaceField />);
    await userEvent.type(input(), "kigali");
    await waitFor(() => expect(options()).toHaveLength(2));
    expect(input().getAttribute("aria-expanded")).toBe("true");
    const active = () =>
      document.getElementById(input().getAttribute("aria-activedescendant") ?? "");
    expect(active()?.textContent).toBe("Kigali International Airport");
    await userEvent.keyboard("{ArrowDown}");
    expect(active()?.textContent).toBe("Kigali Heights");
    expect(active()?.getAttribute("aria-selected")).toBe("true");
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    await waitFor(() => expect(screen.getByTestId("chosen").textContent).toBe("b"));
    expect(input().value).toBe("Kigali Heights");
    expect(input().getAttribute("aria-expanded")).toBe("false");
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  test("selects a place by pointer and keeps the focus", async () => {
    render(<TestPlaceField />);
    await userEvent.type(input(), "market");
    await userEvent.click(await screen.findByRole("option"));
    await waitFor(() => expect(screen.getByTestId("chosen").textContent).toBe("c"));
    await waitFor(() => expect(document.activeElement).toBe(input()));
  });

  test("sends one search for a word, after typing pauses", async () => {
    const requested: string[] = [];
    render(
      <TestPlaceField
        search={async (query) => {
          requested.push(query);
          return [];
        }}
      />,
    );
    await userEvent.type(input(), "heights");
    expect(requested).toEqual([]);
    await waitFor(() => expect(requested).toEqual(["heights"]));
  });

  test("drops the answer to a search that a later one has replaced", async () => {
    const slowOptions = Promise.withResolvers<readonly PlaceOption[]>();
    const abortSignals: AbortSignal[] = [];
    render(
      <TestPlaceField
        search={(query, signal) => {
          abortSignals.push(signal);
          return query === "ki" ? slowOptions.promise : find(query);
        }}
      />,
    );
    fireEvent.change(input(), { target: { value: "ki" } });
    await waitFor(() => expect(abortSignals).toHaveLength(1));
    fireEvent.change(input(), { target: { value: "market" } });
    await waitFor(() => expect(options()).toEqual(["Kimironko Market"]));
    expect(abortSignals[0]?.aborted).toBe(true);
    slowOptions.resolve(spots);
    await slowOptions.promise;
    expect(options()).toEqual(["Kimironko Market"]);
  });

  test("shows a message if nothing is found or if the search fails", async () => {
    render(
      <TestPlaceField
        search={(query) => (query === "fail" ? Promise.reject(new Error("down")) : find(query))}
      />,
    );
    await userEvent.type(input(), "nowhere");
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("Nothing found"));
    fireEvent.change(input(), { target: { value: "fail" } });
    await waitFor(() => expect(screen.getByRole("status").textContent).toContain("did not answer"));
  });

  test("closes on Escape and keeps what was typed", async () => {
    render(<TestPlaceField />);
    await userEvent.type(input(), "kigali");
    await waitFor(() => expect(options()).toHaveLength(2));
    await userEvent.keyboard("{Escape}");
    expect(input().getAttribute("aria-expanded")).toBe("false");
    expect(input().value).toBe("kigali");
  });

  test("offers suggestions while the box is empty", async () => {
    render(<TestPlaceField suggestions={spots.slice(2)} />);
    await userEvent.click(input());
    expect(options()).toEqual(["Kimironko Market"]);
  });
});

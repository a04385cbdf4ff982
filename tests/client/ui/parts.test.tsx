import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { renderToString } from "react-dom/server";
import { Button } from "../../../client/ui/button";
import { ConfirmDialog } from "../../../client/ui/confirm-dialog";
import { Popup } from "../../../client/ui/popup";
import { Splash, splashMs, splashScript } from "../../../client/ui/splash";
import { StateBadge, stateBadges } from "../../../client/ui/state-badge";
import { Table } from "../../../client/ui/table";
import { TextField } from "../../../client/ui/text-field";
import { ReservationState } from "../../../src/reservations/contract";

describe("a button", () => {
  test("shows its busy label while busy and cannot be pressed", () => {
    const { rerender } = render(<Button busyLabel="Sending...">Continue</Button>);
    expect(screen.getByRole("button", { name: "Continue" }).getAttribute("type")).toBe("button");
    rerender(
      <Button busy busyLabel="Sending...">
        Continue
      </Button>,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Sending..." });
    expect(button.disabled).toBe(true);
    expect(screen.queryByText("Continue")).toBeNull();
  });
});

describe("a field", () => {
  test("connects label, hint and error to its control", () => {
    render(<TextField error="firstName is required" hint="As on your ID" label="First Name" />);
    const input = screen.getByLabelText("First Name");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const description = (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent);
    expect(description).toEqual(["firstName is required", "As on your ID"]);
    expect(screen.getByRole("alert").textContent).toBe("firstName is required");
  });

  test("marks no error on a valid value", () => {
    render(<TextField label="First Name" />);
    const input = screen.getByLabelText("First Name");
    expect(input.hasAttribute("aria-invalid")).toBe(false);
    expect(input.hasAttribute("aria-describedby")).toBe(false);
  });
});

function ConfirmationExample() {
  const [open, setOpen] = useState(false);
  const [closed, setClosed] = useState(0);
  const [done, setDone] = useState("");
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      <ConfirmDialog
        confirmLabel="Cancel trip"
        danger
        onClose={() => {
          setOpen(false);
          setClosed((times) => times + 1);
        }}
        onConfirm={() => {
          setOpen(false);
          setDone("cancelled");
        }}
        open={open}
        title="Cancel this trip?"
      >
        It costs nothing now.
      </ConfirmDialog>
      <p data-testid="told">{`${closed} ${done}`}</p>
    </>
  );
}

describe("a dialog", () => {
  test("opens with its title and closes once it is confirmed", async () => {
    render(<ConfirmationExample />);
    expect(screen.queryByText("Cancel this trip?")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Cancel this trip?" });
    expect(dialog.open).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Cancel trip" }));
    await waitFor(() => expect(screen.getByTestId("told").textContent).toBe("0 cancelled"));
    expect(dialog.open).toBe(false);
  });

  test("notifies its parent once when it is dismissed", async () => {
    render(<ConfirmationExample />);
    await userEvent.click(screen.getByRole("button", { name: "Ask" }));
    const dialog = screen.getByRole("dialog");
    act(() => {
      dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
    });
    await waitFor(() => expect(screen.getByTestId("told").textContent).toBe("1 "));
  });

  test("has its kind as the title if it is a popup", () => {
    render(
      <Popup kind="error" onClose={() => {}} open>
        OTP Verification failed. Please try again.
      </Popup>,
    );
    expect(screen.getByRole("dialog", { name: "Error" }).textContent).toContain(
      "OTP Verification failed. Please try again.",
    );
  });
});

describe("the badge of a state", () => {
  test("has a text and an icon for every state", () => {
    for (const state of ReservationState.options) {
      const { container, unmount } = render(<StateBadge state={state} />);
      expect(container.textContent).toBe(stateBadges[state].words);
      expect(container.firstElementChild?.classList.contains(`sign-${state}`)).toBe(true);
      unmount();
    }
  });

  test("has a rider's words for a rider, and marks a late cancellation", () => {
    const { container } = render(
      <>
        <StateBadge state="offered" viewer="rider" />
        <StateBadge state="on_location" viewer="rider" />
        <StateBadge late state="cancelled" />
      </>,
    );
    expect(container.textContent).toBe("ConfirmedArrivedCancelled late");
  });
});

describe("a table", () => {
  const rows = [
    { id: "1", name: "Aline" },
    { id: "2", name: "Bosco" },
  ];

  function show(content: ReactNode) {
    const router = createRouter({
      routeTree: createRootRoute({ component: () => content }),
      history: createMemoryHistory({ initialEntries: ["/"] }),
    });
    render(<RouterProvider router={router as never} />);
  }

  test("has a name, sorts in both directions and moves with the arrow keys", async () => {
    const sorted: string[] = [];
    show(
      <Table
        caption="Drivers"
        columns={[{ id: "name", header: "Name", cell: (row) => row.name, sortable: true }]}
        onSort={(sort) => sorted.push(sort)}
        rowKey={(row) => row.id}
        rowLink={(row) => ({ to: `/drivers/${row.id}` })}
        rows={rows}
        sort="name"
      />,
    );
    const table = await screen.findByRole("table", { name: "Drivers" });
    expect(table.querySelector("th")?.getAttribute("aria-sort")).toBe("ascending");
    await userEvent.click(screen.getByRole("button", { name: "Name" }));
    expect(sorted).toEqual(["-name"]);
    const link = screen.getByRole("link", { name: "Aline" });
    expect(link.getAttribute("href")).toBe("/drivers/1");
    link.focus();
    fireEvent.keyDown(link, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("Bosco");
  });

  test("shows its empty state if it has no rows", async () => {
    show(
      <Table
        caption="Drivers"
        columns={[{ id: "name", header: "Name", cell: (row: { name: string }) => row.name }]}
        empty={<p>No drivers yet</p>}
        rowKey={(row) => row.name}
        rows={[]}
      />,
    );
    expect(await screen.findByText("No drivers yet")).not.toBeNull();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("section 9: the splash", () => {
  const { matchMedia } = window;
  const decide = (hasReducedMotion = false) => {
    const html = renderToString(<Splash brand="Livery" nonce="n" />);
    document.body.innerHTML = html;
    const splash = document.querySelector<HTMLElement>(".splash");
    const script = document.querySelector("script");
    // happy-dom knows neither the running script nor the user's preferences.
    Object.defineProperty(document, "currentScript", { value: script, configurable: true });
    window.matchMedia = (() => ({
      matches: hasReducedMotion,
    })) as unknown as typeof window.matchMedia;
    new Function(splashScript)();
    return splash;
  };
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    window.matchMedia = matchMedia;
    Reflect.deleteProperty(document, "currentScript");
    window.history.replaceState(null, "", "/");
    document.body.innerHTML = "";
  });

  test("is hidden without scripts, and shown once a session with scripts", () => {
    expect(renderToString(<Splash brand="Livery" />)).toContain('class="splash" hidden=""');
    expect(decide()?.hidden).toBe(false);
    expect(decide()?.hidden).toBe(true);
  });

  test("is not shown in dispatch or to people who prefer less motion", () => {
    expect(decide(true)?.hidden).toBe(true);
    window.history.replaceState(null, "", "/dispatch/dashboard/reservation");
    expect(decide()?.hidden).toBe(true);
    window.history.replaceState(null, "", "/dispatcher");
    expect(decide()?.hidden).toBe(false);
  });

  test("moves away without fading, and its style sheet and script end at the same time", async () => {
    const sheet = await Bun.file("client/styles/app.css").text();
    const animations = sheet.matchAll(/splash-(?:lift|down) (\d+)ms ease-in (\d+)ms forwards/g);
    const ends = [...animations].map(([, move, wait]) => Number(move) + Number(wait));
    const keyframes = sheet.match(/@keyframes splash-[^{]+\{(?:[^{}]*\{[^{}]*\})+/g) ?? [];
    expect(keyframes.length).toBeGreaterThan(0);
    expect(keyframes.filter((frames) => frames.includes("opacity"))).toEqual([]);
    // The background lifts before the logo disappears.
    expect(ends).toEqual([1200, splashMs]);
    expect(splashMs).toBe(3000);
  });
});

/** Dispatch's pages show who else has a reservation open: on its row and in its details. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { presenceText } from "../../../client/office/live/presence";
import { createPresenceStore } from "../../../client/office/live/presence-store";
import type { PresentPerson, ReportPresence } from "../../../src/dispatch/board/presence-contract";
import { closePage, openPage } from "../../support/pages";
import { createScene, inBackground, type Scene } from "./scene";

let scene: Scene;

beforeEach(async () => {
  scene = await createScene();
});

afterEach(() => {
  closePage();
  scene.close();
});

const person = (name: string, editing = false): PresentPerson => ({ id: name, name, editing });
const tell = (reservationId: string, ...people: PresentPerson[]) =>
  inBackground(async () =>
    scene.server.deps.bus.publish({ type: "presence", reservationId, people }),
  );

test("staff who have a reservation open show in its details and its row until they leave", async () => {
  const trip = scene.addTrip();
  const other = scene.addTrip();
  const board = "/dispatch/dashboard/reservation";
  await openPage(scene.server, `${board}?state=all&open=${trip.id}`, scene.desk);
  const panel = within(await screen.findByRole("region", { name: "Reservation 1001" }));
  const row = (number: number) =>
    within(screen.getByRole("row", { name: new RegExp(`Reservation ${number},`) }));

  await tell(trip.id, person("Ana Keza"));
  await panel.findByText("Ana Keza has this open");
  expect(row(1001).getByText("Ana Keza has this open")).toBeTruthy();
  expect(row(1002).queryByText(/Ana Keza/)).toBeNull();
  // A screen reader does not announce people who only look.
  const status = panel.getAllByRole("status").map(({ textContent }) => textContent);
  expect(status).not.toContain("Ana Keza has this open");

  await tell(trip.id, person("Ana Keza", true), person("Bo Ruta"));
  await waitFor(() =>
    expect(panel.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "Ana Keza is editing",
    ),
  );
  expect(row(1001).getByText("Ana Keza is editing; Bo Ruta has this open")).toBeTruthy();
  await tell(other.id, person("Bo Ruta", true));
  expect(await row(1002).findByText("Bo Ruta is editing")).toBeTruthy();

  await tell(trip.id);
  await waitFor(() => expect(panel.queryByText(/Ana Keza/)).toBeNull());
  expect(row(1001).queryByText(/Ana Keza/)).toBeNull();
});

test("staff who have a reservation open show on its timeline block and its map mark", async () => {
  const trip = scene.addTrip();
  scene.addTrip();
  const board = "/dispatch/dashboard/reservation";
  await openPage(scene.server, `${board}?view=timeline`, scene.desk);
  const timeline = within(await screen.findByRole("region", { name: /^Timeline of/ }));
  const block = (number: number) =>
    timeline.getByRole("button", { name: new RegExp(`^Reservation ${number},`) });
  await tell(trip.id, person("Ana Keza"));
  await waitFor(() => expect(block(1001).textContent).toContain("Ana Keza has this open"));
  expect(block(1001).textContent).toContain("AK");
  expect(block(1002).textContent).not.toContain("Ana Keza");

  await userEvent.click(screen.getByRole("button", { name: "Map" }));
  const pickups = within(await screen.findByRole("list", { name: "Pickups of the day" }));
  await waitFor(() => expect(pickups.getByText("Ana Keza has this open")).toBeTruthy());
  const mark = () => document.querySelector(`[data-mark="${trip.id}"]`);
  await waitFor(() => expect(mark()?.textContent).toContain("Ana Keza has this open"));
  await tell(trip.id, person("Ana Keza"), person("Bo Ruta", true));
  await waitFor(() => expect(mark()?.querySelector("[data-presence]")?.textContent).toBe("BR+1"));
  await tell(trip.id);
  await waitFor(() => expect(mark()?.querySelector("[data-presence]")).toBeNull());
});

test("a connection that is back while the session is still checked opens one stream", async () => {
  const streams = new Set<EventSource>();
  class CountedStream extends EventSource {
    constructor(url: string) {
      super(url);
      streams.add(this);
    }

    override close(): void {
      streams.delete(this);
      super.close();
    }
  }
  Object.assign(globalThis, { EventSource: CountedStream });
  let profileGate = Promise.resolve();
  await openPage(scene.server, "/dispatch/dashboard/reservation", {
    ...scene.desk,
    request: async (url, options) => {
      if (url.startsWith("/admin/profile")) await profileGate;
      return scene.desk.request(url, options);
    },
  });
  await waitFor(() => expect(streams.size).toBe(1));
  const gate = Promise.withResolvers<void>();
  profileGate = gate.promise;
  act(() => {
    for (const stream of streams) stream.dispatchEvent(new Event("error"));
  });
  expect(streams.size).toBe(0);
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  expect(streams.size).toBe(1);
  gate.resolve();
  await inBackground(() => Bun.sleep(1_500));
  expect(streams.size).toBe(1);
});

test("presenceText names several people together, editors first", () => {
  expect(presenceText([])).toBe("");
  expect(presenceText([person("Ana"), person("Bo"), person("Cleo", true)])).toBe(
    "Cleo is editing; Ana and Bo have this open",
  );
  expect(presenceText([person("Ana", true), person("Bo", true)])).toBe("Ana and Bo are editing");
});

test("a tab reports the reservation on top once it settles, and again after a reconnect", async () => {
  const sent: ReportPresence[] = [];
  let isTaken = true;
  const store = createPresenceStore(async (presence) => {
    sent.push(presence);
    return isTaken;
  });
  const presence = (open: string | null, editing: string | null, stream = "one") => ({
    stream,
    open,
    editing,
  });
  const count = (length: number) => waitFor(() => expect(sent).toHaveLength(length));

  const releaseFirst = store.claim("1", false);
  store.onOpened({ stream: "one", present: [{ reservationId: "9", people: [person("Ana")] }] });
  expect(store.peopleAt("9")).toEqual([person("Ana")]);
  releaseFirst();
  const releaseSecond = store.claim("2", false);
  await count(1);
  const done = store.claim("2", true);
  await count(2);
  done();
  await count(3);
  expect(sent).toEqual([presence("2", null), presence("2", "2"), presence("2", null)]);

  store.onDisconnected();
  expect(store.peopleAt("9")).toEqual([]);
  store.onOpened({ stream: "two", present: [] });
  await count(4);
  expect(sent.at(-1)).toEqual(presence("2", null, "two"));

  // A report that the server refused is sent again with the next change.
  isTaken = false;
  releaseSecond();
  await count(5);
  isTaken = true;
  const releaseThird = store.claim("3", false);
  await count(6);
  expect(sent.at(-1)).toEqual(presence("3", null, "two"));
  releaseThird();
  store.onDisconnected();
});

/** Which staff member has which reservation open: the others see it as long as it is open. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { ReservationPresence, StreamOpened } from "../../src/dispatch/board/presence-contract";
import { presenceAt, openReservationIds, type Tab } from "../../src/dispatch/board/presence-rules";
import { admins } from "../../db/schema/accounts";
import { eq } from "drizzle-orm";
import { createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { listen } from "../tracking/scene";

const tab = (accountId: string, open: string | null, editing: string | null): Tab => ({
  accountId,
  name: accountId.toUpperCase(),
  open,
  editing,
});

describe("presence of staff in several tabs", () => {
  test.each([
    ["nobody", [], []],
    ["one who looks", [tab("a", "1", null)], [["a", false]]],
    ["one who edits", [tab("a", null, "1")], [["a", true]]],
    ["one who edits what they look at", [tab("a", "1", "1")], [["a", true]]],
    ["one at another trip", [tab("a", "2", null)], []],
    ["one with two tabs", [tab("a", null, "1"), tab("a", "1", null)], [["a", true]]],
    [
      "one with two tabs, the later edits",
      [tab("a", "1", null), tab("a", null, "1")],
      [["a", true]],
    ],
    [
      "two, by name",
      [tab("b", "1", null), tab("a", null, "1")],
      [
        ["a", true],
        ["b", false],
      ],
    ],
  ] as const)("presenceAt: %s", (_, tabs, people) => {
    expect(presenceAt(tabs, "1")).toEqual(
      people.map(([id, editing]) => ({ id, name: id.toUpperCase(), editing })),
    );
  });

  test("lists each open reservation once", () => {
    expect(
      openReservationIds([tab("a", "1", "2"), tab("b", "1", null), tab("c", null, null)]),
    ).toEqual(["1", "2"]);
  });
});

let server: TestServer;
let opened: ReturnType<typeof listen>[];
beforeEach(async () => {
  server = await createTestServer();
  opened = [];
});
afterEach(async () => {
  for (const stream of opened) await stream.close();
  server.close();
});

type StaffSession = Awaited<ReturnType<typeof signInAdmin>>;

async function signIn(firstName: string, role: "dispatcher" | "accountant" = "dispatcher") {
  const desk = await signInAdmin(server, { role });
  server.deps.db.update(admins).set({ firstName }).where(eq(admins.id, desk.admin.id)).run();
  return desk;
}

/** Opens a tab: its stream, and the call by which it reports what is open. */
async function openTab(desk: StaffSession) {
  const stream = listen(await desk.get("/admin/events"));
  opened.push(stream);
  const openedEvent = (await stream.next("hello")) as StreamOpened;
  const say = async (presence: { open?: string | null; editing?: string | null }) => {
    const whole = { stream: openedEvent.stream, open: null, editing: null, ...presence };
    const answer = await desk.request("/admin/presence", { method: "PUT", json: whole });
    expect([answer.status, await answer.json()]).toEqual([200, whole]);
  };
  return { stream, openedEvent, say };
}

const at = (reservationId: string, ...people: [StaffSession, string, boolean][]) => ({
  reservationId,
  people: people.map(([{ admin }, name, editing]) => ({ id: admin.id, name, editing })),
});

test("staff see who views and who edits a reservation, also in a tab that opens later", async () => {
  const ana = await signIn("Ana");
  const ben = await signIn("Ben", "accountant");
  const [anasTab, bensTab] = [await openTab(ana), await openTab(ben)];
  expect(anasTab.openedEvent.present).toEqual([]);
  await anasTab.say({ open: "trip" });
  await anasTab.say({ open: "trip", editing: "trip" });
  await bensTab.say({ open: "trip" });
  await bensTab.stream.next("presence", ({ people }: { people: unknown[] }) => people.length === 1);
  expect(bensTab.stream.named("presence").slice(0, 2)).toEqual([
    at("trip", [ana, "Ana Uwase", false]),
    at("trip", [ana, "Ana Uwase", true]),
  ]);
  await anasTab.stream.next("presence", ({ people }: { people: unknown[] }) => people.length === 1);
  expect(anasTab.stream.named("presence").at(-1)).toEqual(at("trip", [ben, "Ben Uwase", false]));

  const cleo = await openTab(await signIn("Cleo"));
  expect(cleo.openedEvent.present).toEqual([
    at("trip", [ana, "Ana Uwase", true], [ben, "Ben Uwase", false]),
  ]);
});

test("staff never see themselves in the presence list, even from a second tab", async () => {
  const ana = await signIn("Ana");
  const ben = await signIn("Ben");
  const [one, bensTab] = [await openTab(ana), await openTab(ben)];
  await one.say({ editing: "trip" });
  const other = await openTab(ana);
  expect(other.openedEvent.present).toEqual([]);
  await other.say({ open: "trip" });
  await bensTab.stream.next("presence");
  const presences = one.stream.named("presence") as ReservationPresence[];
  expect(presences.flatMap(({ people }) => people)).toEqual([]);
  // Ben sees her once, whichever of her tabs closes: she counts as editing until the last editing tab is closed.
  await other.stream.close();
  expect(bensTab.stream.named("presence").at(-1)).toEqual(at("trip", [ana, "Ana Uwase", true]));
  await one.stream.close();
  await bensTab.stream.next("presence", ({ people }: { people: unknown[] }) => people.length === 0);
});

const endings: [
  string,
  (ana: StaffSession, tab: Awaited<ReturnType<typeof openTab>>) => Promise<unknown>,
][] = [
  ["goes on to something else", (_, anasTab) => anasTab.say({ open: "another" })],
  ["closes the tab", (_, anasTab) => anasTab.stream.close()],
  ["signs out", (ana) => ana.post("/admin/logout")],
  ["locks the screen", (ana) => ana.post("/admin/lock")],
];
test.each(endings)("presence on a reservation ends when the dispatcher %s", async (_, end) => {
  const ana = await signIn("Ana");
  const [anasTab, bensTab] = [await openTab(ana), await openTab(await signIn("Ben"))];
  await anasTab.say({ open: "trip", editing: "trip" });
  await bensTab.stream.next("presence", ({ people }: { people: unknown[] }) => people.length === 1);
  await end(ana, anasTab);
  await bensTab.stream.next(
    "presence",
    ({ reservationId, people }: { reservationId: string; people: unknown[] }) =>
      reservationId === "trip" && people.length === 0,
  );
});

test("the server accepts presence only from unlocked staff on their own stream, and limits its rate", async () => {
  const ana = await signIn("Ana");
  const ben = await signIn("Ben");
  const anasTab = await openTab(ana);
  const presence = { stream: anasTab.openedEvent.stream, open: "trip", editing: null };
  const put = (desk: Pick<StaffSession, "request">, json: object) =>
    desk.request("/admin/presence", { method: "PUT", json });
  expect((await put(ben, presence)).status).toBe(404);
  expect((await put(ana, { ...presence, stream: "none" })).status).toBe(404);
  expect((await put(ana, { stream: anasTab.openedEvent.stream })).status).toBe(400);
  expect((await put(server.browser(), presence)).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 250 }, () => put(ana, presence)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  await ben.post("/admin/lock");
  expect((await put(ben, presence)).status).toBe(423);
  await anasTab.stream.close();
  expect((await put(await signIn("Cleo"), presence)).status).toBe(404);
});

test("presence is not stored in the database", async () => {
  const ana = await signIn("Ana");
  const anasTab = await openTab(ana);
  const rows = () =>
    server.deps.db.$client
      .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => [
        name,
        server.deps.db.$client.query(`SELECT count(*) AS count FROM "${name}"`).get(),
      ]);
  const before = rows();
  await anasTab.say({ open: "trip", editing: "trip" });
  expect(rows()).toEqual(before);
});

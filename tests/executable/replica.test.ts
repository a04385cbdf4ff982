/** The replica follows within seconds: after the machine is lost, all but the last seconds can be restored. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { trip } from "../support/booking";
import { destroyServer, writeEnvironmentFile } from "../support/lost-machine";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { png } from "../support/pictures";
import { startS3Store } from "../support/s3-store";
import { createVisitor, signInOutside, type Visitor } from "../support/visitor";

const CLIENT_COUNT = 20;
/** How much acknowledged work may be lost, in ms. */
const MAX_LOST_MS = 5_000;

let here: Installation;
let there: Installation;
beforeEach(() => {
  here = createInstallation();
  there = createInstallation();
});
afterEach(async () => {
  await here.close();
  await there.close();
});

function databaseOf({ folder }: Installation, options = { readonly: false }): Database {
  return new Database(join(folder, "data/livery.sqlite"), {
    ...options,
    readwrite: !options.readonly,
  });
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Not within half a minute: ${what}`);
    await Bun.sleep(100);
  }
}

const isCopyComplete = async (place: Installation) =>
  (await place.run("check")).output.includes("ok     Replica: up to date");

async function makeBookable(running: RunningExecutable, place: Installation): Promise<Visitor> {
  const rider = await signInOutside(running, "aline@example.com");
  using outside = databaseOf(place);
  outside.run("PRAGMA busy_timeout = 5000");
  // Otherwise this connection would checkpoint the log, and a new copy would be needed.
  outside.run("PRAGMA wal_autocheckpoint = 0");
  outside.run("UPDATE riders SET first_name = 'Aline', last_name = 'Uwase'");
  return rider;
}

async function changePicture(rider: Visitor, width: number): Promise<void> {
  const body = new FormData();
  body.set("profilePic", new File([png(width, 30).slice()], "me.png"));
  const answer = await rider.request("/users/update-profile", { method: "PUT", body });
  expect(answer.status).toBe(200);
}

/** Books with all clients until `stop`, and records when each booking was acknowledged, by its id. */
async function bookInParallel(rider: Visitor) {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const answer = await rider.post("/quotes", trip({ pickupLocal: `${tomorrow}T12:00` }));
  const offer = (await answer.json()) as {
    quote: string;
    options: { vehicleClass: { id: string } }[];
  };
  const body = { quote: offer.quote, vehicleClassId: offer.options[0]?.vehicleClass.id };
  const acknowledgedTimes = new Map<string, number>();
  let stopped = false;
  const clients = Array.from({ length: CLIENT_COUNT }, async () => {
    while (!stopped) {
      const key = { "idempotency-key": crypto.randomUUID() };
      const booked = await rider.post("/reservations", body, key).catch(() => null);
      // The machine is lost during this call.
      if (booked?.status !== 201) return;
      const { reservation } = (await booked.json()) as { reservation: { id: string } };
      acknowledgedTimes.set(reservation.id, Date.now());
    }
  });
  return {
    acknowledged: acknowledgedTimes,
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

test("a replica restores everything but the last seconds after the machine is destroyed", async () => {
  const place = join(there.folder, "replica");
  writeEnvironmentFile(here, { REPLICA: place });
  writeEnvironmentFile(there, { REPLICA: place });
  const running = await here.start();
  const rider = await makeBookable(running, here);
  await changePicture(rider, 40);
  await until("it follows", () => isCopyComplete(here));
  const copies = () =>
    readdirSync(join(place, "database")).filter((name) => name.endsWith(".snapshot"));
  const replicaCopies = copies();
  const booking = await bookInParallel(rider);
  await until("some hundreds are booked", () => booking.acknowledged.size > 300);
  await changePicture(rider, 41);
  // Longer than what may be lost, so that some bookings must be in the replica.
  await Bun.sleep(MAX_LOST_MS + 1_000);
  // A reader leaves the log unchanged, so nothing had to be copied again.
  expect((await here.run("check")).code).toBe(0);
  await Bun.sleep(MAX_LOST_MS);
  expect(copies()).toEqual(replicaCopies);
  const destroyedAt = Date.now();
  await destroyServer(running, here);
  await booking.stop();
  const cookies = rider.cookies;

  const restored = await there.run("restore", "--from", place);
  expect(restored.output).toContain("Everybody has to sign in again.");
  expect(restored.output).not.toContain("are missing from");
  expect(restored.code).toBe(0);
  expect(await there.run("check")).toMatchObject({ code: 0 });
  const ids = new Set(
    databaseOf(there, { readonly: true })
      .query<{ id: string }, []>("SELECT id FROM reservations")
      .all()
      .map(({ id }) => id),
  );
  const due = [...booking.acknowledged].filter(([, at]) => at < destroyedAt - MAX_LOST_MS);
  expect(due.length).toBeGreaterThan(300);
  expect(due.filter(([id]) => !ids.has(id))).toEqual([]);
  expect(readdirSync(join(there.folder, "data/uploads")).length).toBe(1);

  // Earlier sessions do not work any more, and the replica continues from the same place.
  const secondServer = await there.start();
  const old = createVisitor(secondServer.url);
  for (const [name, value] of cookies) old.cookies.set(name, value);
  expect((await old.get("/reservations?limit=1")).status).toBe(401);
  await signInOutside(secondServer, "aline@example.com");
  await until("it follows again", () => isCopyComplete(there));
  secondServer.kill();
  expect(await secondServer.exited).toBe(0);
  // The last round was completed: the last write is in the copy, and nothing more is uploaded.
  expect(await isCopyComplete(there)).toBe(true);
}, 180_000);

test("the server reports a failing replica store, catches up and can be restored from it", async () => {
  const store = startS3Store();
  try {
    writeEnvironmentFile(here, { ...store.environment, REPLICA: "s3" });
    const running = await here.start();
    const rider = await makeBookable(running, here);
    await changePicture(rider, 40);
    await until("it follows", () => isCopyComplete(here));
    expect([...store.objects.keys()].some((name) => name.includes("/uploads/"))).toBe(true);

    store.failNext(1_000_000);
    await changePicture(rider, 41);
    await until("the fault is seen", async () =>
      /WRONG {2}Replica: .*The replica \(backups\/livery\/replica\/\) failed/.test(
        (await here.run("check")).output,
      ),
    );
    store.failNext(0);
    await until("it is made up for", () => isCopyComplete(here));
    const pictures = [...store.objects.keys()].flatMap((name) => name.split("/uploads/")[1] ?? []);
    expect(pictures).toEqual(
      expect.arrayContaining(readdirSync(join(here.folder, "data/uploads"))),
    );
    expect(running.output()).not.toContain(store.environment.BACKUP_S3_SECRET_ACCESS_KEY ?? "?");

    await destroyServer(running, here);
    writeEnvironmentFile(there, { ...store.environment, REPLICA: "s3" });
    expect(await there.run("restore", "--from", "s3")).toMatchObject({ code: 0 });
    expect((await there.run("check")).output).toContain("ok     Uploads");
    const names = databaseOf(there, { readonly: true })
      .query<{ name: string }, []>("SELECT first_name AS name FROM riders")
      .all();
    expect(names).toEqual([{ name: "Aline" }]);
  } finally {
    await store.stop();
  }
}, 120_000);

test("an empty data folder started by mistake does not overwrite the replica", async () => {
  const place = join(here.folder, "replica");
  writeEnvironmentFile(here, { REPLICA: place });
  const running = await here.start();
  await makeBookable(running, here);
  await until("it follows", () => isCopyComplete(here));
  running.kill("SIGKILL");
  await running.exited;
  renameSync(join(here.folder, "data"), join(here.folder, "data-of-before"));

  const unrelatedServer = await here.start();
  await until("it is refused", () =>
    unrelatedServer.output().includes("contains the data of another Livery"),
  );
  expect((await here.run("check")).output).toContain("contains the data of another Livery");
  unrelatedServer.kill();
  await unrelatedServer.exited;
  expect(await here.run("restore", "--from", place)).toMatchObject({ code: 0 });
  using database = databaseOf(here, { readonly: true });
  expect(database.query("SELECT count(*) AS n FROM riders").get()).toEqual({ n: 1 });
}, 120_000);

test("an unwritable replica folder is reported, and the server keeps running", async () => {
  const place = join(here.folder, "no-folder");
  writeFileSync(place, "A file.");
  writeEnvironmentFile(here, { REPLICA: place });
  const running = await here.start();
  await until("it is told", () =>
    running.output().includes(`The replica (${place}) failed: ENOTDIR.`),
  );
  expect((await fetch(`${running.url}/backend/healthz`)).status).toBe(200);
  rmSync(place);
  await until("it is made up for", () => isCopyComplete(here));
  // Nothing is written during the outage.
  renameSync(place, `${place}-away`);
  writeFileSync(place, "A file.");
  await until("it is seen", async () =>
    /Replica: .* failed: E/.test((await here.run("check")).output),
  );
  rmSync(place);
  renameSync(`${place}-away`, place);
  await until("it follows again", () => isCopyComplete(here));
  running.kill();
  expect(await running.exited).toBe(0);
  expect(await here.run("restore", "--from", join(here.folder, "nothing"))).toMatchObject({
    code: 1,
    output: expect.stringContaining("contains no copy of Livery’s data"),
  });
  expect(existsSync(join(here.folder, "data/livery.sqlite"))).toBe(true);
  expect((await here.run("restore", "--from", "s3")).output).toContain(
    "Set that variable and its keys",
  );
}, 120_000);

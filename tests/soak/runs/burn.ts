/**
 * The machine is lost in the middle of the day, again and again, and each time another one continues from the replica.
 */
import { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { png } from "../../support/pictures";
import { quote } from "../../support/booking";
import { destroyServer, writeEnvironmentFile } from "../../support/lost-machine";
import { createInstallation } from "../../support/executable";
import { createVisitor, signInOutside, type Visitor } from "../../support/visitor";
import type { Soak } from "../figures";

const ROUND_COUNT = 50;
const CLIENT_COUNT = 24;
/** The shortest and longest time of booking before the loss, in ms, which differs each round. */
const BOOKING_RANGE_MS = [7_000, 10_000] as const;
/** The last part of the acknowledged bookings that may be lost, in ms. */
const MAX_LOST_MS = 5_000;
const PICTURE_COUNT = 3;

export const replicaSoak: Soak = {
  name: "burn",
  description:
    "24 clients book as fast as they can and one sends pictures. The server and all its processes are killed and its folder is deleted. The replica is restored to an empty folder, checked and served. This is done 50 times.",
  short: 1 / ROUND_COUNT,
  async run(share) {
    const here = createInstallation();
    const place = join(here.folder, "replica");
    writeEnvironmentFile(here, { REPLICA: place, LOG_LEVEL: "error" });
    const rounds = Math.max(1, Math.round(ROUND_COUNT * share));
    let booked = 0;
    let bookingMs = 0;
    let late = 0;
    let longestLostMs = 0;
    let lostUploadCount = 0;
    let brokenDatabaseCount = 0;
    let admittedOldSessions = 0;
    let server = await here.start();
    try {
      for (let round = 0; round < rounds; round++) {
        const rider = await signInOutside(server, "aline@example.com");
        {
          using database = new Database(join(here.folder, "data/livery.sqlite"));
          database.run("PRAGMA busy_timeout = 5000");
          // Otherwise this connection checkpoints the log, and the replica must make a new copy.
          database.run("PRAGMA wal_autocheckpoint = 0");
          database.run("UPDATE riders SET first_name = 'Aline', last_name = 'Uwase'");
        }
        await waitUntilReplicaFollows(here);
        const startedAt = Date.now();
        const [least, most] = BOOKING_RANGE_MS;
        const ends = startedAt + least + ((most - least) * ((round * 7) % 10)) / 10;
        const acknowledgedTimes = await bookUntil(ends, rider, round);
        const burnedAt = Date.now();
        booked += acknowledgedTimes.size;
        bookingMs += burnedAt - startedAt;
        await destroyServer(server, here);

        const restored = await here.run("restore", "--from", place);
        if (restored.output.includes("were not in")) lostUploadCount++;
        if (restored.code !== 0) throw new Error(restored.output);
        const checked = await here.run("check");
        if (checked.code !== 0) {
          brokenDatabaseCount++;
          console.log(checked.output);
        }
        using copy = new Database(join(here.folder, "data/livery.sqlite"), { readonly: true });
        const rows = copy.query<{ id: string }, []>("SELECT id FROM reservations").all();
        const ids = new Set(rows.map(({ id }) => id));
        for (const [id, at] of acknowledgedTimes) {
          if (ids.has(id)) continue;
          longestLostMs = Math.max(longestLostMs, burnedAt - at);
          if (burnedAt - at > MAX_LOST_MS) late++;
        }
        const named = copy.query<{ n: number }, []>("SELECT count(*) AS n FROM files").get();
        const there = readdirSync(join(here.folder, "data/uploads")).length;
        if (named?.n !== there) lostUploadCount++;
        server = await here.start();
        const old = createVisitor(server.url);
        for (const [name, value] of rider.cookies) old.cookies.set(name, value);
        if ((await old.get("/reservations?limit=1")).status !== 401) admittedOldSessions++;
      }
    } finally {
      await here.close();
    }
    return [
      { of: "fires", value: rounds, unit: "fires" },
      { of: "bookings acknowledged", value: booked, unit: "bookings" },
      { of: "bookings a second", value: (booked / bookingMs) * 1_000, unit: "a second" },
      {
        of: "bookings missing that were acknowledged more than 5 s before",
        value: late,
        unit: "bookings",
        aim: { most: 0 },
      },
      {
        of: "the longest before a fire that a missing booking was acknowledged",
        value: longestLostMs / 1_000,
        unit: "s",
        aim: { most: MAX_LOST_MS / 1_000 },
      },
      {
        of: "restored databases that were not sound",
        value: brokenDatabaseCount,
        unit: "",
        aim: { most: 0 },
      },
      {
        of: "fires after which an upload was missing",
        value: lostUploadCount,
        unit: "",
        aim: { most: 0 },
      },
      {
        of: "sessions of before that still open anything",
        value: admittedOldSessions,
        unit: "sessions",
        aim: { most: 0 },
      },
    ];
  },
};

/** Resolves once the replica has received everything. */
async function waitUntilReplicaFollows(
  place: ReturnType<typeof createInstallation>,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await place.run("check")).output.includes("Replica: up to date")) {
    if (Date.now() > deadline) throw new Error("The replica does not follow.");
    await Bun.sleep(200);
  }
}

/**
 * Books with all clients and also sends pictures. Returns the time at which each booking was acknowledged, by its id.
 */
async function bookUntil(
  ends: number,
  rider: Visitor,
  round: number,
): Promise<Map<string, number>> {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { quote: offer, options } = await quote(rider, { pickupLocal: `${day}T12:00` });
  const body = { quote: offer, vehicleClassId: options[0]?.vehicleClass.id };
  const acknowledgedTimes = new Map<string, number>();
  const client = async () => {
    while (Date.now() < ends) {
      const answer = await rider.post("/reservations", body);
      const { reservation } = (await answer.json()) as { reservation?: { id: string } };
      if (!reservation) throw new Error(`A booking was refused with ${answer.status}.`);
      acknowledgedTimes.set(reservation.id, Date.now());
    }
  };
  const pictures = async () => {
    for (let n = 0; n < PICTURE_COUNT; n++) {
      await Bun.sleep((ends - Date.now()) / (PICTURE_COUNT + 1 - n));
      const form = new FormData();
      form.set("profilePic", new File([png(40 + n, 30 + (round % 10)).slice()], "me.png"));
      await rider.request("/users/update-profile", { method: "PUT", body: form });
    }
  };
  await Promise.all([pictures(), ...Array.from({ length: CLIENT_COUNT }, client)]);
  return acknowledgedTimes;
}

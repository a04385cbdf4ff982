/**
 * A full disk: the sender of a file gets an error and nothing of the file stays, stored data can still be read, and
 * once there is space everything works again without a restart.
 */
import { afterEach, expect, test } from "bun:test";
import { applicationFileNames } from "../../src/drivers/application-contract";
import { pdf, png } from "../support/pictures";
import { type SmallDisk, shouldSkipSmallDisk, startOnSmallDisk } from "../support/small-disk";
import { createVisitor, signInOutside } from "../support/visitor";

const MEGABYTE = 1024 * 1024;
const DISK_FULL = {
  code: "server.disk_full",
  message: "The server's disk is full. Nothing was saved.",
};

let disk: SmallDisk | undefined;
afterEach(async () => {
  await disk?.close();
  disk = undefined;
});

/** Creates a PDF of that many megabytes. */
const paper = (megabytes: number) =>
  new File([pdf(), "%", Buffer.alloc(megabytes * MEGABYTE, 7), "\n%%EOF\n"], "scan.pdf");

test.skipIf(shouldSkipSmallDisk())(
  "uploads on a full disk get a 507 and leave no file, and work again when there is room",
  async () => {
    disk = await startOnSmallDisk(48);
    const { running, uploads, fill, empty, freeBytes } = disk;
    const visitor = createVisitor(running.url);
    const ticket = Buffer.alloc(16, 3).toString("base64url");
    const upload = (field: string, file: File) => {
      const body = new FormData();
      body.set("ticket", ticket);
      body.set("field", field);
      body.set("file", file);
      return visitor.request("/driver-application/uploads", { method: "POST", body });
    };
    const application = () => {
      const body = new FormData();
      body.set("firstName", "Zoë");
      body.set("email", "zoe@example.com");
      for (const name of applicationFileNames)
        body.set(
          name,
          name.includes("Photo") ? new File([png(64, 48) as BlobPart], "photo.png") : paper(0.5),
        );
      return visitor.request("/driver-application", { method: "POST", body });
    };
    const rider = await signInOutside(running, "rider@example.com");
    const face = () => {
      const body = new FormData();
      body.set("firstName", "Aline");
      body.set("lastName", "Uwase");
      body.set("profilePic", new File([png(64, 48) as BlobPart], "face.png"));
      return rider.request("/users/update-profile", { method: "PUT", body });
    };
    const expectRefused = async (answer: Response) => {
      expect([answer.status, (await answer.json()) as object]).toMatchObject([507, DISK_FULL]);
    };
    const pictureOf = async () => {
      const me = (await (await rider.get("/auth/me")).json()) as {
        getUser: { profilePic: string };
      };
      return rider.get(me.getUser.profilePic.replace(/^\/backend/, ""));
    };

    expect((await face()).status).toBe(200);
    expect((await upload("nationalIdOrPassport", paper(1))).status).toBe(201);
    const before = uploads().sort();
    expect(before).toHaveLength(2);

    // Space for the beginning of a file and for the database, but not for the whole file.
    fill(MEGABYTE);
    const free = freeBytes();
    await expectRefused(await upload("drivingCertificate", paper(5)));
    await expectRefused(await application());
    expect(uploads().sort()).toEqual(before);
    expect(freeBytes()).toBeGreaterThan(free - MEGABYTE / 2);

    // No space even for a small picture or a row.
    fill(0);
    await expectRefused(await face());
    await expectRefused(await upload("proofOfAddress", paper(0)));
    await expectRefused(await visitor.post("/auth/send-otp", { identifier: "new@example.com" }));
    expect(uploads().sort()).toEqual(before);

    // Stored data can be read all the time.
    expect((await visitor.get("/healthz")).status).toBe(200);
    expect((await visitor.get("/vehicle-classes")).status).toBe(200);
    expect((await fetch(`${running.url}/driver-apply`)).status).toBe(200);
    expect((await rider.get("/auth/current-user")).status).toBe(200);
    const picture = await pictureOf();
    expect([picture.status, (await picture.bytes()).length > 0]).toEqual([200, true]);

    empty();
    expect((await upload("drivingCertificate", paper(5))).status).toBe(201);
    expect((await face()).status).toBe(200);
    const sentAnswer = await application();
    expect(sentAnswer.status).toBe(201);
    expect(uploads().filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(uploads()).toHaveLength(before.length + 1 + applicationFileNames.length);
    await signInOutside(running, "after@example.com");
  },
  60_000,
);

/** A disk that fills up and is emptied, again and again. */
import { pdf } from "../../support/pictures";
import { canMount, startOnSmallDisk } from "../../support/small-disk";
import { createVisitor } from "../../support/visitor";
import type { Figure, Soak } from "../figures";

const FILL_COUNT = 20;
const DISK_MEGABYTES = 64;

export const fullDisk: Soak = {
  name: "full-disk",
  description:
    "A disk of 64 MB is filled to the last byte 20 times. Each time people send files, request codes and read.",
  short: 0.05,
  isPossible: canMount,
  async run(share) {
    const disk = await startOnSmallDisk(DISK_MEGABYTES);
    const { running, fill, empty, uploads } = disk;
    try {
      const visitor = createVisitor(running.url);
      const send = (turn: number, megabytes: number) => {
        const body = new FormData();
        body.set("ticket", Buffer.alloc(16, turn % 250).toString("base64url"));
        body.set("field", "nationalIdOrPassport");
        const parts = [pdf(), "%", Buffer.alloc(megabytes * 1024 * 1024, 7), "\n%%EOF\n"];
        body.set("file", new File(parts, "scan.pdf"));
        return visitor.request("/driver-application/uploads", { method: "POST", body });
      };
      const ask = (name: string) =>
        visitor.post("/auth/send-otp", { identifier: `${name}@example.com` });
      const told = {
        refusedCount: 0,
        storedCount: 0,
        otherCount: 0,
        unread: 0,
        unhealthyCount: 0,
        orphans: 0,
        taken: 0,
      };
      const countUnhealthy = async (answer: Response) => {
        await answer.arrayBuffer();
        if (!answer.ok) told.unhealthyCount++;
      };
      const countOutcome = async (answer: Response, canBeStored = false) => {
        const text = await answer.text();
        if (answer.status === 507) told.refusedCount++;
        else if (canBeStored && answer.ok) told.storedCount++;
        else {
          told.otherCount++;
          console.log(`  answered otherwise: ${answer.status} ${text.slice(0, 300)}`);
        }
      };
      for (let turn = 0; turn < Math.ceil(FILL_COUNT * share); turn++) {
        const before = uploads().length;
        // First there is room for the start of a file, then for nothing at all.
        fill(1024 * 1024);
        await countOutcome(await send(turn, 4));
        fill(0);
        await countOutcome(await send(turn, 0.2));
        // A row may still fit into space that the write-ahead log already has.
        await countOutcome(await ask(`full${turn}`), true);
        if (uploads().length !== before) told.orphans++;
        for (const path of ["/", "/driver-apply", "/backend/healthz", "/backend/vehicle-classes"])
          if (!(await fetch(running.url + path)).ok) told.unread++;
        empty();
        await countUnhealthy(await send(turn, 0.2));
        await countUnhealthy(await ask(`roomy${turn}`));
        told.taken++;
        if (uploads().length !== before + 1) told.orphans++;
      }
      return [
        { of: "writes refused with 507", value: told.refusedCount, unit: "writes" },
        {
          of: "small writes that still fitted into the log",
          value: told.storedCount,
          unit: "writes",
        },
        { of: "writes answered otherwise", value: told.otherCount, unit: "", aim: { most: 0 } },
        { of: "reads that failed meanwhile", value: told.unread, unit: "", aim: { most: 0 } },
        { of: "times that no restart was needed", value: told.taken, unit: "times" },
        {
          of: "writes that failed once there was room",
          value: told.unhealthyCount,
          unit: "",
          aim: { most: 0 },
        },
        {
          of: "files without a row, and half files",
          value: told.orphans,
          unit: "",
          aim: { most: 0 },
        },
      ] satisfies Figure[];
    } finally {
      await disk.close();
    }
  },
};

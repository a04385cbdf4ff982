/**
 * A server on a folder that a test kills: `committed` writes an event without any call, and `calling` also starts
 * calls.
 */
import { recordWebhook } from "../../src/webhooks/record-actions";
import { createWebhookWorker } from "../../src/webhooks/worker";
import { openDeps } from "./deps";

const [folder = "", mode] = process.argv.slice(2);
const deps = openDeps(folder);
deps.config.allowsLoopback = true;
await deps.write((tx) => {
  const now = deps.now();
  recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: mode ?? "" }));
});
process.stdout.write("committed\n");
if (mode === "calling") createWebhookWorker(deps).start();
setInterval(() => {}, 1_000);

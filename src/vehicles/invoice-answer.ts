import type { Context } from "hono";
import type { Deps } from "../deps";
import { sendFile } from "../documents/file-answer";
import { readEntryFile } from "./maintenance-queries";

/** Answers with the invoice or photo of an entry of the log; 404 where there is none. */
export async function sendInvoice(
  c: Context,
  deps: Deps,
  vehicleId: string,
  entryId: string,
): Promise<Response> {
  return sendFile(c, await readEntryFile(deps, vehicleId, entryId));
}

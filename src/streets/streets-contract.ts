import { z } from "zod";

/** The current import, or the result of the last one since the server started. */
export const StreetsImport = z.object({
  state: z.enum(["downloading", "importing", "done", "failed"]),
  source: z.string(),
  /** The progress in per cent; null for a download of unknown size. */
  done: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
});
export type StreetsImport = z.infer<typeof StreetsImport>;

/** The streets in use, and the current or last import. */
export const StreetsStatus = z.object({
  streets: z
    .object({
      source: z.string(),
      importedAt: z.iso.datetime(),
      bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
      roads: z.number(),
      names: z.number(),
      houses: z.number(),
    })
    .or(z.literal("unreadable"))
    .nullable(),
  import: StreetsImport.nullable(),
});
export type StreetsStatus = z.infer<typeof StreetsStatus>;

/** An extract as the form's `file`. */
export const StreetsFile = z.object({ file: z.instanceof(File).optional() });

/** The address of an extract, and its SHA-256 if known. */
export const StreetsAddress = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "Enter an address that begins with https://" })
    .max(2_000),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "Enter 64 digits and letters from a to f, or nothing.")
    .or(z.literal(""))
    .default(""),
});
export type StreetsAddress = z.infer<typeof StreetsAddress>;

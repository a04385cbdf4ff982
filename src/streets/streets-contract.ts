import { z } from "zod";

/** What is being imported, or how the last import since the server's start ended. */
export const StreetsImport = z.object({
  state: z.enum(["downloading", "importing", "done", "failed"]),
  source: z.string(),
  /** In per cent; of a download whose size nobody tells null. */
  done: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
});
export type StreetsImport = z.infer<typeof StreetsImport>;

/** The streets in use, and an import. */
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

/** An extract as `file` of a form. */
export const StreetsFile = z.object({ file: z.instanceof(File).optional() });

/** Where an extract is downloaded from, and, where one knows it, its SHA-256. */
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

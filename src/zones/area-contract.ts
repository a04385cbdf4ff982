/** The service area: zones within which riders may book online. */
import { z } from "zod";
import { ZoneShape } from "./contract";

/** Null: everywhere. */
export const ServiceArea = z
  .object({
    zoneIds: z.array(z.string().max(64)).min(1, "Choose a zone.").max(100),
    /** Which end of a trip must be inside: the pickup, or both pickup and drop-off. */
    ends: z.enum(["pickup", "both"]),
  })
  .nullable();
export type ServiceArea = z.infer<typeof ServiceArea>;

const AreaRules = z.object({ area: ServiceArea });

/** Includes the version of the settings that the caller saw; answers 409 if it has changed. */
export const SaveAreaRules = AreaRules.extend({ version: z.number().int().min(1) });
export type SaveAreaRules = z.infer<typeof SaveAreaRules>;

export const AreaRulesAnswer = z.object({ rules: AreaRules, version: z.number().int() });
export type AreaRulesAnswer = z.infer<typeof AreaRulesAnswer>;

/** The service area as everyone may see it; null for everywhere. */
export const AreaAnswer = z.object({
  area: z
    .object({
      ends: z.enum(["pickup", "both"]),
      zones: z.array(z.object({ name: z.string(), shape: ZoneShape })),
    })
    .nullable(),
});
export type AreaAnswer = z.infer<typeof AreaAnswer>;

/** Which ends of a trip are outside the area. */
export const OutsideArea = z.array(z.enum(["pickup", "dropoff"]));
export type OutsideArea = z.infer<typeof OutsideArea>;

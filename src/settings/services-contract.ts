import { z } from "zod";
import { offerableServices } from "./offerable-services-contract";

export const OfferedServices = z.array(z.enum(offerableServices)).max(offerableServices.length);

/** Contains the version of the settings that the caller saw. If it has changed, the call answers 409. */
export const SaveServicesRules = z.object({
  services: OfferedServices,
  version: z.number().int().min(1),
});
export type SaveServicesRules = z.infer<typeof SaveServicesRules>;

export const ServicesRulesAnswer = z.object({
  rules: z.object({ services: OfferedServices }),
  version: z.number().int(),
});
export type ServicesRulesAnswer = z.infer<typeof ServicesRulesAnswer>;

import { z } from "zod";

export const Mobility = z.enum([
  "ambulatory",
  "wheelchair",
  "oversized_wheelchair",
  "can_transfer",
  "scooter",
  "stretcher",
]);
export type Mobility = z.infer<typeof Mobility>;

export const VehicleClass = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  passengers: z.number().int(),
  luggage: z.number().int(),
  illustration: z.enum(["sedan", "suv", "van", "accessible_van"]),
  mobility: z.array(Mobility),
});
export type VehicleClass = z.infer<typeof VehicleClass>;

export const VehicleClasses = z.object({ vehicleClasses: z.array(VehicleClass) });
export type VehicleClasses = z.infer<typeof VehicleClasses>;

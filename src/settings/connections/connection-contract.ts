import { z } from "zod";

/** Services of others that the owner connects on the screen. */
export const ConnectionId = z.enum([
  "mail",
  "sms",
  "geocoder",
  "router",
  "map",
  "vehicle_data",
  "flights",
  "google",
  "apple",
  "stripe",
  "flutterwave",
  "mtn_momo",
]);
export type ConnectionId = z.infer<typeof ConnectionId>;

export const ConnectionParam = z.object({ id: ConnectionId });

/** The fields of a service as typed. An empty secret keeps the one that is stored. */
export const ConnectionFields = z.record(z.string().max(40), z.string().max(8_000));
export type ConnectionFields = z.infer<typeof ConnectionFields>;

/** Contains the version of the connection that the caller saw, 0 for none; answers 409 if it has changed. */
export const SaveConnection = z.object({
  fields: ConnectionFields,
  version: z.number().int().min(0),
});
export type SaveConnection = z.infer<typeof SaveConnection>;

export const EndConnection = SaveConnection.pick({ version: true });

/** How a service is connected; never a secret. */
export const Connection = z.object({
  /** Variables of the environment that say it: it cannot be changed on the screen then. */
  locked: z.array(z.string()),
  /** The settings saved on the screen, without secrets; null for none. */
  fields: ConnectionFields.nullable(),
  /** The names of the secrets that are stored. */
  secrets: z.array(z.string()),
  version: z.number().int(),
});
export type Connection = z.infer<typeof Connection>;

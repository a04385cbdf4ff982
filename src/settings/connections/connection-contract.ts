import { z } from "zod";

/** The external services that the owner connects on the screen. */
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

/** The typed fields of a service. An empty secret keeps the stored one. */
export const ConnectionFields = z.record(z.string().max(40), z.string().max(8_000));
export type ConnectionFields = z.infer<typeof ConnectionFields>;

/** Contains the version of the connection that the caller saw, 0 for none. If it has changed, the call answers 409. */
export const SaveConnection = z.object({
  fields: ConnectionFields,
  version: z.number().int().min(0),
});
export type SaveConnection = z.infer<typeof SaveConnection>;

export const EndConnection = SaveConnection.pick({ version: true });

/** How a service is connected. Never contains a secret. */
export const Connection = z.object({
  /** The environment variables that define it. If there are any, it cannot be changed on the screen. */
  locked: z.array(z.string()),
  /** The settings saved on the screen, without secrets. Null without any. */
  fields: ConnectionFields.nullable(),
  /** The names of the stored secrets. */
  secrets: z.array(z.string()),
  version: z.number().int(),
});
export type Connection = z.infer<typeof Connection>;

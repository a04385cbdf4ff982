/** Webhook endpoints and the log of their calls, as the owner sees them. */
import { z } from "zod";
import { line } from "../settings/text-contract";
import { webhookTypes } from "./event-contract";

const moment = z.iso.datetime();

const WebhookTypes = z
  .array(z.enum(webhookTypes))
  .min(1, "Choose at least one event.")
  .max(100)
  .nullable();

const HTTPS_MESSAGE = "Enter an address that starts with https://.";

const EndpointFields = z.object({
  url: z
    .string()
    .trim()
    .min(1, "This field is required.")
    .max(2_000)
    .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), HTTPS_MESSAGE)
    .refine((url) => {
      if (!URL.canParse(url)) return true;
      const { username, password, hash } = new URL(url);
      return username + password + hash === "";
    }, "Remove the user name, the password and the part after # from the address."),
  description: line.max(100),
  /** Null for all types, including those added later. */
  types: WebhookTypes,
});

export const AddEndpoint = EndpointFields;
export type AddEndpoint = z.infer<typeof AddEndpoint>;

/** Contains the version that the caller saw; answers 409 if it has changed. */
export const SaveEndpoint = EndpointFields.extend({
  isOn: z.boolean(),
  version: z.number().int().min(1),
});
export type SaveEndpoint = z.infer<typeof SaveEndpoint>;

export const SeenEndpointVersion = SaveEndpoint.pick({ version: true });

export const Endpoint = EndpointFields.extend({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.string()).nullable(),
  isOn: z.boolean(),
  offReason: z.enum(["owner", "failing", "gone"]).nullable(),
  offAt: moment.nullable(),
  /** Since when every call has failed; null if the last one succeeded. */
  failingSince: moment.nullable(),
  /** Until when calls are also signed with the previous secret; null if there is none. */
  formerSecretUntil: moment.nullable(),
  version: z.number().int(),
  createdAt: moment,
  /** How many calls are waiting; `failed` says how many failed. */
  waiting: z.number().int(),
  failed: z.number().int(),
});
export type Endpoint = z.infer<typeof Endpoint>;

export const Webhooks = z.object({
  endpoints: z.array(Endpoint),
  /** All types of events. */
  types: z.array(z.string()),
});
export type Webhooks = z.infer<typeof Webhooks>;

/** An endpoint's secret; no other answer contains it. */
export const EndpointSecret = z.object({ id: z.string(), secret: z.string() });
export type EndpointSecret = z.infer<typeof EndpointSecret>;

/** A call with its last attempt. */
export const Delivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  body: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number().int(),
  /** When the next attempt is due; null unless the call is waiting. */
  nextAttemptAt: moment.nullable(),
  createdAt: moment,
  attemptedAt: moment.nullable(),
  status: z.number().int().nullable(),
  /** The beginning of the endpoint's answer. */
  answer: z.string().nullable(),
  /** Why there is no answer, or why the call counts as failed. */
  error: z.string().nullable(),
  tookMs: z.number().int().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

export const Deliveries = z.object({
  deliveries: z.array(Delivery),
  nextCursor: z.string().nullable(),
});
export type Deliveries = z.infer<typeof Deliveries>;

export const DeliveriesQuery = z.object({
  failed: z.enum(["true"]).optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

/** The calls to repeat: one call, or all failed calls of events since a time. */
export const ReplayRequest = z.union([
  z.object({ deliveryId: z.string().max(64) }),
  z.object({ failedSince: moment }),
]);
export type ReplayRequest = z.infer<typeof ReplayRequest>;

export const ReplayAnswer = z.object({ replayed: z.number().int() });

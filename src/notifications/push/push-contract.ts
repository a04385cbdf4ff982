import { z } from "zod";

const base64url = z.string().regex(/^[\w-]+={0,2}$/, "This is not a valid key.");

/** A browser's subscription as `PushSubscription.toJSON()` returns it, and whether to hide details. */
export const TurnOnPush = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({
    /** The browser's public key: 65 bytes, base64url. */
    p256dh: base64url.min(86).max(90),
    /** 16 random bytes, base64url. */
    auth: base64url.min(22).max(24),
  }),
  /** Whether notifications only say that there is news. */
  hideDetails: z.boolean().default(false),
});
export type TurnOnPush = z.infer<typeof TurnOnPush>;

/** The notifications of the phone or browser that sends the request. */
export const PushState = z.object({
  on: z.boolean(),
  hideDetails: z.boolean(),
  /** The server's public key for push services: base64url, for `PushManager.subscribe`. */
  publicKey: z.string(),
});
export type PushState = z.infer<typeof PushState>;

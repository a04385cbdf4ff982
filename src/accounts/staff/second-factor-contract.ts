import { z } from "zod";

const typed = z.string().max(64);

/** The second factor of the caller. */
export const SecondFactorState = z.object({
  on: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the operator requires one of all staff, so that it cannot be turned off. */
  required: z.boolean(),
});
export type SecondFactorState = z.infer<typeof SecondFactorState>;

export const OfferSecondFactor = z.object({ currentPassword: z.string().max(1024) });
export type OfferSecondFactor = z.infer<typeof OfferSecondFactor>;

/** A key for an authenticator app. It applies once a code from it was entered. */
export const SecondFactorOffer = z.object({
  /** Base32, for typing by hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  uri: z.string(),
});
export type SecondFactorOffer = z.infer<typeof SecondFactorOffer>;

export const ConfirmSecondFactor = z.object({ code: typed });
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>;

/** Shown once, because only their hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The proof before the second factor changes: the password, and a code from the app or a recovery code. */
export const ProveSecondFactor = z.object({
  currentPassword: z.string().max(1024),
  code: typed,
});
export type ProveSecondFactor = z.infer<typeof ProveSecondFactor>;

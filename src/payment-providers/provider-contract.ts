import { z } from "zod";

/** Providers of online payments. */
export const PaymentProviderId = z.enum(["stripe", "flutterwave", "mtn_momo"]);
export type PaymentProviderId = z.infer<typeof PaymentProviderId>;

/** The methods of paying online. */
export const OnlineMethod = z.enum(["card_online", "mobile_money"]);
export type OnlineMethod = z.infer<typeof OnlineMethod>;

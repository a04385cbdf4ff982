import { z } from "zod";

/** Providers of online payments. */
export const PaymentProviderId = z.enum(["stripe", "flutterwave", "mtn_momo"]);
export type PaymentProviderId = z.infer<typeof PaymentProviderId>;

/** What people pay online with. */
export const OnlineMethod = z.enum(["card_online", "mobile_money"]);
export type OnlineMethod = z.infer<typeof OnlineMethod>;

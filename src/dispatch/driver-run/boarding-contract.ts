import { z } from "zod";
import { SeenVersion } from "../../reservations/contract";
import { TapTime } from "./tap-contract";

/** Whether the rider requires the code for boarding. */
export const SetBoardingCodeRule = SeenVersion.extend({ onlyWithCode: z.boolean() });
export type SetBoardingCodeRule = z.infer<typeof SetBoardingCodeRule>;

/** Why a driver asks dispatch to confirm the passenger. */
export const RequestBoarding = TapTime.extend({ reason: z.string().trim().min(1).max(200) });
export type RequestBoarding = z.infer<typeof RequestBoarding>;

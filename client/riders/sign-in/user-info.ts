import { lazyServed } from "../../lazy-served";

/** `UserInfoScreen`, which loads lazily because most riders already have their names. */
export const UserInfo = lazyServed(async () => (await import("./user-info-screen")).UserInfoScreen);

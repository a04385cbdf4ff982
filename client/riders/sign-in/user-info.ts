import { lazyServed } from "../../lazy-served";

/** `UserInfoScreen` for the pages behind it, which most riders open with their names long told. */
export const UserInfo = lazyServed(async () => (await import("./user-info-screen")).UserInfoScreen);

import { lazyRouteComponent } from "@tanstack/react-router";

/** `UserInfoScreen` for the pages behind it, which most riders open with their names long told. */
export const LateUserInfoScreen = lazyRouteComponent(
  () => import("./user-info-screen"),
  "UserInfoScreen",
);

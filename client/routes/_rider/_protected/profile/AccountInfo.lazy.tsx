import { createLazyFileRoute } from "@tanstack/react-router";
import { AccountInfo } from "../../../../riders/account/account-info";

export const Route = createLazyFileRoute("/_rider/_protected/profile/AccountInfo")({
  component: AccountInfo,
});

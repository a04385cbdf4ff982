import { createFileRoute, redirect } from "@tanstack/react-router";
import { isProfileComplete } from "../../riders/profile";
import { UserInfo } from "../../riders/sign-in/user-info";

/** The parent of all pages for signed-in riders. The server redirects everybody else. */
export const Route = createFileRoute("/_rider/_protected")({
  beforeLoad: async ({ context }) => {
    if (!context.session.authenticated) throw redirect({ href: "/JoinUs" });
    if (!isProfileComplete(context.session.getUser)) {
      await Promise.all([UserInfo.preload(), context.words.load(["sign-in"])]);
    }
  },
});

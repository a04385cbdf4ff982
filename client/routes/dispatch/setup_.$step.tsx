import { createFileRoute, notFound, redirect } from "@tanstack/react-router";
import { may } from "../../../src/accounts/permission-rules";
import { gettingStartedSteps } from "../../../src/desk/getting-started-step-contract";
import { loadAsStaff } from "../../office/calls";

/** A step of the setup, by its name. For owners. */
export const Route = createFileRoute("/dispatch/setup_/$step")({
  staticData: { isPrivate: true },
  gcTime: 0,
  loader: async ({ context, params }) => {
    const step = gettingStartedSteps.find((each) => each === params.step);
    if (!step) throw notFound();
    const { api } = context;
    const profile = await loadAsStaff(api.admin.profile.$get());
    if (profile.isLocked) throw redirect({ to: "/dispatch/lock" });
    if (!may(profile.role, "settings.manage"))
      throw redirect({ to: "/dispatch/dashboard/reservation" });
    // Loads lazily, because every page of dispatch loads this file and few open the setup.
    const { loadStep } = await import("../../settings/setup/load-setup-step");
    const [gettingStarted, loaded] = await Promise.all([
      loadAsStaff(api.admin["getting-started"].$get()),
      loadStep(context, step),
    ]);
    return { gettingStarted, loaded };
  },
  head: ({ match }) => ({
    meta: [
      { title: `Setup · ${match.context.settings.brand}` },
      { name: "robots", content: "noindex" },
    ],
  }),
});

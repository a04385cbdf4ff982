import { createLazyFileRoute } from "@tanstack/react-router";
import { officePage } from "../../../../office/office-page";
import { usePermission } from "../../../../office/use-permission";
import { OpeningSwitch } from "../../../../opening/opening-switch";

export const Route = createLazyFileRoute("/dispatch/dashboard/settings/opening")(
  officePage(OpeningSettings),
);

function OpeningSettings() {
  return (
    <section>
      <h1 className="mb-1 text-lg">Open for business</h1>
      <p className="mb-4 max-w-160 text-ink-muted text-sm">
        Until you open, visitors can’t book. They see that you are opening soon and can write to
        you. Dispatch can always book by phone.
      </p>
      <OpeningSwitch
        initialOpening={Route.useLoaderData()}
        mayChange={usePermission("settings.manage")}
      />
    </section>
  );
}

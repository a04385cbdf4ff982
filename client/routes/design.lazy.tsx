import { createLazyFileRoute } from "@tanstack/react-router";
import { ButtonLink } from "../ui/button-link";
import { PageHeader } from "../ui/page-header";
import { PublicShell } from "../site/public-shell";
import { ToastHost } from "../ui/toasts";
import { Art } from "./-design/art";
import { Controls } from "./-design/controls";
import { Feedback } from "./-design/feedback";
import { Fields } from "./-design/fields";
import { Lists } from "./-design/lists";
import { Maps } from "./-design/maps";
import { DispatchSample, DriverSample, RiderSample, SignInSample } from "./-design/shells";
import { Tokens } from "./-design/tokens";

export const Route = createLazyFileRoute("/design")({ component: Design });

function Design() {
  const { settings } = Route.useRouteContext();
  const { show } = Route.useSearch();
  const { brand } = settings;
  if (show === "rider") return <RiderSample brand={brand} />;
  if (show === "driver") return <DriverSample brand={brand} />;
  if (show === "dispatch") return <DispatchSample brand={brand} />;
  if (show === "sign-in") return <SignInSample brand={brand} />;
  return (
    <PublicShell operator={settings}>
      <ToastHost />
      <div className="mx-auto max-w-5xl px-4 py-10 sm:px-6">
        <PageHeader detail="Every component, in the theme of your system." title="Design" />
        <div className="mb-10 flex flex-wrap gap-2">
          {(["rider", "driver", "dispatch", "sign-in"] as const).map((name) => (
            <ButtonLink
              key={name}
              search={{ show: name }}
              size="small"
              to="/design"
              variant="secondary"
            >
              {`Shell: ${name}`}
            </ButtonLink>
          ))}
        </div>
        <Tokens />
        <Controls />
        <Fields />
        <Feedback />
        <Lists currency={settings.currency} timeZone={settings.timeZone} />
        <Maps />
        <Art />
      </div>
    </PublicShell>
  );
}

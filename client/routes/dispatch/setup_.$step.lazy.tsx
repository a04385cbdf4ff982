import { createLazyFileRoute, Link } from "@tanstack/react-router";
import { lazy } from "../../lazy";
import { officePage, PagePending } from "../../office/office-page";
import { OpeningSwitch } from "../../opening/opening-switch";
import { BrandForm } from "../../settings/brand-form";
import { ContactForm } from "../../settings/contact-form";
import { BrandNameForm } from "../../settings/brand-name-form";
import { ServicesForm } from "../../settings/services-form";
import { CancellationPolicyForm } from "../../settings/setup/cancellation-policy-form";
import type { loadStep } from "../../settings/setup/load-setup-step";
import { SetupFrame } from "../../settings/setup/setup-frame";
import { useSetupStep } from "../../settings/setup-step-context";
import { NoticeBanner } from "../../ui/notice-banner";
import { PageHeader } from "../../ui/page-header";

// Each step's form loads separately.
const pending = { pending: PagePending };
const RegionForm = lazy(
  async () => (await import("../../settings/region-form")).RegionForm,
  pending,
);
const VehicleForm = lazy(
  async () => (await import("../../fleet/vehicles/vehicle-form")).VehicleForm,
  pending,
);
const OfferedClasses = lazy(
  async () => (await import("../../settings/setup/offered-classes")).OfferedClasses,
  pending,
);
const DriverForm = lazy(
  async () => (await import("../../fleet/drivers/driver-form")).DriverForm,
  pending,
);
const HoursForm = lazy(async () => (await import("../../settings/hours-form")).HoursForm, pending);
const AreaForm = lazy(
  async () => (await import("../../settings/service-area-form")).ServiceAreaForm,
  pending,
);
const PricesStep = lazy(
  async () => (await import("../../settings/setup/prices-step")).PricesStep,
  pending,
);
const ProvidersScreen = lazy(
  async () => (await import("../../settings/providers-screen")).ProvidersScreen,
  pending,
);

const HomePhoto = lazy(async () => (await import("../../website/home-photo")).HomePhoto, pending);

export const Route = createLazyFileRoute("/dispatch/setup_/$step")(officePage(SetupStepPage));

function SetupStepPage() {
  const { gettingStarted, loaded } = Route.useLoaderData();
  const currentStep = gettingStarted.steps.find(({ step }) => step === loaded.step);
  return (
    <SetupFrame gettingStarted={gettingStarted} step={loaded.step}>
      <Step done={currentStep?.done ?? false} key={loaded.step} loaded={loaded} />
    </SetupFrame>
  );
}

/** The form of a step, the same as on its dispatch screen. */
function Step({ loaded, done }: { loaded: Awaited<ReturnType<typeof loadStep>>; done: boolean }) {
  const setupStep = useSetupStep();
  switch (loaded.step) {
    case "name":
      return <BrandNameForm first={loaded.first} mayChange />;
    case "place":
      return <RegionForm first={loaded.first} mayChange />;
    case "contact":
      return <ContactForm first={loaded.first} mayChange short />;
    case "look":
      return <BrandForm first={loaded.first} mayChange photo={<HomePhoto />} />;
    case "services":
      return <ServicesForm first={loaded.first} mayChange />;
    case "vehicle":
      return (
        <>
          {done && (
            <AddedNotice>Your first vehicle is added. Add another vehicle, or go on.</AddedNotice>
          )}
          <OfferedClasses classes={loaded.classes} />
          <VehicleForm
            openNextPage={setupStep?.next}
            classes={loaded.classes.filter(({ active }) => active)}
            record={null}
          />
          <ImportHint>
            Do you have a list of your vehicles, for example from another system?
          </ImportHint>
        </>
      );
    case "driver":
      return (
        <>
          {done && (
            <AddedNotice>Your first driver is added. Add another driver, or go on.</AddedNotice>
          )}
          <DriverForm openNextPage={setupStep?.next} record={null} vehicles={loaded.vehicles} />
          <ImportHint>
            Do you have a list of your drivers, for example from another system?
          </ImportHint>
        </>
      );
    case "hours":
      return <HoursForm first={loaded.first} mayChange />;
    case "area":
      return <AreaForm first={loaded.first} mayChange zones={loaded.zones} />;
    case "cancellation":
      return <CancellationPolicyForm first={loaded.first} />;
    case "prices":
      return <PricesStep classes={loaded.classes} done={done} draft={loaded.draft} />;
    case "messages":
      return (
        <ProvidersScreen
          providers={loaded.providers.filter(({ id }) => id === "mail" || id === "sms")}
          publicUrl={loaded.publicUrl}
        />
      );
    case "open":
      return (
        <>
          <PageHeader
            dense
            detail="Until you open, visitors can’t book. They see that you are opening soon and can write to you. Dispatch can always book by phone."
            title="Open for business"
          />
          <OpeningSwitch initialOpening={loaded.first} mayChange />
        </>
      );
  }
}

/** Suggests importing a file, for owners who already have several. */
function ImportHint({ children }: { children: string }) {
  return (
    <p className="mt-4 text-ink-muted text-sm">
      {children}{" "}
      <Link className="font-medium text-accent-text underline" to="/dispatch/dashboard/imports">
        Import from a file
      </Link>
    </p>
  );
}

/** Says that something was already added, because the form of a completed step is empty again. */
function AddedNotice({ children }: { children: string }) {
  return (
    <div className="mb-4">
      <NoticeBanner tone="success">{children}</NoticeBanner>
    </div>
  );
}

import { createLazyFileRoute, useLoaderData, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Form, FormFailure, SubmitButton } from "../../../forms/form";
import type { FormState } from "../../../forms/use-form";
import { useStaffForm } from "../../../office/use-staff-form";
import type { EditAdminProfile } from "../../../../src/accounts/contract";
import { useOffice } from "../../../office/calls";
import { PasswordField, HiddenUsernameField } from "../../../staff/password-field";
import { MyNotifications } from "../../../staff/my-notifications";
import { MyDevices } from "../../../staff/my-devices";
import { SecondFactor } from "../../../staff/second-factor";
import { Card } from "../../../ui/card";
import { PageHeader } from "../../../ui/page-header";
import { LastNameField } from "../../../ui/last-name-field";
import { TextField } from "../../../ui/text-field";
import { lazy } from "../../../lazy";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/profile")(officePage(Profile));

const StaffCalendar = lazy(
  async () => (await import("../../../calendars/staff-calendar")).StaffCalendar,
);

function Profile() {
  const { settings } = useOffice();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { secondFactor, sessions, listener: notificationSettings } = Route.useLoaderData();
  return (
    <div className="max-w-2xl">
      <PageHeader
        dense
        detail={`You’re signed in as ${indefiniteArticle(profile.role)}.`}
        title="Profile"
      />
      <div className="grid gap-4">
        <Names
          firstName={profile.firstName}
          hasOneName={profile.hasOneName}
          lastName={profile.lastName}
        />
        <EmailCard email={profile.email} />
        <PasswordCard email={profile.email} />
        <SecondFactor email={profile.email} brand={settings.brand} state={secondFactor} />
        <MyNotifications email={profile.email} notificationSettings={notificationSettings} />
        <MyDevices sessions={sessions} />
        <StaffCalendar id="all" kind="office" title="Calendar of all trips" />
      </div>
    </div>
  );
}

function indefiniteArticle(role: string): string {
  return role === "dispatcher" ? "a dispatcher" : `an ${role}`;
}

/** Keeps the form of one part of the profile. */
function useProfileForm<Typed extends EditAdminProfile>({
  clearedFields = {},
  toRequest = (typed) => typed,
  ...options
}: {
  initialValues: Typed;
  validate: (typed: Typed) => Record<string, string | false>;
  /** Shown after saving. */
  successText: string;
  /** The fields that are cleared after saving. */
  clearedFields?: Partial<Typed>;
  toRequest?: (typed: Typed) => EditAdminProfile;
}) {
  const { api, call } = useOffice();
  const router = useRouter();
  const form = useStaffForm<Typed, unknown>({
    ...options,
    send: (typed) => call(api.admin["edit-profile"].$put({ json: toRequest(typed) })),
    onSaved: async () => {
      form.set(clearedFields);
      await router.invalidate();
    },
  });
  return form;
}

function EditCard({
  title,
  detail,
  form,
  saveLabel,
  children,
}: {
  title: string;
  detail: string;
  form: FormState;
  saveLabel: string;
  children: ReactNode;
}) {
  return (
    <Card>
      <Form aria-label={title} form={form}>
        <div>
          <h2 className="font-semibold text-base">{title}</h2>
          <p className="mt-1 text-ink-muted">{detail}</p>
        </div>
        {children}
        <FormFailure className="empty:hidden" form={form} />
        <div>
          <SubmitButton busyLabel="Saving..." form={form} size="small">
            {saveLabel}
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

function Names(saved: { firstName: string; lastName: string; hasOneName: boolean }) {
  const form = useProfileForm({
    initialValues: saved,
    validate: ({ firstName, lastName, hasOneName }) => ({
      firstName: !firstName.trim() && "This field is required.",
      lastName: !lastName.trim() && !hasOneName && "This field is required.",
    }),
    successText: "Name saved",
    toRequest: (typed) => ({ ...typed, ...(typed.hasOneName && { lastName: "" }) }),
  });
  return (
    <EditCard
      detail="Your team sees your name in timelines and logs."
      form={form}
      saveLabel="Save name"
      title="Name"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field("firstName")} autoComplete="given-name" label="First name" />
        <LastNameField
          {...form.field("lastName")}
          autoComplete="family-name"
          hasOneName={form.typed.hasOneName}
          label="Last name"
          onHasOneName={(hasOneName) =>
            form.set({ hasOneName, ...(hasOneName && { lastName: "" }) })
          }
          checkboxLabel="I have one name"
        />
      </div>
    </EditCard>
  );
}

function EmailCard({ email }: { email: string }) {
  const form = useProfileForm({
    initialValues: { email, currentPassword: "" },
    validate: (typed) => ({
      email: !typed.email.trim() && "This field is required.",
      currentPassword: !typed.currentPassword && "Enter your current password",
    }),
    successText: "E-mail saved. Your other sessions have ended.",
    clearedFields: { currentPassword: "" },
  });
  return (
    <EditCard
      detail="You sign in with this address. Changing it ends your other sessions."
      form={form}
      saveLabel="Save e-mail"
      title="E-mail"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field("email")}
          autoCapitalize="none"
          autoComplete="email"
          label="E-mail"
          spellCheck={false}
          type="email"
        />
        <PasswordField
          {...form.field("currentPassword")}
          autoComplete="current-password"
          label="Current password"
        />
      </div>
    </EditCard>
  );
}

function PasswordCard({ email }: { email: string }) {
  const form = useProfileForm({
    initialValues: { currentPassword: "", newPassword: "" },
    validate: ({ currentPassword, newPassword }) => ({
      currentPassword: !currentPassword && "Enter your current password",
      newPassword: !newPassword.trim() && "Password is required",
    }),
    successText: "Password saved. Your other sessions have ended.",
    clearedFields: { currentPassword: "", newPassword: "" },
  });
  return (
    <EditCard
      detail="Changing your password ends your other sessions."
      form={form}
      saveLabel="Save password"
      title="Password"
    >
      <HiddenUsernameField email={email} />
      <div className="grid gap-4 sm:grid-cols-2">
        <PasswordField
          {...form.field("currentPassword")}
          autoComplete="current-password"
          label="Current password"
        />
        <PasswordField
          {...form.field("newPassword")}
          autoComplete="new-password"
          hint="At least 8 characters."
          label="New password"
        />
      </div>
    </EditCard>
  );
}

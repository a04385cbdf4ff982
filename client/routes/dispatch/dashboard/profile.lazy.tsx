import { createLazyFileRoute, useLoaderData, useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import type { EditAdminProfile } from "../../../../src/accounts/contract";
import { useOffice } from "../../../office/calls";
import { PasswordField } from "../../../staff/password-field";
import { useSave } from "../../../office/use-save";
import { OwnDevices } from "../../../staff/own-devices";
import { SecondFactor } from "../../../staff/second-factor";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { NoticeBanner } from "../../../ui/notice-banner";
import { PageHeader } from "../../../ui/page-header";
import { LastNameField } from "../../../ui/last-name-field";
import { TextField } from "../../../ui/text-field";
import { officePage } from "../../../office/office-page";

export const Route = createLazyFileRoute("/dispatch/dashboard/profile")(officePage(Profile));

function Profile() {
  const { settings } = useOffice();
  const { profile } = useLoaderData({ from: "/dispatch/dashboard" });
  const { secondFactor, sessions } = Route.useLoaderData();
  return (
    <div className="max-w-2xl">
      <PageHeader dense detail={`You are ${article(profile.role)}.`} title="Profile" />
      <div className="grid gap-4">
        <Names
          firstName={profile.firstName}
          hasOneName={profile.hasOneName}
          lastName={profile.lastName}
        />
        <Email email={profile.email} />
        <Password email={profile.email} />
        <SecondFactor email={profile.email} brand={settings.brand} state={secondFactor} />
        <OwnDevices sessions={sessions} />
      </div>
    </div>
  );
}

function article(role: string): string {
  return role === "dispatcher" ? "a dispatcher" : `an ${role}`;
}

/** What the three forms share: they send a part of the profile and say what came of it. */
function useEdit(done: string) {
  const { api, call } = useOffice();
  const router = useRouter();
  const saving = useSave();
  /** True when it was saved. */
  const save = async (change: EditAdminProfile): Promise<boolean> => {
    const send = () => call(api.admin["edit-profile"].$put({ json: change }));
    const saved = (await saving.save(send, done)) !== null;
    if (saved) await router.invalidate();
    return saved;
  };
  return { ...saving, save };
}

/** The password somebody proves themselves with before their sign-in changes. */
function CurrentPassword({
  edit,
  value,
  onValue,
}: {
  edit: ReturnType<typeof useEdit>;
  value: string;
  onValue: (value: string) => void;
}) {
  return (
    <PasswordField
      autoComplete="current-password"
      dense
      error={edit.faults.currentPassword}
      label="Current password"
      name="currentPassword"
      onChange={(event) => {
        onValue(event.target.value);
        edit.clear();
      }}
      value={value}
    />
  );
}

function EditCard({
  title,
  detail,
  edit,
  saveLabel,
  onSubmit,
  children,
}: {
  title: string;
  detail?: string;
  edit: ReturnType<typeof useEdit>;
  saveLabel: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <Card>
      <form
        method="post"
        aria-label={title}
        className="grid gap-4"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
        ref={edit.ref}
      >
        <div>
          <h2 className="font-semibold text-base">{title}</h2>
          {detail && <p className="mt-1 text-ink-muted">{detail}</p>}
        </div>
        {children}
        <div className="empty:hidden" role="alert">
          {edit.failure && <NoticeBanner tone="danger">{edit.failure}</NoticeBanner>}
        </div>
        <div>
          <Button busy={edit.busy} busyLabel="Saving..." size="small" type="submit">
            {saveLabel}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function Names(saved: { firstName: string; lastName: string; hasOneName: boolean }) {
  const edit = useEdit("Name saved");
  const [typed, setTyped] = useState(saved);
  const field = (name: "firstName" | "lastName") => ({
    dense: true,
    name,
    value: typed[name],
    error: edit.faults[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped({ ...typed, [name]: event.target.value });
      edit.clear();
    },
  });
  const submit = () => {
    const missing = (["firstName", "lastName"] as const).filter(
      (name) => typed[name].trim() === "" && !(typed.hasOneName && name === "lastName"),
    );
    if (missing.length > 0)
      return edit.refuse(Object.fromEntries(missing.map((name) => [name, `${name} is required`])));
    void edit.save({ ...typed, ...(typed.hasOneName && { lastName: "" }) });
  };
  return (
    <EditCard
      detail="Colleagues read it in every timeline."
      edit={edit}
      onSubmit={submit}
      saveLabel="Save name"
      title="Name"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField autoComplete="given-name" label="First name" {...field("firstName")} />
        <LastNameField
          autoComplete="family-name"
          hasOneName={typed.hasOneName}
          label="Last name"
          onHasOneName={(hasOneName) => {
            setTyped({ ...typed, hasOneName });
            edit.clear();
          }}
          tick="I have one name"
          {...field("lastName")}
        />
      </div>
    </EditCard>
  );
}

function Email({ email: saved }: { email: string }) {
  const edit = useEdit("Email saved. Your other sessions have ended.");
  const [email, setEmail] = useState(saved);
  const [currentPassword, setCurrentPassword] = useState("");
  const submit = async () => {
    if (email.trim() === "") return edit.refuse({ email: "This field is required." });
    if (currentPassword === "")
      return edit.refuse({ currentPassword: "Enter your current password" });
    if (await edit.save({ email, currentPassword })) setCurrentPassword("");
  };
  return (
    <EditCard
      detail="You sign in with it. Changing it ends your other sessions."
      edit={edit}
      onSubmit={submit}
      saveLabel="Save email"
      title="Email"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          autoCapitalize="none"
          autoComplete="email"
          dense
          error={edit.faults.email}
          label="Email"
          name="email"
          onChange={(event) => {
            setEmail(event.target.value);
            edit.clear();
          }}
          spellCheck={false}
          type="email"
          value={email}
        />
        <CurrentPassword edit={edit} onValue={setCurrentPassword} value={currentPassword} />
      </div>
    </EditCard>
  );
}

function Password({ email }: { email: string }) {
  const edit = useEdit("Password saved. Your other sessions have ended.");
  const [currentPassword, setCurrentPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const submit = async () => {
    if (currentPassword === "")
      return edit.refuse({ currentPassword: "Enter your current password" });
    if (newPassword.trim() === "") return edit.refuse({ newPassword: "Password is required" });
    if (await edit.save({ currentPassword, newPassword })) {
      setCurrentPassword("");
      setNewPassword("");
    }
  };
  return (
    <EditCard
      detail="Changing it ends your other sessions."
      edit={edit}
      onSubmit={submit}
      saveLabel="Save password"
      title="Password"
    >
      {/* Tells the browser's password store whose password this is. */}
      <input
        autoComplete="username"
        className="hidden"
        name="username"
        readOnly
        tabIndex={-1}
        type="text"
        value={email}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <CurrentPassword edit={edit} onValue={setCurrentPassword} value={currentPassword} />
        <PasswordField
          autoComplete="new-password"
          dense
          error={edit.faults.newPassword}
          hint="At least 8 characters."
          label="New password"
          name="newPassword"
          onChange={(event) => {
            setNewPassword(event.target.value);
            edit.clear();
          }}
          value={newPassword}
        />
      </div>
    </EditCard>
  );
}

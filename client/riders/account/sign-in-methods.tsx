import { useRouter } from "@tanstack/react-router";
import { Mail, MessageSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Identity, Provider } from "../../../src/accounts/providers/provider-contract";
import type { Settings } from "../../../src/settings/contract";
import { type Api, read } from "../../api";
import { ApiError } from "../../api-error";
import { awaitRemoval, useActions } from "../../forms/use-actions";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Dialog } from "../../ui/dialog";
import { Moment } from "../../ui/moment";
import { Popup } from "../../ui/popup";
import { Section } from "../../ui/section";
import { useAuth } from "../client-auth";
import { AppleMark, GoogleMark } from "../sign-in/provider-marks";
import { providerNames } from "../sign-in/provider-words";
import { BreakableContact } from "./breakable-contact";
import { ConfirmByCode } from "./confirm-by-code";
import { RichSentence, useWords } from "../../words/use-words";

const marks: Record<Provider, ReactNode> = { google: <GoogleMark />, apple: <AppleMark /> };

/** All sign-in methods: codes to the contacts, and linked Google and Apple accounts. */
export function SignInMethods({
  api,
  identities,
  offeredProviders,
  settings,
}: {
  api: Api;
  identities: readonly Identity[];
  /** The providers that this server offers. */
  offeredProviders: readonly Provider[];
  settings: Settings;
}) {
  const t = useWords();
  const { timeZone } = settings;
  const { user } = useAuth();
  const router = useRouter();
  const [identityToUnlink, setIdentityToUnlink] = useState<Identity | null>(null);
  const { act, acting, failure, clear } = useActions({ onFailed: () => setIdentityToUnlink(null) });
  /** A provider to link once a code has confirmed the rider, and the contact that gets the code. */
  const [linkToConfirm, setLinkToConfirm] = useState<{
    provider: Provider;
    contact: string;
  } | null>(null);

  const redirectTo = async (provider: Provider) => {
    const { location: page } = await read(api.auth.identities.$post({ json: { provider } }));
    location.assign(page);
  };
  const link = (provider: Provider) =>
    act(provider, async () => {
      try {
        await redirectTo(provider);
      } catch (error) {
        if (!(error instanceof ApiError && error.code === "account.confirm_first")) throw error;
        const { contact } = await read(api.users.privacy.$get());
        if (contact) return setLinkToConfirm({ provider, contact });
        const words = t(
          "We have no e-mail address or phone number to send a code to. Sign out and sign in again, then come back.",
        );
        throw new ApiError(error.status, error.code, words);
      }
    });
  const unlink = ({ provider, id }: Identity) =>
    act(
      provider,
      () => awaitRemoval(read(api.auth.identities[":id"].$delete({ param: { id } }))),
      () => {
        setIdentityToUnlink(null);
        return router.invalidate();
      },
    );

  const rows = (["google", "apple"] as const).flatMap((provider) => {
    const identity = identities.find((each) => each.provider === provider);
    return identity || offeredProviders.includes(provider) ? [{ provider, identity }] : [];
  });
  return (
    <Section
      detail={t(
        "You can sign in with any of these. We’ll let you know when one is added or removed.",
      )}
      title={t("How you sign in")}
    >
      <Card flush>
        <ul className="divide-y divide-line">
          {user?.email && (
            <MethodRow
              detail={<BreakableContact contact={user.email} />}
              icon={<Mail aria-hidden="true" size={20} />}
            >
              {t("Code by e-mail")}
            </MethodRow>
          )}
          {user?.phone && (
            <MethodRow
              detail={<bdi>{user.phone}</bdi>}
              icon={<MessageSquare aria-hidden="true" size={20} />}
            >
              {t("Code by text message")}
            </MethodRow>
          )}
          {rows.map(({ provider, identity }) => (
            <MethodRow
              action={
                identity ? (
                  <Button
                    aria-label={t("Unlink {provider}", { provider: providerNames[provider] })}
                    onClick={() => setIdentityToUnlink(identity)}
                    variant="secondary"
                  >
                    {t("Unlink")}
                  </Button>
                ) : (
                  <Button
                    aria-label={t("Link {provider}", { provider: providerNames[provider] })}
                    busy={acting === provider}
                    onClick={() => void link(provider)}
                    variant="secondary"
                  >
                    {t("Link")}
                  </Button>
                )
              }
              detail={
                identity ? (
                  <>
                    {identity.email && (
                      <span className="block">
                        <BreakableContact contact={identity.email} />
                      </span>
                    )}
                    {offeredProviders.includes(provider) ? (
                      <RichSentence
                        text="Used {time}"
                        time={<Moment at={identity.lastUsedAt} timeZone={timeZone} />}
                      />
                    ) : (
                      <RichSentence
                        text="Used {time}. We no longer offer this sign-in."
                        time={<Moment at={identity.lastUsedAt} timeZone={timeZone} />}
                      />
                    )}
                  </>
                ) : (
                  t("Not linked")
                )
              }
              icon={marks[provider]}
              key={provider}
            >
              {providerNames[provider]}
            </MethodRow>
          ))}
        </ul>
      </Card>
      <ConfirmDialog
        busy={acting !== null}
        busyLabel={t("Unlinking...")}
        confirmLabel={
          identityToUnlink
            ? t("Unlink {provider}", { provider: providerNames[identityToUnlink.provider] })
            : t("Unlink")
        }
        danger
        onClose={() => setIdentityToUnlink(null)}
        onConfirm={() => identityToUnlink && void unlink(identityToUnlink)}
        open={identityToUnlink !== null}
        title={
          identityToUnlink
            ? t("Unlink {provider}?", { provider: providerNames[identityToUnlink.provider] })
            : t("Unlink?")
        }
      >
        {t("You can still sign in with a code or another linked account.")}
      </ConfirmDialog>
      <Dialog
        actions={
          <Button onClick={() => setLinkToConfirm(null)} variant="secondary">
            {t("Cancel")}
          </Button>
        }
        onClose={() => setLinkToConfirm(null)}
        open={linkToConfirm !== null}
        title={
          linkToConfirm
            ? t("Link {provider}", { provider: providerNames[linkToConfirm.provider] })
            : t("Link")
        }
      >
        {linkToConfirm && (
          <ConfirmByCode
            action={t("Continue")}
            api={api}
            contact={linkToConfirm.contact}
            onCode={async (otp) => {
              await read(api.users.confirmation.$post({ json: { otp } }));
              await redirectTo(linkToConfirm.provider);
            }}
            settings={settings}
          />
        )}
      </Dialog>
      <Popup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </Popup>
    </Section>
  );
}

function MethodRow({
  icon,
  children,
  detail,
  action,
}: {
  icon: ReactNode;
  children: ReactNode;
  detail: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="flex min-h-16 items-center gap-4 px-4 py-3 sm:px-6">
      <span className="grid w-6 shrink-0 place-content-center text-ink-muted">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">{children}</p>
        <p className="text-ink-muted text-sm wrap-anywhere">{detail}</p>
      </div>
      {action}
    </li>
  );
}

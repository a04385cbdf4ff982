import { useRouter } from "@tanstack/react-router";
import { Laptop, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import type { SignedInDevice } from "../../../src/accounts/contract";
import { type Api, read } from "../../api";
import { awaitRemoval, useActions } from "../../forms/use-actions";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { Popup } from "../../ui/popup";
import { Section } from "../../ui/section";
import { browserNameText } from "../../words/browser-name-text";
import { SignOut } from "./sign-out";
import { RichSentence, useWords } from "../../words/use-words";

/** The browsers where the rider is signed in, each with a button to sign it out, and sign-out of this browser. */
export function Security({
  api,
  devices,
  timeZone,
  children,
}: {
  api: Api;
  devices: readonly SignedInDevice[];
  timeZone: string;
  /** More about sign-ins, shown between the two. */
  children?: ReactNode;
}) {
  const t = useWords();
  const router = useRouter();
  const { act, acting, failure, clear } = useActions({ onFailed: () => router.invalidate() });
  const signOutDevice = (id: string) =>
    act(
      id,
      () => awaitRemoval(read(api.auth.sessions[":id"].$delete({ param: { id } }))),
      () => router.invalidate(),
    );

  return (
    <>
      <Section
        detail={t("Don’t recognise a browser? Sign it out here.")}
        title={t("Where you are signed in")}
      >
        <Card flush>
          <ul className="divide-y divide-line">
            {devices.map((device) => {
              const name = browserNameText(device.userAgent, t);
              const Icon = /iPhone|Android/.test(name) ? Smartphone : Laptop;
              return (
                <li className="flex items-center gap-4 px-4 py-3 sm:px-6" key={device.id}>
                  <Icon aria-hidden="true" className="shrink-0 text-ink-muted" size={22} />
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {name}
                      {device.current && <Badge tone="success">{t("This browser")}</Badge>}
                    </p>
                    <p className="text-ink-muted text-sm">
                      <RichSentence
                        text="Last used {time}"
                        time={<Moment at={device.lastSeenAt} timeZone={timeZone} />}
                      />
                    </p>
                  </div>
                  {!device.current && (
                    <Button
                      aria-label={t("Sign out {name}", { name })}
                      busy={acting === device.id}
                      onClick={() => void signOutDevice(device.id)}
                      variant="secondary"
                    >
                      {t("Sign out")}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </Card>
      </Section>
      {children}
      <Section
        detail={t("You need no password: next time, you’ll sign in with a new code.")}
        title={t("Sign out of this browser")}
      >
        <SignOut />
      </Section>
      <Popup kind="error" onClose={clear} open={failure !== null}>
        {failure}
      </Popup>
    </>
  );
}

import type { ReactNode } from "react";
import type { Settings } from "../../../src/settings/contract";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";
import { RichSentence, useWords } from "../../words/use-words";

/** What the operator's server stores about a rider, in plain words. The actions are below it. */
export function Privacy({
  settings,
  driverSeesPhone,
  children,
}: {
  settings: Settings;
  driverSeesPhone: boolean;
  children: ReactNode;
}) {
  const t = useWords();
  const { brand, phone, email } = settings;
  const contactLinks = {
    email: <ContactLink href={`mailto:${email}`}>{email}</ContactLink>,
    phone: <ContactLink href={`tel:${phone}`}>{phone}</ContactLink>,
  };
  return (
    <>
      <Card>
        <h2 className="text-lg">{t("What {brand} knows about you", { brand })}</h2>
        <dl className="mt-4 grid gap-4">
          <RetentionEntry what={t("Your name, e-mail, phone number and picture")}>
            {driverSeesPhone
              ? t(
                  "We use these to recognise you, to send you codes and news about your trips, and to help your driver find you. Your driver sees the passenger's name, and the phone number while the trip is under way.",
                )
              : t(
                  "We use these to recognise you, to send you codes and news about your trips, and to help your driver find you. Your driver sees the passenger's name, but not the phone number.",
                )}
          </RetentionEntry>
          <RetentionEntry what={t("Your trips")}>
            {t(
              "Places, times, price, notes and events of each trip: a record of our agreement, for you and for us.",
            )}
          </RetentionEntry>
          <RetentionEntry what={t("People you book for")}>
            {t(
              "Their name, phone number, e-mail and language, as part of your trip. We send them the pickup time, the driver and car, and a link to follow the car, unless you tell us not to contact them. We erase all of this with your account.",
            )}
          </RetentionEntry>
          <RetentionEntry what={t("Where you are signed in")}>
            {t(
              "The kind of browser and the time. Under Security, you can see each browser and sign it out. We keep IP addresses and the list of your sign-ins for 30 days.",
            )}
          </RetentionEntry>
          <RetentionEntry what={t("Google and Apple, if you sign in with them")}>
            {t(
              "Your account number and e-mail address at Google or Apple, until you unlink the account. We ask Google and Apple for nothing else and tell them nothing about your trips.",
            )}
          </RetentionEntry>
          <RetentionEntry what={t("Sign-in codes")}>
            {t("For 24 hours, scrambled so that nobody here can read them.")}
          </RetentionEntry>
        </dl>
      </Card>
      <Section title={t("Where your data is stored")}>
        <p className="text-ink-muted">
          {t(
            "Everything is stored on {brand}'s own server. This site loads nothing from other companies unless {brand} has chosen to count visits. The site reads your location only when you press “Use my location”. A booking you have started is kept in this browser for a day and deleted when you book it or sign out.",
            { brand },
          )}
        </p>
      </Section>
      {children}
      <Section title={t("Questions")}>
        <p className="text-ink-muted">
          {t(
            "You can correct your name and contacts yourself under Account info. For anything else you want to know or have corrected, ask us.",
          )}{" "}
          {email && phone ? (
            <RichSentence
              {...contactLinks}
              text="Reach us by e-mail at {email} or by phone at {phone}."
            />
          ) : email ? (
            <RichSentence {...contactLinks} text="Reach us by e-mail at {email}." />
          ) : (
            phone && <RichSentence {...contactLinks} text="Reach us by phone at {phone}." />
          )}
        </p>
      </Section>
    </>
  );
}

function RetentionEntry({ what: recordName, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{recordName}</dt>
      <dd className="mt-1 text-ink-muted">{children}</dd>
    </div>
  );
}

function ContactLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="font-medium text-accent-text underline underline-offset-4" dir="auto" href={href}>
      {children}
    </a>
  );
}

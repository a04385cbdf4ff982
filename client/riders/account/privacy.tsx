import type { ReactNode } from "react";
import type { Settings } from "../../../src/settings/contract";
import { Card } from "../../ui/card";
import { Section } from "../../ui/section";

/** What this operator's server keeps about a rider, in plain words; the ways to act on it follow. */
export function Privacy({ settings, children }: { settings: Settings; children: ReactNode }) {
  const { brand, phone, email } = settings;
  return (
    <>
      <Card>
        <h2 className="text-lg">What {brand} knows about you</h2>
        <dl className="mt-4 grid gap-4">
          <Kept what="Your name, email, phone number and picture">
            To know you again, to send you codes and news of your trips, and so that your driver
            finds you. Your driver sees the passenger's name and phone number for the trip they
            drive.
          </Kept>
          <Kept what="Your trips">
            Places, times, price, notes and what happened when. They are the proof of what was
            agreed, for you and for us.
          </Kept>
          <Kept what="Where you are signed in">
            The kind of browser and the time, so that you can see it under Security and end it.
            Addresses of visitors and the list of your sign-ins are kept for 30 days.
          </Kept>
          <Kept what="Google and Apple, where you sign in with them">
            The account's number there and its email address, until you unlink it. Nothing is ever
            asked of it again, and nothing of your trips goes there.
          </Kept>
          <Kept what="Codes for signing in">
            Scrambled, and for 24 hours. Nobody here can read them back.
          </Kept>
        </dl>
      </Card>
      <Section title="What stays here">
        <p className="text-ink-muted">
          All of it lies on {brand}'s own server. This site loads nothing from other companies
          unless {brand} has chosen to measure visits, and your position is never read from your
          device. A booking you have begun is kept in this browser for a day, and is gone when you
          book it or sign out.
        </p>
      </Section>
      {children}
      <Section title="Questions">
        <p className="text-ink-muted">
          Your name and contacts you correct yourself under Account info. Whatever else you want to
          know or have put right, ask us.
          {email || phone ? " Reach us" : ""}
          {email && (
            <>
              {" by email at "}
              <Way href={`mailto:${email}`}>{email}</Way>
            </>
          )}
          {email && phone && " or"}
          {phone && (
            <>
              {" by phone at "}
              <Way href={`tel:${phone}`}>{phone}</Way>
            </>
          )}
          {(email || phone) && "."}
        </p>
      </Section>
    </>
  );
}

function Kept({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium">{what}</dt>
      <dd className="mt-1 text-ink-muted">{children}</dd>
    </div>
  );
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="font-medium text-accent-text underline underline-offset-4" href={href}>
      {children}
    </a>
  );
}

import { createLazyFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { ContactForm } from "../contact/contact-form";
import { ContactPage } from "../contact/contact-page";
import { ThankYou } from "../contact/thank-you";

export const Route = createLazyFileRoute("/contact-us")({ component: ContactUs });

function ContactUs() {
  const { api, settings, posted } = Route.useRouteContext();
  const { sent: wasSent } = Route.useSearch();
  const [sent, setSent] = useState(false);
  return (
    <ContactPage operator={settings}>
      {sent || wasSent ? (
        <ThankYou focused={sent} />
      ) : (
        <>
          <h2 className="mb-6 text-lg">Write to us</h2>
          <ContactForm api={api} posted={posted} onSent={() => setSent(true)} />
        </>
      )}
    </ContactPage>
  );
}

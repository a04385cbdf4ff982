import { createLazyFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { ContactForm } from "../contact/contact-form";
import { ContactPage } from "../contact/contact-page";
import { ThankYou } from "../contact/thank-you";

export const Route = createLazyFileRoute("/contact-us")({ component: ContactUs });

function ContactUs() {
  const { api, settings } = Route.useRouteContext();
  const { fault, sent: wasSent } = Route.useSearch();
  const [sent, setSent] = useState(false);
  return (
    <ContactPage operator={settings}>
      {sent || wasSent ? (
        <ThankYou focused={sent} />
      ) : (
        <>
          <h2 className="mb-6 text-lg">Write to us</h2>
          <ContactForm api={api} fault={fault} onSent={() => setSent(true)} />
        </>
      )}
    </ContactPage>
  );
}

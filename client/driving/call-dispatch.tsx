import { useRouter } from "@tanstack/react-router";
import { Mail, Phone } from "lucide-react";
import { buttonStyle } from "../ui/button-style";

/** Dispatch's phone number and e-mail address, for changes that only dispatch can make. `text` says which. */
export function CallDispatch({ text }: { text: string }) {
  const { phone, email } = useRouter().options.context.settings;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-lg bg-surface-sunken p-4">
      <p>{text}</p>
      <div className="flex flex-wrap gap-2">
        {phone && (
          <a className={buttonStyle("secondary")} href={`tel:${phone}`}>
            <Phone aria-hidden="true" size={18} />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        {email && (
          <a className={buttonStyle("secondary")} href={`mailto:${email}`}>
            <Mail aria-hidden="true" size={18} />
            {email}
          </a>
        )}
      </div>
    </div>
  );
}

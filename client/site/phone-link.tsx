/** Shows the operator's phone number within a text, as a link. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a
      className="inline-flex min-h-11 items-center font-medium text-accent-text underline underline-offset-4"
      href={`tel:${phone.replace(/[^+0-9]/g, "")}`}
    >
      <span className="figures">{phone}</span>
    </a>
  );
}

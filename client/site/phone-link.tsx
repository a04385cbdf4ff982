import { TextLink } from "./text-link";

/** A number to call, within a text. */
export function PhoneLink({ phone }: { phone: string }) {
  return <TextLink href={`tel:${phone.replace(/[^+0-9]/g, "")}`}>{phone}</TextLink>;
}

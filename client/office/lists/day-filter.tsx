import { type ComponentProps, useState } from "react";
import { DateField } from "../../ui/text-field";

/**
 * A day that the page's address has. What is typed stays in the field until it is a day of our times: by the first
 * digit of its year it is one of the year 2, and an address that refuses it would empty the field. While somebody types,
 * the address is behind: what it has by then does not write over the field.
 */
export function DayFilter({
  value,
  onDay,
  ...field
}: Omit<ComponentProps<typeof DateField>, "onChange" | "value"> & {
  value: string;
  onDay: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [from, setFrom] = useState(value);
  const [isTyping, setIsTyping] = useState(false);
  if (from !== value) {
    setFrom(value);
    if (!isTyping) setTyped(value);
  }
  return (
    <DateField
      {...field}
      dense
      onBlur={() => setIsTyping(false)}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.value === "" || target.value > "1900") onDay(target.value);
      }}
      onFocus={() => setIsTyping(true)}
      value={typed}
    />
  );
}

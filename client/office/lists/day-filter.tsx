import { type ComponentProps, useState } from "react";
import { DateField } from "../../ui/text-field";

/**
 * A date field for a day in the page's address. It changes the address only when the field is empty or the year is 1900
 * or later, because an address with a half-typed year such as 0002 would be refused and empty the field. While somebody
 * types, the address doesn't overwrite the field.
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
  const [lastValue, setLastValue] = useState(value);
  const [isTyping, setIsTyping] = useState(false);
  if (lastValue !== value) {
    setLastValue(value);
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

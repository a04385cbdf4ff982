import { useEffect, useRef, useState } from "react";
import { TextField } from "../ui/text-field";
import type { PhoneFieldProps } from "./phone-field";

type PhoneField = typeof import("./phone-field").PhoneField;

/**
 * A `PhoneField` for pages that do not wait for it: a plain box until its parts are there, which then
 * takes over what was typed. It never changes under a person's hands, but when they leave the box.
 */
export function LatePhoneField({ country, onNumber, longNumbers, ...field }: PhoneFieldProps) {
  const [late, setLate] = useState<{ Part: PhoneField; text: string } | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const arrived = useRef<PhoneField | null>(null);

  const takeOver = () => {
    const input = box.current;
    if (!arrived.current || !input || input === document.activeElement) return;
    setLate({ Part: arrived.current, text: input.value });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts come once
  useEffect(() => {
    Promise.all([
      import("./phone-field"),
      import("./phone-parts").then(({ loadPhoneParts }) => loadPhoneParts()),
    ]).then(
      ([{ PhoneField }]) => {
        arrived.current = PhoneField;
        takeOver();
      },
      // Without a network a plain box takes numbers too.
      () => {},
    );
  }, []);

  if (late) {
    const { Part, text } = late;
    return <Part {...{ ...field, country, onNumber, longNumbers }} defaultValue={text} />;
  }
  return (
    <TextField
      autoComplete="tel"
      {...field}
      inputMode="tel"
      onBlur={() => setTimeout(takeOver)}
      ref={box}
      type="tel"
    />
  );
}

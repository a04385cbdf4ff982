import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../ui/icon-button";
import { TextField, type TextFieldProps } from "../ui/text-field";

/** A password field that can show its text. */
export function PasswordField(props: Omit<TextFieldProps, "type" | "suffix">) {
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      suffix={
        <IconButton
          aria-pressed={isVisible}
          dense={props.dense}
          disabled={props.disabled}
          icon={<Icon aria-hidden="true" size={18} />}
          label="Show password"
          onClick={() => setIsVisible(!isVisible)}
        />
      }
      type={isVisible ? "text" : "password"}
    />
  );
}

/** Tells the browser's password manager whose password this is. */
export function HiddenUsernameField({ email }: { email: string }) {
  return (
    <input
      autoComplete="username"
      className="hidden"
      name="username"
      readOnly
      tabIndex={-1}
      type="text"
      value={email}
    />
  );
}

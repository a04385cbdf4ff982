import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";
import { classNames } from "./class-names";

interface ButtonLinkProps {
  /** A path of this site with filled-in parameters. */
  to: string;
  search?: Record<string, string>;
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  icon?: ReactNode;
  className?: string;
}

/** A link that looks like a button. It only navigates. */
export function ButtonLink({
  to,
  search,
  children,
  variant,
  size,
  wide,
  icon,
  className,
}: ButtonLinkProps) {
  return (
    <Link
      className={classNames(buttonStyle(variant, size, wide), className)}
      search={search as never}
      to={to}
    >
      {icon}
      {children}
    </Link>
  );
}

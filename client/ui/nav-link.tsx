import { Link, type LinkProps, useRouter } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";
import { classNames } from "./class-names";

/** Set by the build in the code that browsers load. */
declare const IN_BROWSER: true | undefined;

/** The props of `Link`. */
interface NavLinkProps {
  /** A path of this site. */
  to: string;
  search?: Record<string, string> | undefined;
  activeOptions?: { exact?: boolean; includeSearch?: boolean };
  activeProps?: { className: string };
  className: string;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A link in the frame of a page: the router's `Link`. The router's `Link` looks each address up among the routes, at
 * ten times the cost, so the server writes the resulting markup directly.
 */
export const NavLink: ComponentType<NavLinkProps> =
  typeof IN_BROWSER === "undefined" ? LinkOrAnchor : (Link as never);

function LinkOrAnchor(props: NavLinkProps) {
  return typeof document === "undefined" ? (
    <ServedLink {...props} />
  ) : (
    <Link {...(props as LinkProps)} />
  );
}

function ServedLink({ to, search, activeOptions, activeProps, className, children }: NavLinkProps) {
  const { options, stores } = useRouter();
  const { pathname, search: currentSearch } = stores.location.get();
  const isCurrent =
    (pathname === to ||
      (!activeOptions?.exact && pathname.startsWith(to === "/" ? to : `${to}/`))) &&
    Object.entries(search ?? {}).every(
      ([name, value]) => (currentSearch as Record<string, unknown>)[name] === value,
    );
  return (
    <a
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(className, isCurrent && activeProps?.className)}
      data-status={isCurrent ? "active" : undefined}
      href={search ? to + options.stringifySearch(search) : to}
    >
      {children}
    </a>
  );
}

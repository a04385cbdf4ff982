import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** Written by the build into what browsers load. */
declare const IN_BROWSER: true | undefined;

interface WayLinkProps {
  /** A path of this site. */
  to: string;
  search?: Record<string, string> | undefined;
  /** Current only on exactly this path, not below it. */
  exact?: boolean | undefined;
  className: string;
  /** Of the one whose page is shown. */
  currentClass?: string;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

/**
 * A way in the frame of a page: the router's `Link`, which in the browser loads ahead. The server, where that looks
 * each address up among the routes at ten times the price, writes what comes of it.
 */
export function WayLink(props: WayLinkProps) {
  if (typeof IN_BROWSER === "undefined" && typeof document === "undefined")
    return <ServedLink {...props} />;
  const { search, exact = false, currentClass, ...rest } = props;
  return (
    <Link
      activeOptions={{ exact, includeSearch: search !== undefined }}
      activeProps={{ className: currentClass ?? "" }}
      search={search as never}
      {...rest}
    />
  );
}

function ServedLink({ to, search, exact, className, currentClass, children }: WayLinkProps) {
  const { options, stores } = useRouter();
  const { pathname, search: shown } = stores.location.get();
  const isCurrent =
    (pathname === to || (!exact && pathname.startsWith(to === "/" ? to : `${to}/`))) &&
    Object.entries(search ?? {}).every(
      ([name, value]) => (shown as Record<string, unknown>)[name] === value,
    );
  return (
    <a
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(className, isCurrent && currentClass)}
      data-status={isCurrent ? "active" : undefined}
      href={search ? to + options.stringifySearch(search) : to}
    >
      {children}
    </a>
  );
}

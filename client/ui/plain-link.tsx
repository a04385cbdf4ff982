import { useLocation, useRouter } from "@tanstack/react-router";
import type { ComponentProps, MouseEvent } from "react";
import { classNames } from "./class-names";

/**
 * A link within the site for long lists: an `<a>` that navigates without loading the page anew. Made
 * on the server it costs a tenth of the router's own `Link`, which looks each address up among the
 * routes; it knows no active state. With `ahead` it loads what it leads to when it is pointed at for a moment,
 * touched or focused.
 */
export function PlainLink({
  href,
  onClick,
  ahead = false,
  ...rest
}: ComponentProps<"a"> & {
  /** A path of this site, with its search if any. */
  href: string;
  ahead?: boolean;
}) {
  const router = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain || rest.target || rest.download !== undefined) return;
    event.preventDefault();
    void router.navigate({ to: ".", href });
  };
  const load = ahead ? () => void router.preloadRoute({ to: ".", href }) : undefined;
  const point = () => {
    pointedAt = setTimeout(() => load?.(), POINTED_MS);
  };
  return (
    <a
      {...rest}
      href={href}
      onClick={follow}
      onFocus={load}
      onMouseEnter={load && point}
      onMouseLeave={load && (() => clearTimeout(pointedAt))}
      onTouchStart={load}
    />
  );
}

/** Who only passes over a link goes elsewhere. */
const POINTED_MS = 50;
/** One pointer is on one link. */
let pointedAt: ReturnType<typeof setTimeout> | undefined;

/**
 * A way in the frame of a page: a `PlainLink` that says so, and looks so by `currentClass`, where the page shown is
 * its own or lies below it.
 */
export function WayLink({
  to,
  search,
  exact = false,
  className,
  currentClass,
  ...rest
}: Omit<ComponentProps<typeof PlainLink>, "href" | "ahead"> & {
  /** A path of this site. */
  to: string;
  /** What its address has beside it: current only where the shown one has the same. */
  search?: Readonly<Record<string, string>> | undefined;
  /** Current only on exactly this path, not below it. */
  exact?: boolean | undefined;
  currentClass: string;
}) {
  const { options } = useRouter();
  const isCurrent = useLocation({
    select: ({ pathname, search: shown }: { pathname: string; search: object }) => {
      const path = pathname.replace(/(.)\/$/, "$1");
      return (
        (path === to || (!exact && path.startsWith(`${to}/`))) &&
        Object.entries(search ?? {}).every(
          ([name, value]) => (shown as Record<string, unknown>)[name] === value,
        )
      );
    },
  });
  return (
    <PlainLink
      {...rest}
      ahead
      aria-current={isCurrent ? "page" : undefined}
      className={classNames(className, isCurrent && currentClass)}
      href={search ? to + options.stringifySearch(search) : to}
    />
  );
}

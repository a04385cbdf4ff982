import { Link, useLoaderData, useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { may } from "../../src/accounts/permission-rules";
import { classNames } from "../ui/class-names";
import { type Topic, settingsTopicGroups } from "../office/settings-topics";

/** The frame of all settings: a side menu on a desktop, a scrolling strip on a phone. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="lg:flex lg:gap-8">
      <div className="shrink-0 lg:sticky lg:top-[calc(var(--bar)+1.5rem)] lg:w-48 lg:self-start">
        <SettingsSideNav />
      </div>
      <div className="min-w-0 flex-1 pt-4 pb-8 lg:pt-0">{children}</div>
    </div>
  );
}

function SettingsSideNav() {
  const { pathname } = useLocation();
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;
  const nav = useRef<HTMLElement>(null);
  // Scrolls only the menu to the current topic, so the page doesn't move.
  useEffect(() => {
    const currentLink = nav.current?.querySelector<HTMLElement>(`a[href="${pathname}"]`);
    if (currentLink)
      nav.current?.scrollTo(
        currentLink.offsetLeft - (nav.current.clientWidth - currentLink.offsetWidth) / 2,
        currentLink.offsetTop - (nav.current.clientHeight - currentLink.offsetHeight) / 2,
      );
  }, [pathname]);
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 relative no-scrollbar overflow-x-auto px-4 lg:-mx-1 lg:max-h-[calc(100dvh-var(--bar)-1.5rem)] lg:px-1 lg:pb-6"
      ref={nav}
    >
      <div className="flex w-max gap-1 lg:w-auto lg:flex-col lg:gap-4">
        {settingsTopicGroups.map((group, at) => (
          <ul
            className={classNames(
              "flex gap-1 lg:flex-col lg:gap-0.5",
              at > 0 && "border-line border-s ps-1 lg:border-s-0 lg:border-t lg:ps-0 lg:pt-4",
            )}
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups never change
            key={at}
          >
            {group
              .filter(({ needs }) => !needs || may(role, needs))
              .map((topic) => (
                <li key={topic.to}>
                  <TopicLink {...topic} />
                </li>
              ))}
          </ul>
        ))}
      </div>
    </nav>
  );
}

function TopicLink({ label, to, icon: Icon }: Topic) {
  return (
    <Link
      activeOptions={{ includeHash: false }}
      activeProps={{ className: "bg-accent-surface !text-accent-text font-medium" }}
      className="flex min-h-8 items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 text-ink-muted text-sm transition hover:bg-surface-sunken hover:text-ink pointer-coarse:min-h-11"
      to={to as string}
    >
      <Icon aria-hidden="true" size={16} />
      <span className="flex-1">{label}</span>
    </Link>
  );
}

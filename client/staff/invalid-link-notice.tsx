import { NoticeBanner } from "../ui/notice-banner";
import { ButtonLink } from "../ui/button-link";

/** Shown instead of a form whose one-time link has no token or was used. */
export function InvalidLinkNotice({ children }: { children: string }) {
  return (
    <div className="grid gap-6">
      <NoticeBanner tone="warning">{children}</NoticeBanner>
      <ButtonLink to="/dispatch" variant="secondary" wide>
        Go to sign-in
      </ButtonLink>
    </div>
  );
}

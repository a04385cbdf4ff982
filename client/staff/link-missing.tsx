import { NoticeBanner } from "../ui/notice-banner";
import { ButtonLink } from "../ui/button-link";

/** In place of a form whose one-time link came without its token, or cannot be used any more. */
export function LinkMissing({ children }: { children: string }) {
  return (
    <div className="grid gap-6">
      <NoticeBanner tone="warning">{children}</NoticeBanner>
      <ButtonLink to="/dispatch" variant="secondary" wide>
        Go to sign-in
      </ButtonLink>
    </div>
  );
}

/** The rider's sign-in state and its error messages: specification, sections 2, 4 and 8. */
import { describe, expect, test } from "bun:test";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, render, screen, waitFor } from "@testing-library/react";
import { createApi } from "../../../client/api";
import {
  type ClientAuth,
  ClientAuthContextProvider,
  useAuth,
} from "../../../client/riders/client-auth";
import { LoginScreen } from "../../../client/riders/sign-in/login-screen";
import type { Rider } from "../../../src/accounts/contract";
import type { Settings } from "../../../src/settings/contract";

const aline: Rider = {
  id: "1",
  firstName: "Aline",
  hasOneName: false,
  lastName: "Uwase",
  email: "aline@example.com",
  phone: null,
  profilePic: null,
  pendingEmail: null,
  pendingPhone: null,
  language: "en",
};

type Answers = Record<string, () => Response | Promise<Response>>;

function AuthProbe({ seen }: { seen: { auth: ClientAuth | null } }) {
  seen.auth = useAuth();
  return null;
}

/** Renders the provider with `answers`, keyed by "METHOD /path", and returns what its screens receive. */
function renderWithAuth(answers: Answers) {
  const requested: string[] = [];
  const api = createApi("http://livery.test", async (input, init) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input));
    const call = `${init?.method ?? "GET"} ${pathname.replace("/backend", "")}`;
    requested.push(call);
    return answers[call]?.() ?? Response.json({ authenticated: false, getUser: null });
  });
  const seen: { auth: ClientAuth | null } = { auth: null };
  render(
    <ClientAuthContextProvider api={api}>
      <AuthProbe seen={seen} />
    </ClientAuthContextProvider>,
  );
  const auth = () => {
    if (!seen.auth) throw new Error("Nothing was provided.");
    return seen.auth;
  };
  return { auth, requests: requested, api };
}

const emptyFailure = () => new Response("", { status: 500 });
const offline = () => Promise.reject(new TypeError("fetch failed"));

describe("section 4: the session", () => {
  test("is loading until it is checked, and a failed check means signed out", async () => {
    const { auth, requests: requested } = renderWithAuth({ "GET /auth/me": emptyFailure });
    expect(auth().isLoading).toBe(true);
    await waitFor(() => expect(auth().isLoading).toBe(false));
    expect(requested).toEqual(["GET /auth/me"]);
    expect(auth()).toMatchObject({ isAuthenticated: false, user: null });
  });

  test("is checked again after the code, which authenticates the client", async () => {
    let signedIn = false;
    const { auth, requests: requested } = renderWithAuth({
      "POST /auth/verify-otp": () => {
        signedIn = true;
        return Response.json({ token: "t", getUser: aline });
      },
      "GET /auth/me": () =>
        Response.json({ authenticated: signedIn, getUser: signedIn ? aline : null }),
    });
    await waitFor(() => expect(auth().isLoading).toBe(false));
    await act(() => auth().verifyCode({ identifier: "aline@example.com", otp: "1234" }));
    expect(requested).toEqual(["GET /auth/me", "POST /auth/verify-otp", "GET /auth/me"]);
    expect(auth()).toMatchObject({ isAuthenticated: true, user: aline });
  });

  test("has the updated user after a change, and no user after a logout", async () => {
    const { auth } = renderWithAuth({
      "GET /auth/me": () => Response.json({ authenticated: true, getUser: aline }),
      "PUT /users/update-profile": () =>
        Response.json({ updateUser: { ...aline, firstName: "Alina" } }),
      "POST /auth/logout": () => Response.json({ message: "Bye." }),
    });
    await waitFor(() => expect(auth().isAuthenticated).toBe(true));
    await act(() => auth().updateProfile({ firstName: "Alina" }));
    expect(auth().user?.firstName).toBe("Alina");
    await act(() => auth().logout());
    expect(auth()).toMatchObject({ isAuthenticated: false, user: null });
  });
});

describe("section 8: the message of a failure", () => {
  const calls: [string, string, string, (auth: ClientAuth) => Promise<unknown>][] = [
    ["sending", "POST /auth/send-otp", "Failed to send OTP", (auth) => auth.sendCode("a@b.co")],
    [
      "verifying",
      "POST /auth/verify-otp",
      "Verification failed",
      (auth) => auth.verifyCode({ identifier: "a@b.co", otp: "1234" }),
    ],
    [
      "a change",
      "PUT /users/update-profile",
      "Update failed",
      (auth) => auth.updateProfile({ firstName: "A" }),
    ],
    ["logging out", "POST /auth/logout", "Logout failed", (auth) => auth.logout()],
  ];
  for (const [what, call, usual, run] of calls) {
    test(`${what}: the server's message, or else "${usual}"`, async () => {
      let answer: () => Response | Promise<Response> = emptyFailure;
      const { auth } = renderWithAuth({ [call]: () => answer() });
      await waitFor(() => expect(auth().isLoading).toBe(false));
      const fail = () => act(() => run(auth()).catch(() => {}));
      await fail();
      expect(auth().error).toBe(usual);
      answer = offline;
      await fail();
      expect(auth().error).toBe(usual);
      answer = () => Response.json({ message: "Not today.", code: "x" }, { status: 422 });
      await fail();
      expect(auth().error).toBe("Not today.");
    });
  }

  test("an answer without the updated user is a failure", async () => {
    const { auth } = renderWithAuth({ "PUT /users/update-profile": () => Response.json({}) });
    await waitFor(() => expect(auth().isLoading).toBe(false));
    await act(() =>
      auth()
        .updateProfile({ firstName: "A" })
        .catch(() => {}),
    );
    expect(auth().error).toBe("Failed to update user profile");
  });

  test("section 5: an invalid e-mail or phone number is refused, and nothing is sent", async () => {
    const { auth, requests: requested } = renderWithAuth({});
    await waitFor(() => expect(auth().isLoading).toBe(false));
    let said = "";
    await act(() =>
      auth()
        .sendCode("neither")
        .catch((failure: Error) => {
          said = failure.message;
        }),
    );
    expect(said).toBe("Invalid email or phone number");
    expect(auth().error).toBe("Invalid email or phone number");
    expect(requested).toEqual(["GET /auth/me"]);
  });
});

test("section 2: the sign-in screen shows a placeholder until the session is checked", async () => {
  const api = createApi("http://livery.test", () => new Promise<Response>(() => {}));
  const settings = { brand: "Livery", brandSlug: "livery", country: "RW" } as Settings;
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ClientAuthContextProvider api={api}>
          <LoginScreen api={api} notice={null} provider={null} settings={settings} />
        </ClientAuthContextProvider>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  render(<RouterProvider router={router} />);
  expect((await screen.findByRole("main")).getAttribute("aria-busy")).toBe("true");
  expect(screen.getByText("Loading…")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

/** The rider's login and code screens: specification, sections 2, 4, 5, 8 and 9. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { closePage, openPage } from "../../support/pages";
import type { Browser, TestServer } from "../../support/server";
import { lastMessage, messagesTo, signInRider } from "../../support/sign-in";
import { installStream } from "../driver/stream";
import { createRiderServer, interceptedBrowser, timeUntil } from "./scene";

let server: TestServer;

let removeStream: () => void;

beforeEach(async () => {
  removeStream = installStream();
  server = await createRiderServer();
});
afterEach(() => {
  closePage();
  server.close();
  removeStream();
});

const login = "/liveryClient";
const field = () =>
  screen.getByRole<HTMLInputElement>("textbox", { name: "E-mail or phone number" });
const go = () => screen.getByRole<HTMLButtonElement>("button", { name: /Continue$|Sending/ });
const verifyButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /Verify/ });
const box = (place: number) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: `Digit ${place} of 4` });

/** Requests a code by e-mail and opens the code screen. */
async function requestCode(email: string, browser?: Browser) {
  const router = await openPage(server, login, browser);
  await userEvent.type(field(), email);
  await userEvent.click(go());
  await waitFor(() => expect(router.state.location.pathname).toBe(`${login}/ClientVerify`), {
    timeout: 4000,
  });
  await screen.findByRole("button", { name: "Verify Code" });
  return router;
}

describe("section 2: the login screen", () => {
  test("asks one question, with three ways to answer and the line of consent", async () => {
    await openPage(server, login);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
      "What's your phone number or email?",
    );
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
    expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue with Google" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Continue with Apple" })).toBeTruthy();
    expect(screen.getByText(/calls and SMS, including automated ones, may be sent/)).toBeTruthy();
  });

  test("sends a signed-in rider to /", async () => {
    const { browser } = await signInRider(server);
    const router = await openPage(server, login, browser);
    expect(router.state.location.pathname).toBe("/");
  });

  test("notices a sign-in from another tab when it is visible again", async () => {
    await signInRider(server, "aline@example.com");
    const browser = server.browser();
    const router = await openPage(server, login, browser);
    await signInRider(server, "aline@example.com", { browser });
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  });

  test("is also at /rideLogin, and at no other brand's address", async () => {
    await openPage(server, "/otherClient");
    expect(screen.getByText("We can’t find that page")).toBeTruthy();
    closePage();
    const router = await openPage(server, "/rideLogin");
    expect(router.state.location.pathname).toBe(login);
  });

  test("explains that the server does not offer the provider", async () => {
    const router = await openPage(server, `${login}?notice=provider`);
    const popup = await screen.findByRole("dialog", { name: "Info" });
    expect(popup.textContent).toContain("You can’t sign in that way here");
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(""));
  });
});

describe("section 5: the login field", () => {
  test("asks for an e-mail address if the text contains a letter", async () => {
    await openPage(server, login);
    expect(go().disabled).toBe(true);
    await userEvent.type(field(), "aline");
    expect(go().disabled).toBe(true);
    await userEvent.tab();
    await screen.findByText("Enter a valid email address.");
    await userEvent.type(field(), "@example.com");
    await waitFor(() => expect(screen.queryByText("Enter a valid email address.")).toBeNull());
    expect(go().disabled).toBe(false);
  });

  test("says that it is required after it is emptied", async () => {
    await openPage(server, login);
    await userEvent.type(field(), "aline");
    await userEvent.clear(field());
    await screen.findByText("This field is required.");
    expect(go().disabled).toBe(true);
  });

  test("becomes a phone input for digits, with Rwanda if the country is unknown", async () => {
    await openPage(server, login);
    await userEvent.type(field(), "7");
    const country = await screen.findByRole("combobox", { name: "Country" });
    expect(country.textContent).toContain("Rwanda (+250)");
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field().type).toBe("tel");
    await userEvent.keyboard("88");
    await userEvent.tab();
    await screen.findByText("Enter a valid phone number.");
    expect(go().disabled).toBe(true);
    await userEvent.type(field(), "123456");
    await waitFor(() => expect(go().disabled).toBe(false));
  });

  test("section 4: preselects the country by IP address, and keeps the default if that fails", async () => {
    const guess = Promise.withResolvers<Response>();
    const answers = { "GET /geo/country": () => guess.promise };
    await openPage(server, login, interceptedBrowser(server.browser(), answers));
    await userEvent.type(field(), "712345678");
    const country = await screen.findByRole("combobox", { name: "Country" });
    expect(country.textContent).toContain("Rwanda");
    guess.resolve(Response.json({ country_code: "KE" }));
    await waitFor(() => expect(country.textContent).toContain("Kenya (+254)"));
    expect(field().value).toBe("712 345678");
    await userEvent.click(country);
    const options = await screen.findAllByRole("option");
    expect(options.slice(0, 3).map((option) => option.textContent)).toEqual([
      "Kenya+254",
      "Rwanda+250",
      "Afghanistan+93",
    ]);
    await userEvent.keyboard("{Escape}");
    closePage();

    const failing = { "GET /geo/country": () => Promise.reject(new TypeError("fetch failed")) };
    await openPage(server, login, interceptedBrowser(server.browser(), failing));
    await userEvent.type(field(), "7");
    expect((await screen.findByRole("combobox", { name: "Country" })).textContent).toContain(
      "Rwanda (+250)",
    );
  });

  test("section 4: becomes a text field for @ with a dot, but not for @ alone", async () => {
    await openPage(server, login);
    await userEvent.type(field(), "12@");
    await screen.findByRole("combobox", { name: "Country" });
    expect(field().value).toBe("12@");
    await userEvent.type(field(), ".");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Country" })).toBeNull());
    expect(field().type).toBe("text");
    await userEvent.clear(field());
    await userEvent.type(field(), "1.2+3@example.com");
    expect(field().value).toBe("1.2+3@example.com");
    expect(go().disabled).toBe(false);
  });

  test("section 4: keeps the country that the rider chose when the guessed one arrives later", async () => {
    const guess = Promise.withResolvers<Response>();
    const answers = { "GET /geo/country": () => guess.promise };
    await openPage(server, login, interceptedBrowser(server.browser(), answers));
    await userEvent.type(field(), "712");
    const country = await screen.findByRole("combobox", { name: "Country" });
    act(() => country.focus());
    await userEvent.keyboard("ug");
    expect(country.textContent).toContain("Uganda");
    guess.resolve(Response.json({ country_code: "KE" }));
    await act(() => Bun.sleep(50));
    expect(country.textContent).toContain("Uganda");
  });

  test("becomes a text field again when the number is emptied or gets a letter", async () => {
    await openPage(server, login);
    await userEvent.type(field(), "7");
    await screen.findByRole("combobox", { name: "Country" });
    await userEvent.clear(field());
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Country" })).toBeNull());
    await userEvent.type(field(), "7");
    await screen.findByRole("combobox", { name: "Country" });
    await userEvent.type(field(), "a");
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Country" })).toBeNull());
    expect(field().value).toBe("7a");
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  test("sends the full phone number with its calling code", async () => {
    let sent: unknown;
    const browser = interceptedBrowser(server.browser(), {
      "POST /auth/send-otp": (json) => {
        sent = json;
        return undefined;
      },
    });
    await openPage(server, login, browser);
    await userEvent.type(field(), "0");
    await screen.findByRole("combobox", { name: "Country" });
    await userEvent.type(field(), "788123456");
    await userEvent.click(go());
    await screen.findByText("Check your messages.");
    expect(sent).toEqual({ identifier: "+250788123456", code: "250" });
    expect(messagesTo(server, "+250788123456")).toHaveLength(1);
  });
});

describe("sections 4 and 8: requesting a code", () => {
  test("shows that it is sending, then a success message for 2 seconds, then the code screen", async () => {
    const answer = Promise.withResolvers<void>();
    const browser = interceptedBrowser(server.browser(), {
      "POST /auth/send-otp": async () => {
        await answer.promise;
        return undefined as never;
      },
    });
    const router = await openPage(server, login, browser);
    await userEvent.type(field(), "aline@example.com");
    await userEvent.click(go());
    expect(go().textContent).toBe("Sending...");
    expect(go().disabled).toBe(true);
    answer.resolve();
    await screen.findByRole("dialog", { name: "Success" });
    const reachedMs = await timeUntil(() =>
      router.state.location.pathname.endsWith("ClientVerify"),
    );
    expect(reachedMs).toBeGreaterThan(1800);
    expect(reachedMs).toBeLessThan(3800);
  }, 30_000);

  test("shows the server's message in a popup and under the field", async () => {
    const browser = interceptedBrowser(server.browser(), {
      "POST /auth/send-otp": () =>
        Response.json({ message: "Wait a little.", code: "code.send_limit" }, { status: 429 }),
    });
    await openPage(server, login, browser);
    await userEvent.type(field(), "aline@example.com");
    await userEvent.click(go());
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("Wait a little.");
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Wait a little."));
    expect(go().disabled).toBe(true);
    await userEvent.type(field(), "x");
    expect(go().disabled).toBe(false);
  });

  test("shows its own message if no answer arrives, and keeps the address", async () => {
    const browser = interceptedBrowser(server.browser(), {
      "POST /auth/send-otp": () => Promise.reject(new TypeError("fetch failed")),
    });
    await openPage(server, login, browser);
    await userEvent.type(field(), "aline@example.com");
    await userEvent.click(go());
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("Failed to send OTP. Please try again.");
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toBe("Failed to send OTP. Please try again."),
    );
    // The address was not at fault: it stays, and the rider can send it again.
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    expect(field().value).toBe("aline@example.com");
    expect(go().disabled).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(field()));
  });

  test.each([
    [
      "an error with a message",
      () => Response.json({ message: "No.", code: "x" }, { status: 422 }),
      "No.",
      true,
    ],
    [
      "an error without a message",
      () => new Response("", { status: 500 }),
      "Failed to send OTP. Please try again.",
      false,
    ],
    [
      "no network",
      () => Promise.reject(new TypeError("fetch failed")),
      "Failed to send OTP. Please try again.",
      false,
    ],
  ])(
    "keeps the message under the field until the rider types: %s",
    async (_, answer, text, isHeld) => {
      await openPage(
        server,
        login,
        interceptedBrowser(server.browser(), { "POST /auth/send-otp": answer }),
      );
      await userEvent.type(field(), "aline@example.com");
      await userEvent.click(go());
      await screen.findByRole("dialog", { name: "Error" });
      await userEvent.click(screen.getByRole("button", { name: "OK" }));
      await waitFor(() =>
        expect(screen.queryAllByRole("dialog", { name: "Error" })).toHaveLength(0),
      );
      expect(field().getAttribute("aria-invalid")).toBe("true");
      expect(screen.getByRole("alert").textContent).toBe(text);
      expect(go().disabled).toBe(isHeld);
      await userEvent.type(field(), "x");
      await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
      expect(go().disabled).toBe(false);
    },
  );

  test("shows a message if the answer contains no contact", async () => {
    const browser = interceptedBrowser(server.browser(), {
      "POST /auth/send-otp": () => Response.json({ isEmail: true }),
    });
    await openPage(server, login, browser);
    await userEvent.type(field(), "aline@example.com");
    await userEvent.click(go());
    const popup = await screen.findByRole("dialog", { name: "Info" });
    expect(popup.textContent).toContain("We couldn't find your contact details. Please try again.");
  });
});

describe("sections 2 and 4: the code screen", () => {
  test("the browser's back button leads to the login screen with the phone number filled in", async () => {
    const router = await openPage(server, login);
    await userEvent.type(field(), "0788123456");
    await waitFor(() => expect(go().disabled).toBe(false));
    await userEvent.click(go());
    await screen.findByRole("button", { name: "Verify Code" }, { timeout: 4000 });
    act(() => router.history.back());
    await waitFor(() => expect(router.state.location.pathname).toBe(login));
    await waitFor(() => expect(field().value).toBe("+250 788 123 456"));
    expect(go().disabled).toBe(false);
  }, 30_000);

  test("opens booking after a sign-in in another tab when it is visible again", async () => {
    await signInRider(server, "aline@example.com");
    const browser = server.browser();
    const router = await requestCode("aline@example.com", browser);
    const otp = lastMessage(server, "aline@example.com").code;
    await browser.post("/auth/verify-otp", { identifier: "aline@example.com", otp });
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    await waitFor(() => expect(router.state.location.pathname).toBe("/booking"));
  }, 30_000);

  test("leads to the login screen if the navigation state is missing", async () => {
    const router = await openPage(server, `${login}/ClientVerify`);
    await waitFor(() => expect(router.state.location.pathname).toBe(login));
  });

  test("greets a new rider by contact, masks it, and clears the state from the route", async () => {
    const router = await requestCode("new@example.com");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Hi there, new@example.com");
    expect(screen.getByRole("main").textContent).toContain("Enter the 4-digit code sent");
    expect(screen.getByText("n***@example.com")).toBeTruthy();
    await waitFor(() => expect(router.state.location.state.verification).toBeUndefined());
    expect(router.state.location.pathname).toBe(`${login}/ClientVerify`);
  }, 30_000);

  test("verifies the code at its fourth digit, and empties the boxes after a wrong code", async () => {
    await requestCode("new@example.com");
    const { code } = lastMessage(server, "new@example.com");
    const wrongCode = code === "1234" ? "4321" : "1234";
    await userEvent.click(box(1));
    await userEvent.keyboard(wrongCode.slice(0, 3));
    expect(verifyButton().disabled).toBe(true);
    await userEvent.keyboard(wrongCode.slice(3));
    const popup = await screen.findByRole("dialog", { name: "Error" });
    expect(popup.textContent).toContain("OTP Verification failed. Please try again.");
    await userEvent.click(screen.getByRole("button", { name: "OK" }));
    await waitFor(() => expect(document.activeElement).toBe(box(1)));
    expect(box(1).value).toBe("");
    expect(verifyButton().disabled).toBe(true);
  }, 30_000);

  test("leads a new rider to the profile after 1 second", async () => {
    const router = await requestCode("new@example.com");
    await userEvent.click(box(1));
    await userEvent.paste(lastMessage(server, "new@example.com").code);
    await screen.findByText("OTP verified. Please complete your profile.");
    const reachedMs = await timeUntil(() =>
      router.state.location.pathname.endsWith("fillUserInfo"),
    );
    expect(reachedMs).toBeGreaterThan(800);
    expect(reachedMs).toBeLessThan(2500);
    await screen.findByRole("heading", { level: 1, name: "User Info" });
  }, 30_000);

  test("welcomes a known rider by name and opens booking after 0.3 seconds", async () => {
    await signInRider(server, "aline@example.com");
    const router = await requestCode("aline@example.com");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Welcome back, Aline");
    await userEvent.click(box(1));
    await userEvent.paste(lastMessage(server, "aline@example.com").code);
    await screen.findByText("OTP verified successfully!");
    const reachedMs = await timeUntil(() => router.state.location.pathname === "/booking");
    expect(reachedMs).toBeLessThan(2000);
    await screen.findByRole("heading", { level: 1, name: "Where to?" });
  }, 30_000);
});

describe("section 4: the provider's sign-in", () => {
  test("opens as a whole page, polls every second for the rider and then opens booking", async () => {
    const { rider } = await signInRider(server, "aline@example.com");
    const requestTimes: number[] = [];
    const browser = interceptedBrowser(server.browser("198.51.100.9"), {
      "GET /auth/current-user": () => {
        requestTimes.push(performance.now());
        return requestTimes.length > 1 ? Response.json(rider) : undefined;
      },
      "GET /auth/me": () =>
        requestTimes.length > 1
          ? Response.json({ authenticated: true, getUser: rider })
          : undefined,
    });
    const opened: string[] = [];
    const { assign } = location;
    location.assign = (address) => void opened.push(String(address));
    const router = await openPage(server, login, browser);
    await userEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
    location.assign = assign;
    expect(opened).toEqual(["/backend/auth/google"]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/booking"), { timeout: 5000 });
    expect((requestTimes[1] ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThan(900);
  }, 30_000);
});

describe("the one-tap link", () => {
  test("changes nothing until its button is pressed, then signs in", async () => {
    let used = 0;
    const { rider } = await signInRider(server, "aline@example.com");
    const newDevice = server.browser("198.51.100.9");
    const browser = interceptedBrowser(newDevice, {
      "POST /auth/signin-link": () => {
        used++;
        return Response.json({ audience: "rider", token: "t", profileComplete: true });
      },
      "GET /auth/me": () =>
        used > 0 ? Response.json({ authenticated: true, getUser: rider }) : undefined,
    });
    const router = await openPage(server, "/signin/abc", browser);
    expect(used).toBe(0);
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/booking"));
    expect(used).toBe(1);
  });

  test("shows that it has expired or was used, and links to a new code", async () => {
    await openPage(server, "/signin/abcdef");
    await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
    await screen.findByText(/This link has expired or was already used/);
    const way = screen.getByRole("link", { name: "Get a new code" });
    expect(way.getAttribute("href")).toBe(login);
  });
});

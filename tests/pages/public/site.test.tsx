/** The pages of the public site: the operator's texts, and what they show without any. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { screen, within } from "@testing-library/react";
import { defaultFaq } from "../../../src/content/default-faq";
import { examplePost, publish } from "../../support/content";
import { closePage, openPage } from "../../support/pages";
import { createTestServer, START, type TestServer } from "../../support/server";

const DAY = 86_400_000;

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off", BRAND: "Zebra" });
});
afterEach(() => {
  closePage();
  server.close();
});

const main = () => within(screen.getByRole("main"));
const footer = () => within(screen.getByRole("contentinfo"));
const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

describe("the header, the banners and the footer", () => {
  test("link only to pages that have content", async () => {
    await openPage(server, "/about");
    expect(heading()).toContain("Kigali");
    for (const name of ["About us", "Questions", "Home care and care rides", "Interpreters"])
      expect(footer().getByRole("link", { name })).toBeTruthy();
    for (const name of ["Team", "History", "News"])
      expect(footer().queryByRole("link", { name })).toBeNull();
  });

  test("link to team, history and news once they have content", async () => {
    publish(server, "member", "ada", { name: "Ada", role: "Dispatch", text: "", picture: null });
    publish(server, "milestone", "first", { when: "2019-05", title: "The first car", text: "" });
    publish(server, "post", "new-cars", examplePost("New cars"));
    await openPage(server, "/about");
    const hrefs = ["Team", "History", "News"].map((name) =>
      footer().getByRole("link", { name }).getAttribute("href"),
    );
    expect(hrefs).toEqual(["/team", "/history", "/blog"]);
  });

  test("show the operator's banners above the page", async () => {
    publish(server, "banner", "storm", {
      text: "Roads are closed in the north.",
      link: "/contact-us",
      linkText: "Ask us",
      tone: "warning",
      from: "",
      until: "",
    });
    await openPage(server, "/faq");
    const banner = within(
      screen.getByRole("complementary", { name: "Roads are closed in the north." }),
    );
    expect(banner.getByRole("link", { name: "Ask us" }).getAttribute("href")).toBe("/contact-us");
  });
});

test("the home page shows its heading and links to the services", async () => {
  await openPage(server, "/");
  expect(heading()).toBe("Your car is waiting. The price is already agreed.");
  expect(main().getByRole("heading", { name: "For companies", level: 2 })).toBeTruthy();
  const service = main().getByRole("link", { name: "Help on the road" });
  expect(service.getAttribute("href")).toBe("/depanage");
});

test("the page for new drivers explains how to join", async () => {
  await openPage(server, "/joinUs");
  expect(heading()).toBe("Join Zebra");
  expect(main().getByRole("heading", { name: "Drive with Zebra" })).toBeTruthy();
  expect(main().getByRole("heading", { name: "What you need" })).toBeTruthy();
});

describe("services", () => {
  test("are listed on one page, also those that the operator added", async () => {
    publish(server, "service", "school-runs", {
      name: "School runs",
      summary: "To school and back, every day the same driver.",
      body: "Each *morning*.",
      picture: null,
      priceFromMinor: 4_000,
    });
    await openPage(server, "/services");
    const names = ["School runs", "Home care and care rides", "Interpreters", "Help on the road"];
    for (const name of names) expect(main().getByRole("link", { name })).toBeTruthy();
    closePage();
    await openPage(server, "/services/school-runs");
    expect(main().getByText(/4,000/)).toBeTruthy();
  });

  for (const [slug, name] of [
    ["home-care", "Home care and care rides"],
    ["language-translation", "Interpreters"],
    ["depanage", "Help on the road"],
  ] as const) {
    test(`${slug} has a page`, async () => {
      const router = await openPage(server, `/services/${slug}`);
      expect(heading()).toBe(name);
      expect(main().getByRole("link", { name: "Write to us" }).getAttribute("href")).toBe(
        "/contact-us",
      );
      const others = within(screen.getByRole("navigation", { name: "Other services" }));
      expect(others.getAllByRole("link")).toHaveLength(2);
      expect(router.state.location.pathname).toBe(`/services/${slug}`);
    });
  }

  test("show the not-found page if they do not exist", async () => {
    await openPage(server, "/services/flying-carpets");
    expect(heading()).toBe("We can’t find that page");
  });
});

test("each question shows under its category and opens its answer", async () => {
  await openPage(server, "/faq");
  for (const { question, category } of Object.values(defaultFaq)) {
    const found = main().getByRole("heading", { level: 3, name: question });
    expect(found.closest("summary")?.parentElement?.tagName).toBe("DETAILS");
    expect(main().getByRole("heading", { level: 2, name: category })).toBeTruthy();
  }
});

describe("the team", () => {
  test("has a general text while no member is published", async () => {
    await openPage(server, "/team");
    expect(main().getByRole("heading", { name: "We answer in person" })).toBeTruthy();
  });

  test("shows a member with text, and with initials if there is no portrait", async () => {
    publish(server, "member", "ada", {
      name: "Ada Uwase",
      role: "Dispatch",
      text: "Knows **every** road.",
      picture: null,
    });
    await openPage(server, "/team");
    expect(main().getByRole("heading", { level: 2, name: "Ada Uwase" })).toBeTruthy();
    expect(main().getByText("AU")).toBeTruthy();
    expect(main().getByText("every").tagName).toBe("STRONG");
  });
});

describe("history", () => {
  test("lists the milestones from the first one on, with dates in words", async () => {
    publish(server, "milestone", "vans", { when: "2021-05-14", title: "Two vans", text: "" });
    publish(server, "milestone", "first", { when: "2019-03", title: "The first car", text: "" });
    await openPage(server, "/history");
    const titles = main().getAllByRole("listitem");
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      "March 2019The first car",
      "14 May 2021Two vans",
    ]);
  });

  test("links to About us while there are no milestones", async () => {
    await openPage(server, "/history");
    expect(main().getByRole("link", { name: "About us" }).getAttribute("href")).toBe("/about");
  });
});

describe("news", () => {
  test("shows No news yet while there are no posts", async () => {
    await openPage(server, "/blog");
    expect(main().getByRole("heading", { name: "No news yet" })).toBeTruthy();
  });

  test("shows twelve posts on a page, newest first", async () => {
    for (let n = 1; n <= 13; n++) {
      publish(server, "post", `post-${n}`, examplePost(`Post ${n}`), START - (14 - n) * DAY);
    }
    await openPage(server, "/blog");
    const titles = () => main().getAllByRole("heading", { level: 2, name: /^Post/ });
    expect(titles()).toHaveLength(12);
    expect(titles()[0]?.textContent).toBe("Post 13");
    expect(main().getByRole("link", { name: "Older" }).getAttribute("href")).toBe("/blog?page=2");
    closePage();
    await openPage(server, "/blog?page=2");
    expect(titles().map(({ textContent }) => textContent)).toEqual(["Post 1"]);
    expect(main().getByRole("link", { name: "Newer" }).getAttribute("href")).toBe("/blog");
    expect(main().queryByRole("link", { name: "Older" })).toBeNull();
  });

  test("shows a whole post with links to the ones before and after it", async () => {
    for (const [at, name] of ["one", "two", "three"].entries())
      publish(server, "post", name, examplePost(`Post ${name}`), START - (3 - at) * DAY);
    await openPage(server, "/blog/two");
    expect(heading()).toBe("Post two");
    expect(main().getByText("length").tagName).toBe("STRONG");
    const others = within(screen.getByRole("navigation", { name: "Other posts" }));
    const hrefs = others.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(hrefs).toEqual(["/blog/one", "/blog/three"]);
  });

  test("shows the not-found page if the post does not exist", async () => {
    await openPage(server, "/blog/nothing");
    expect(heading()).toBe("We can’t find that page");
  });
});

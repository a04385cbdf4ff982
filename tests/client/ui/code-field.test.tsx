import { describe, expect, test } from "bun:test";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { CodeField, isCodeComplete } from "../../../client/ui/code-field";

function TestCodeField({ start = "", digits = 4 }: { start?: string; digits?: 4 | 6 }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <CodeField digits={digits} label="Code" onValue={setValue} value={value} />
      <output>{value.replaceAll(" ", "_")}</output>
    </>
  );
}

const box = (at: number, of = 4) => screen.getByLabelText(`Digit ${at} of ${of}`);
const typedText = () => screen.getByRole("status").textContent;

describe("sections 4 and 5: a code field", () => {
  test("moves on with each digit and ignores other characters", async () => {
    render(<TestCodeField />);
    await userEvent.click(box(1));
    await userEvent.keyboard("1a2 3");
    expect(typedText()).toBe("123");
    await waitFor(() => expect(document.activeElement).toBe(box(4)));
    await userEvent.keyboard("4");
    expect(typedText()).toBe("1234");
  });

  test.each(["١٢٣٤", "۱۲۳۴", "१२३४", "১২৩৪", "１２３４"])(
    "takes the digits of other scripts, typed and pasted: %s",
    async (digits) => {
      const { unmount } = render(<TestCodeField />);
      await userEvent.click(box(1));
      for (const digit of digits) await userEvent.keyboard(digit);
      expect(typedText()).toBe("1234");
      unmount();
      render(<TestCodeField />);
      await userEvent.click(box(1));
      await userEvent.paste(`Your code: ${digits}`);
      expect(typedText()).toBe("1234");
    },
  );

  test("goes back on Backspace in an empty box and clears the digit before it", async () => {
    render(<TestCodeField start="12" />);
    await userEvent.click(box(3));
    await userEvent.keyboard("{Backspace}");
    await waitFor(() => expect(document.activeElement).toBe(box(2)));
    expect(typedText()).toBe("1");
    await userEvent.keyboard("{Backspace}");
    await waitFor(() => expect(document.activeElement).toBe(box(1)));
    expect(typedText()).toBe("");
  });

  test("moves with the arrow keys, Home and End", async () => {
    render(<TestCodeField start="1234" />);
    await userEvent.click(box(2));
    await userEvent.keyboard("{ArrowRight}");
    await waitFor(() => expect(document.activeElement).toBe(box(3)));
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await waitFor(() => expect(document.activeElement).toBe(box(1)));
    await userEvent.keyboard("{End}");
    await waitFor(() => expect(document.activeElement).toBe(box(4)));
    await userEvent.keyboard("{Home}");
    await waitFor(() => expect(document.activeElement).toBe(box(1)));
  });

  test("replaces the digit of a filled box", async () => {
    render(<TestCodeField start="1234" />);
    await userEvent.click(box(2));
    await userEvent.keyboard("9");
    expect(typedText()).toBe("1934");
    await waitFor(() => expect(document.activeElement).toBe(box(3)));
  });

  test("is filled by pasting a whole code, whichever box has the focus", async () => {
    render(<TestCodeField start="9" />);
    await userEvent.click(box(3));
    await userEvent.paste("12 34");
    expect(typedText()).toBe("1234");
  });

  test("is filled from the focused box on by pasting part of a code", async () => {
    render(<TestCodeField start="1" />);
    await userEvent.click(box(2));
    await userEvent.paste("78");
    expect(typedText()).toBe("178");
    await waitFor(() => expect(document.activeElement).toBe(box(4)));
  });

  test("keeps the other digits in their boxes when one is deleted", async () => {
    render(<TestCodeField start="1234" />);
    await userEvent.click(box(2));
    await userEvent.keyboard("{Delete}");
    expect(typedText()).toBe("1_34");
    expect(isCodeComplete("1 34")).toBe(false);
  });

  test("has six boxes for codes of six digits", async () => {
    render(<TestCodeField digits={6} />);
    await userEvent.click(box(1, 6));
    await userEvent.keyboard("123456");
    expect(typedText()).toBe("123456");
    expect(box(1, 6).getAttribute("autocomplete")).toBe("one-time-code");
  });

  test("is complete only with a digit in every box", () => {
    expect(isCodeComplete("1234")).toBe(true);
    expect(isCodeComplete("123")).toBe(false);
    expect(isCodeComplete("12345")).toBe(false);
    expect(isCodeComplete("123456", 6)).toBe(true);
  });
});

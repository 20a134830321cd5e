// Counts what an owner meets on the way from an invitation to a saved result: words on the screen, buttons and choices
// that must be pressed, and screens. A word is counted once, on the first screen that shows it in that place: what
// stays on the screen is not read twice. Folds that are closed, lists of choices and what is written for screen readers
// alone are not on the screen.

/** What is to be read in a page or a frame, line by line. Runs in the page. */
function lines() {
  const unseen = [...document.querySelectorAll(".unseen, .skip")].filter((element) => !element.hidden);
  for (const element of unseen) element.hidden = true;
  const text = innerHeight > 0 ? document.body.innerText : ""; // a vault that waits to be opened has no height
  for (const element of unseen) element.hidden = false;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

const wordsOf = (line) => line.split(/\s+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** Counts on a page with a vault in it. */
function counter(page) {
  const seen = new Set();
  const screens = new Set();
  let clicks = 0;
  let words = 0;
  const frames = () => page.frames().filter((frame) => frame === page.mainFrame() || frame.parentFrame());
  return {
    /** A new screen, or one that was seen already and says more: its words beyond those seen before. */
    async screen(name) {
      const shown = (await Promise.all(frames().map((frame) => frame.evaluate(lines).catch(() => [])))).flat();
      const fresh = shown.filter((line) => !seen.has(line));
      for (const line of fresh) seen.add(line);
      words += fresh.reduce((sum, line) => sum + wordsOf(line), 0);
      screens.add(name);
    },
    /** Something that the owner must press. */
    async press(target) {
      clicks++;
      await target.click();
    },
    total: () => ({ screens: screens.size, clicks, words }),
  };
}

/** What the owner presses and waits for, in each language. */
export const WAYS = {
  en: {
    asker: "City council",
    title: "House prices in the country",
    rows: "About how many rows",
    moderate: "moderate",
    foreseen: /^Still notices/,
    run: /Make the result/,
    save: "Save and see how to send it",
  },
  de: {
    asker: "Stadtrat",
    title: "Hauspreise auf dem Land",
    rows: "Wie viele Zeilen ungefähr",
    moderate: "mittel",
    foreseen: /^Bemerkt noch/,
    run: /Ergebnis berechnen/,
    save: "Speichern und sehen",
  },
};

/** The link of an invitation to the sample data of the built site. */
export const invitationOf = (site, { asker, title } = WAYS.en, source = new URL("sample/source.csv", site).href) =>
  `${site}#${new URLSearchParams({
    source,
    label: "price",
    asker,
    title,
    release: "model",
    base: "linear",
    epsilon: "1", // as the page for analysts suggests
  })}`;

/**
 * The owner's way from an invitation to a saved result, on the sample data of the built site, on a page whose browser
 * wants the language. A `source` elsewhere is loaded when the owner says so, on the same step of the overview, so that
 * it is the same screen. `look(screen)` is called on each screen.
 */
export async function countOwnersWay(page, site, { language = "en", source = undefined, look = async (_) => {} } = {}) {
  const count = counter(page);
  const way = WAYS[language];
  const vault = page.frameLocator("iframe.vault");
  const button = (name) => vault.getByRole("button", { name });
  const screen = async (name) => {
    await count.screen(name);
    await look(name);
  };
  await page.goto(invitationOf(site, way, source));
  const pick = vault.locator("label.button");
  if (source && new URL(source).origin !== new URL(site).origin) {
    await page.locator("#load-invited").waitFor();
    await screen("request");
    await count.press(page.locator("#load-invited"));
  }
  await pick.waitFor();
  await screen("request");
  await vault.getByLabel(way.rows).fill("3000");
  await vault.getByText(way.foreseen).waitFor();
  await screen("request");
  const { body } = await fetch(new URL("sample/target.csv", site));
  const buffer = Buffer.from(await new Response(body).arrayBuffer());
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), count.press(pick)]);
  await chooser.setFiles({ name: "target.csv", mimeType: "text/csv", buffer });
  await button(way.run).waitFor();
  await screen("check");
  await count.press(button(way.run));
  await page.locator("#result").waitFor();
  await screen("result");
  await Promise.all([page.waitForEvent("download"), count.press(page.getByRole("button", { name: way.save }))]);
  return count.total();
}

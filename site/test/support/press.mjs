// Presses in frames that arrive, each once.
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 180_000; // milliseconds, with an element that cannot be clicked yet

/**
 * Clicks on an element of a frame, a locator or an element's handle, once. Headless Chromium now and then passes every click on a frame
 * to the page around it, after a change of its size, or draws the frame no more, so that the driver waits for an element to be at rest, until
 * something is drawn, which a screenshot makes it do. So the frame itself says whether the click has arrived, and only where it has not is the
 * click repeated.
 */
export async function press(element, page = element.page()) {
  const arrival = await element.evaluateHandle((element) => {
    const arrival = { seen: false };
    element.ownerDocument.defaultView.addEventListener("click", ({ isTrusted }) => (arrival.seen ||= isTrusted), true);
    return arrival;
  });
  // A frame that has gone has gone by the click.
  const arrived = () => arrival.evaluate(({ seen }) => seen).catch(() => true);
  const end = Date.now() + PATIENCE;
  for (let lost = 0, late = 0; lost < 5; ) {
    try {
      // After half a minute without asking whether it is at rest: a screenshot was not enough once.
      await element.click({ timeout: 10_000, force: late >= 3 && (await element.isEnabled()) });
      lost++;
    } catch (error) {
      if (error.name !== "TimeoutError" || Date.now() > end) throw error;
      late++;
      await page.bringToFront?.();
    }
    if (await arrived()) return;
    await sleep(500); // longer than a click that is late takes; only a lost one costs this
    if (await arrived()) return;
    await page.screenshot();
  }
  throw new Error(`The frame of ${element} has seen none of five clicks.`);
}

/** Chooses a radio button in a frame. */
export async function choose(radio) {
  if (!(await radio.isChecked())) await press(radio);
  if (!(await radio.isChecked())) throw new Error(`${radio} was pressed and is not chosen.`);
}

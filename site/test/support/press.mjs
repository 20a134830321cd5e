// Presses in frames that arrive, each once.
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Clicks on an element of a frame, a locator or an element's handle, once. Headless Chromium now and then passes every click on a frame
 * to the page around it, after a change of its size, until something is drawn, which a screenshot makes it do. So the frame
 * itself says whether the click has arrived, and only where it has not is the click repeated.
 */
export async function press(element, page = element.page()) {
  const arrival = await element.evaluateHandle((element) => {
    const arrival = { seen: false };
    element.ownerDocument.defaultView.addEventListener("click", ({ isTrusted }) => (arrival.seen ||= isTrusted), true);
    return arrival;
  });
  // A frame that has gone has gone by the click.
  const arrived = () => arrival.evaluate(({ seen }) => seen).catch(() => true);
  for (let tries = 0; tries < 5; tries++) {
    await element.click();
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

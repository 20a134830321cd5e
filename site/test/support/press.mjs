// Presses in frames that arrive.

const PATIENCE = 180_000; // milliseconds; only a test that fails waits so long
const REPOSE = 5000; // after this a page that shows nothing new has stopped drawing
const TRIES = 3; // a click that its frame has not seen is made again

/**
 * Clicks on an element of a frame, a locator or an element's handle. Chromium gives no animation frames to a frame that
 * is out of sight, and a driver waits for some before it clicks, so the element is brought into sight first. And
 * Chromium finds out which frame a click is for by what it has drawn, so the page is drawn as it is laid out then.
 * Headless Chromium, which has no screen, now and then stops drawing a page on a busy machine; a picture, or else
 * another size of the window, has it draw again.
 */
export async function press(element, page = element.page()) {
  const arrival = await element.evaluateHandle((element) => {
    const arrival = { seen: false };
    element.ownerDocument.defaultView.addEventListener("click", ({ isTrusted }) => (arrival.seen ||= isTrusted), true);
    return arrival;
  });
  for (let tries = 1; tries <= TRIES; tries++) {
    for (const start = Date.now(); !(await element.evaluate(comesIntoSight)); ) {
      if (Date.now() > start + PATIENCE)
        throw new Error(`${element} does not come into sight: ${await element.evaluate(whereabouts)}`);
      if (Date.now() > start + REPOSE) await draw(page);
    }
    if (tries > 1 || !(await page.evaluate(isDrawn, REPOSE))) await draw(page);
    await element.click();
    // a frame that has gone has gone by the click.
    if (await arrival.evaluate(({ seen }) => seen).catch(() => true)) return;
  }
  throw new Error(`The frame of ${element} has not seen the click.`);
}

/** In the page: resolves with whether two frames were drawn within a time in milliseconds. */
const isDrawn = (most) =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
    setTimeout(resolve, most, false);
  });

/**
 * Resolves once a frame has been drawn, so that what it tells when it is drawn has been told. Chromium draws no frame below
 * the window's edge, so it is brought into sight.
 */
export async function untilDrawn(frame) {
  if (frame.parentFrame()) await (await frame.frameElement()).scrollIntoViewIfNeeded();
  const start = Date.now();
  for (let frames = 0; frames < 4; ) {
    if (Date.now() > start + PATIENCE) throw new Error(`${frame.url()} is not drawn`);
    if (await frame.evaluate(isDrawn, REPOSE)) frames += 2;
    else await draw(frame.page());
  }
}

/** Has Chromium draw a page that it no longer draws. */
async function draw(page) {
  await page.screenshot({ timeout: REPOSE }).catch(() => {}); // in vain where even that waits for the page
  const { width, height } = page.viewportSize() ?? {};
  if (width === undefined) return;
  await page.setViewportSize({ width: width + 1, height });
  await page.setViewportSize({ width, height });
}

/** In the frame: scrolls to the element, and resolves with whether the browser shows it now. */
function comesIntoSight(element) {
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1).isIntersecting) return;
      observer.disconnect();
      resolve(true);
    });
    observer.observe(element);
    setTimeout(() => {
      observer.disconnect();
      resolve(false);
    }, 500);
  });
}

/** In the frame: what keeps an element out of sight. */
const whereabouts = (element) =>
  JSON.stringify({
    at: element.getBoundingClientRect(),
    frame: [innerWidth, innerHeight],
    displayed: element.checkVisibility(),
    visibility: document.visibilityState,
  });

/** Chooses a radio button in a frame. */
export async function choose(radio) {
  if (!(await radio.isChecked())) await press(radio);
  if (!(await radio.isChecked())) throw new Error(`${radio} was pressed and is not chosen.`);
}

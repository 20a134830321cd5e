// Chromium and its arguments. The tests need a real one; without it they fail and say what to install.
import { findProgram } from "./find-program.mjs";

export const findChromium = () =>
  findProgram({
    what: "Chromium",
    variable: "CHROMIUM",
    names: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
    also: [
      "/snap/bin/chromium",
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ],
    install: "Debian: apt-get install chromium; elsewhere Chromium or Google Chrome. BROWSERS=none skips these tests",
  });

const COMMON = [
  // Tests run as root in containers, where Chromium's own sandbox cannot start. The srcdoc sandbox is another thing.
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * The lists under the address bar are pages of their own, which headless Chromium loads for every window: half a second
 * of processor time.
 */
const LISTS = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** What Playwright 1.65 turns off by itself. An argument of ours replaces its own. */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

const without = (features) => `--disable-features=${features.join(",")}`;

/** For a Chromium that Playwright starts, and for one that a test starts by itself. */
export const ARGUMENTS = [...COMMON, without([...BY_PLAYWRIGHT, ...LISTS])];
export const PROFILE_ARGUMENTS = [...COMMON, without(LISTS)];

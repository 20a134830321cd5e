// Browsers with as few restrictions as possible: a request that the browser itself or its driver blocks would prove
// nothing.
export const OPEN_SETTINGS = {
  chromium: {
    without: ["--disable-background-networking", "--disable-quic"],
  },
  firefox: {
    prefs: {
      "browser.send_pings": true,
      "dom.events.testing.asyncClipboard": true,
      "media.peerconnection.ice.loopback": true,
      "network.http.speculative-parallel-limit": 6,
    },
  },
  webkit: {},
};

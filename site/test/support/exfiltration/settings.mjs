// Browsers as open as they can be: what they hold back by themselves, or because a driver told them to, would prove nothing.
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

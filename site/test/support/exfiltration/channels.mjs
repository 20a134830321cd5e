// The channels by which something could leave a browser. Fields of one:
//   name       as it is reported
//   document, worker, both   the attempt from there; self-contained but for the helpers in attack.mjs, given its target
//   udp, tcp   it is told a port of its own of that kind
//   alone, click, top   see navigations.mjs
//   nested     it starts a worker
//   witnessed  it reaches other pages of the browser, not a server; clipboard: the clipboard
//   reporting  its unprotected page sends violation reports
import { ELEMENTS } from "./elements.mjs";
import { NAVIGATIONS } from "./navigations.mjs";
import { REQUESTS } from "./requests.mjs";

export const CHANNELS = [...REQUESTS, ...ELEMENTS, ...NAVIGATIONS]
  .map(({ both, ...channel }) => ({ document: both, worker: both, ...channel }))
  .map((channel) => ({ ...channel, shard: channel.worker }));

/** The places a channel is tried from: a shard is a further worker, which the first has asked the vault's document for. */
export const placesOf = (channel) => ["document", "worker", "shard"].filter((place) => channel[place]);

// The channels by which something could leave a browser. Fields of one:
//   name       as it is reported
//   document, worker, both   the attempt from there; it uses only the helpers in attack.mjs, and gets its target.
//                            What is tried from a worker is also tried from the vault's second one, the decoder of
//                            Parquet files and workbooks
//   udp, tcp   it gets a port of its own of that kind
//   alone, click, top   see navigations.mjs
//   nested     it starts a worker
//   witnessed  it reaches other pages of the browser, not a server; clipboard: the clipboard
//   reporting  its unprotected page sends violation reports
import { ELEMENTS } from "./elements.mjs";
import { NAVIGATIONS } from "./navigations.mjs";
import { REQUESTS } from "./requests.mjs";

export const CHANNELS = [...REQUESTS, ...ELEMENTS, ...NAVIGATIONS].map(({ both, ...channel }) => {
  const worker = channel.worker ?? both;
  return { document: both, worker, decoder: worker, ...channel };
});

/** The places of the vault, and those of an unprotected page. */
export const PLACES = ["document", "worker", "decoder"];
export const OPEN_PLACES = ["document", "worker"];

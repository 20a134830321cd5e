// The whole program of a thread in a browser, which the build makes one classic script of: it also works where this package
// comes from another origin, and inside the vault. It asks nothing of the network.
import { serve } from "./serve.js";

const receive = serve((message, transfer) => self.postMessage(message, transfer ?? []));
self.onmessage = (event) => receive(event.data);

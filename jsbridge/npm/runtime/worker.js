// The whole program of a thread in a browser. The build makes it one classic script, so that it also works if this
// package comes from another origin, and inside the vault. It does not use the network.
import { serve } from "./serve.js";

const receive = serve((message, transfer) => self.postMessage(message, transfer ?? []));
self.onmessage = (event) => receive(event.data);

// Where a host is, as far as its name or its IP address says: on this machine, in a network of its owner, or anywhere.
// For links, whose author must not be able to have an owner's machine ask its own network for something. Names are not
// looked up.

/**
 * The ranges of IPv4 and IPv6 addresses that are not of the whole internet, by the IANA's registries of special-purpose
 * addresses.
 */
const RANGES = Object.entries({
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
  // No server that a link may mean: this network, link-local addresses (where clouds keep their metadata), examples,
  // many receivers, tunnels that end anywhere.
  none: [
    "0.0.0.0/8",
    "169.254.0.0/16",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "3fff::/20",
  ],
  public: ["0.0.0.0/0", "2000::/3"],
}).flatMap(([place, ranges]) => ranges.map((range) => ({ place, ...rangeOf(range) })));

/** An IPv4 address within IPv6, where it counts: mapped, and as gateways of networks without IPv4 write it. */
const WITHIN = [rangeOf("::ffff:0:0/96"), rangeOf("64:ff9b::/96")];

/**
 * "loopback", "private", "none" or "public" for a host as URL.hostname writes it, or for an IP address; undefined for a
 * name that can stand for any address.
 */
export function placeOf(host) {
  const address = bitsOf(host);
  if (address) return placeOfBits(address);
  const name = host.toLowerCase().replace(/\.$/, "");
  if (/(^|\.)localhost$/.test(name)) return "loopback";
  if (name === "") return undefined;
  // Names without a dot, and the domains that are reserved for networks of one's own.
  return !name.includes(".") || /\.(local|internal|home\.arpa)$/.test(name) ? "private" : undefined;
}

/**
 * Whether a link or page of a host in the place `own` may have something asked of a host in another place. Undefined
 * counts as public.
 */
export function mayAsk(own = "public", other = "public") {
  return (
    other === "public" ||
    (other === "private" && own !== "public" && own !== "none") ||
    (other === "loopback" && own === "loopback")
  );
}

function placeOfBits({ size, bits }) {
  const within = size === 128 && WITHIN.find((range) => isIn(range, { size, bits }));
  const address = within ? { size: 32, bits: bits & 0xffffffffn } : { size, bits };
  return RANGES.find((range) => isIn(range, address))?.place ?? "none";
}

const isIn = (range, { size, bits }) => range.size === size && bits >> range.rest === range.bits >> range.rest;

function rangeOf(text) {
  const [address, length] = text.split("/");
  const { size, bits } = bitsOf(address);
  return { size, bits, rest: BigInt(size - Number(length)) };
}

/** {size, bits} of an IP address, with or without brackets; undefined for anything else. */
function bitsOf(text) {
  const bare = text.replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  if (/^\d+(\.\d+){3}$/.test(bare)) return { size: 32, bits: joined(bare.split(".").map(Number), 8n) };
  if (!bare.includes(":")) return undefined;
  const [start, end] = bare
    .replace(
      /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
      (_, a, b, c, d) => `${(a * 256 + +b).toString(16)}:${(c * 256 + +d).toString(16)}`,
    )
    .split("::");
  const groups = (part = "") => (part === "" ? [] : part.split(":").map((group) => parseInt(group, 16)));
  const [first, last] = [groups(start), groups(end)];
  return {
    size: 128,
    bits: joined([...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill(0), ...last], 16n),
  };
}

function joined(parts, width) {
  return parts.reduce((/** @type {bigint} */ bits, part) => (bits << width) | BigInt(part), 0n);
}

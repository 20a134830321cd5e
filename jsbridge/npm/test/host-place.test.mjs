// What a link may have this machine ask: where hosts are.
import assert from "node:assert/strict";
import test from "node:test";
import { mayAsk, placeOf } from "../host-place.js";

const list = (text) => text.trim().split(/\s+/);

const PLACES = {
  loopback: list(`
    localhost LOCALHOST. a.localhost 127.0.0.1 127.255.255.254 [::1] ::1 [::ffff:127.0.0.1] [::ffff:7f00:1]
    64:ff9b::7f00:1`),
  private: list(`
    10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 [fc00::1] [fdff::1]
    ::ffff:10.1.2.3 64:ff9b::a00:1 intranet printer.local db.internal x.home.arpa`),
  none: list(`
    0.0.0.0 169.254.169.254 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 255.255.255.255 [::] [fe80::1]
    fe80::1%eth0 [ff02::1] [2001:db8::1] [2002:7f00:1::1] [2001::1] [::2] [64:ff9b:1::1] [4000::1]`),
  public: list(`
    8.8.8.8 9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1 100.63.255.255 100.128.0.1
    126.255.255.255 128.0.0.1 [2606:4700::1111] ::ffff:8.8.8.8 64:ff9b::808:808`),
  undefined: [
    "",
    ...list("example.org localhost.example.org 127.0.0.1.example.org internal.example.org local.example"),
  ],
};

test("where a host is", () => {
  for (const [place, hosts] of Object.entries(PLACES))
    for (const host of hosts) assert.equal(String(placeOf(host)), place, host);
  // Browsers write an IPv4 address in one way, whatever a link writes.
  for (const host of ["0x7f.1", "2130706433", "127.1", "0177.0.0.1"])
    assert.equal(placeOf(new URL(`http://${host}/`).hostname), "loopback", host);
});

test("who may ask whom", () => {
  const asked = (own) => ["public", undefined, "private", "loopback", "none"].filter((other) => mayAsk(own, other));
  assert.deepEqual(asked("public"), ["public", undefined]);
  assert.deepEqual(asked(undefined), ["public", undefined]);
  assert.deepEqual(asked("none"), ["public", undefined]);
  assert.deepEqual(asked("private"), ["public", undefined, "private"]);
  assert.deepEqual(asked("loopback"), ["public", undefined, "private", "loopback"]);
});

// What a process and all that it has started use, by Linux's /proc.
import { readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // of Linux's clock, a second

function read(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return ""; // it has ended
  }
}

/** The fields of its state after its name, which may hold blanks: the state is the first. */
const fieldsOf = (pid) =>
  read(pid, "stat")
    .replace(/^.*\) /s, "")
    .split(" ");

/** Numbers of the process and of its descendants. */
function family(pid) {
  const parents = readdirSync("/proc")
    .filter((own) => /^\d+$/.test(own))
    .map((own) => ({ own: Number(own), parent: Number(fieldsOf(own)[1]) }));
  const all = [pid];
  for (const one of all) all.push(...parents.filter(({ parent }) => parent === one).map(({ own }) => own));
  return all;
}

/** Seconds of processor time, of descendants that have ended too. */
export const processorTime = (pid) =>
  family(pid).reduce((sum, own) => {
    const used = fieldsOf(own).slice(11, 15).map(Number);
    return sum + used.reduce((total, ticks) => total + ticks, 0) / TICKS;
  }, 0);

/** The largest memory that each has had, added up, in MB. */
export const largestMemory = (pid) =>
  family(pid).reduce((sum, own) => sum + Number(/VmHWM:\s+(\d+)/.exec(read(own, "status"))?.[1] ?? 0) / 1024, 0);

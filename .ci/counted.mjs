// A reporter for Node's test runner: how many tests there were, as one line of JSON, which closing.mjs adds up.
export default async function* counted(events) {
  const count = { pass: 0, fail: 0, skipped: 0 };
  for await (const { type, data } of events) {
    if (!/^test:(pass|fail)$/.test(type) || data.details?.type === "suite") continue;
    count[data.skip !== undefined || data.todo !== undefined ? "skipped" : type.slice(5)]++;
  }
  yield `${JSON.stringify(count)}\n`;
}

// The Worker with a clock that says, as JSON, what happens while a fold runs: `before` is the beginning of the
// statement of SQL before which it is stopped once, and `request` what is asked of the API meanwhile; without one
// another fold runs from beginning to end.
import worker from "../worker.mjs";

export default {
  ...worker,
  async scheduled({ cron }, env, context) {
    const { before, request } = JSON.parse(cron);
    const meanwhile = async () => {
      if (!request) return worker.scheduled({ cron }, env, context);
      const answer = await worker.fetch(new Request(request.address, request), env, context);
      if (!answer.ok) throw new Error(await answer.text());
    };
    let stopped = false;
    const DB = {
      prepare: (sql) => ({ bind: (...values) => ({ sql, bound: env.DB.prepare(sql).bind(...values) }) }),
      async batch(statements) {
        if (!stopped && statements[0].sql.startsWith(before)) {
          stopped = true;
          await meanwhile();
        }
        return env.DB.batch(statements.map(({ bound }) => bound));
      },
    };
    await worker.scheduled({ cron }, { ...env, DB }, context);
    if (!stopped) throw new Error(`the fold has no statement that begins with ${before}`);
  },
};

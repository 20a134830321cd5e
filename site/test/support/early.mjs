/**
 * Loads a sample anew until the script that a test has added (page.addInitScript) has come into the vault before the
 * page's start message: on a busy machine it may come after. The sample is loaded by `load`; `wasEarly` runs in the
 * vault and says whether the script was there in time.
 */
export async function openEarly(me, load, wasEarly) {
  for (let left = 10; left > 0; left--) {
    await me.page.reload();
    await load();
    await me.opened();
    if (await me.frame().evaluate(wasEarly)) return;
  }
  throw new Error("the driver's script has come after the vault's start ten times: is the machine too busy?");
}

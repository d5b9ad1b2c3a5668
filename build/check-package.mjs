/**
 * @param {import("./setup.mjs").ElectronRuntime} _electron
 * @returns {AsyncGenerator<import("./checks.mjs").Outcome>}
 */
export async function* checkPackage(_electron) {}

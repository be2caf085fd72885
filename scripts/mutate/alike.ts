// SPDX-License-Identifier: Apache-2.0

/** Several mutants with the same reason. */
export const alike = (why: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, why]));

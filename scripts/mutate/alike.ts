// SPDX-License-Identifier: Apache-2.0

/** Several mutants for the same reason. */
export const alike = (why: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, why]));

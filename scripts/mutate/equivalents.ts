/** Mutants that change nothing anybody could notice: as the report names them, and why. */
const equivalents: Record<string, string> = {
  'server/ledger/adjust.ts coins > balance -> coins >= balance':
    'where both are the same nothing moves, and a transfer of nothing is refused',
};

export const isEquivalent = (name: string) => Object.hasOwn(equivalents, name);

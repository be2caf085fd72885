import { type Mutant, nameOf } from './mutants.ts';

/** Mutants that change nothing anybody could notice: file or function and what, as the report says them, and why. */
const equivalents: Record<string, string> = {};

export const isEquivalent = (mutant: Mutant) => Object.hasOwn(equivalents, nameOf(mutant));

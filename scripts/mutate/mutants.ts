// SPDX-License-Identifier: Apache-2.0

/** One way in which the sources are broken. */
export interface Mutant {
  /** File and line, or a database function and the line in it. */
  place: string;
  /** The text before and after. */
  what: string;
  /** How it is applied; `text` is the whole file, or the whole function, with the mutation. */
  breaks:
    | { kind: 'switch'; id: string; file: string; text: () => string }
    | { kind: 'statement'; file: string; line: number; text: string }
    | { kind: 'function'; text: string };
}

/** A mutant whose name stays the same in other runs, even after its line has moved. */
export type Named = Mutant & { name: string };

export interface Outcome {
  /** `refused`: no test noticed, but it does not compile. */
  verdict: 'killed' | 'survived' | 'refused' | 'equivalent';
  name: string;
  place: string;
  what: string;
  /** The test file that noticed, and its message. */
  by?: string;
}

/** A piece of source as one short line. */
export const excerpt = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

/** Names mutants by file and what they break; equal ones are numbered from the second on. */
export function named(mutants: readonly Mutant[]): Named[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const name = `${mutant.place.replace(/:\d+$/, '')} ${mutant.what}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...mutant, name: count === 1 ? name : `${name} #${count}` };
  });
}

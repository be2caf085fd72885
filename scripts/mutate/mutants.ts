/** One way in which the sources are broken. */
export interface Mutant {
  /** File and line, or a function of the database and the line in it. */
  place: string;
  /** What became of which text. */
  what: string;
  /** How it is brought about. */
  breaks:
    | { kind: 'switch'; id: string }
    | { kind: 'statement'; file: string; line: number; text: string }
    | { kind: 'function'; text: string };
}

export interface Outcome {
  verdict: 'killed' | 'survived' | 'equivalent';
  place: string;
  what: string;
  /** The test file that noticed, and what it said. */
  by?: string;
}

/** A piece of source in one short line. */
export const excerpt = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

/** The same mutant in another run, on whatever line it stands then. */
export const nameOf = ({ place, what }: Pick<Mutant, 'place' | 'what'>) =>
  `${place.replace(/:\d+$/, '')} ${what}`;

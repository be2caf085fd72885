import { mkdirSync, writeFileSync } from 'node:fs';

export interface RunOptions {
  /** Lines of TypeScript and mutants of SQL; undefined: all. */
  sample: number | undefined;
  seed: number;
  /** Milliseconds since 1970: nothing new is begun after it. */
  endsAt: number;
}

export interface Outcome {
  isKilled: boolean;
  /** File and line, or the name of a function of the database. */
  place: string;
  what: string;
}

export interface Row {
  module: string;
  isWhole: boolean;
  outcomes: readonly Outcome[];
}

/** Keeps what became of each mutant in `reports/mutate`, prints the survivors and a line per module. */
export function report(rows: readonly Row[]): void {
  mkdirSync('reports/mutate', { recursive: true });
  for (const { module, outcomes } of rows) {
    writeFileSync(`reports/mutate/${module}.json`, `${JSON.stringify(outcomes, null, 1)}\n`);
    for (const { isKilled, place, what } of outcomes)
      if (!isKilled) console.log(`survived  ${place}  ${what}`);
  }
  console.log('\n| module | part | mutants | killed | survived | % |\n|---|---|---|---|---|---|');
  for (const { module, isWhole, outcomes } of rows) {
    const killed = outcomes.filter(({ isKilled }) => isKilled).length;
    const share = outcomes.length === 0 ? '-' : ((100 * killed) / outcomes.length).toFixed(1);
    const part = isWhole ? 'whole' : 'sample';
    console.log(
      `| ${module} | ${part} | ${outcomes.length} | ${killed} | ${outcomes.length - killed} | ${share} |`,
    );
  }
}

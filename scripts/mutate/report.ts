import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, type Outcome } from './mutants.ts';
import type { Results } from './try-mutants.ts';

const folder = 'reports/mutate';
const fileOf = (row: string) => join(folder, `${row}.json`);

/** What became of a module's mutants in the last run. */
export function readKept(row: string): Results | undefined {
  return existsSync(fileOf(row)) ? JSON.parse(readFileSync(fileOf(row), 'utf8')) : undefined;
}

/** Keeps results; of those that were tried again alone, the new verdict in the place of the old. */
export function keep(row: string, results: Results, isAgain: boolean): Results {
  mkdirSync(folder, { recursive: true });
  const before = isAgain ? (readKept(row)?.outcomes ?? []) : [];
  const again = new Map(results.outcomes.map((outcome) => [nameOf(outcome), outcome]));
  const outcomes: Outcome[] =
    before.length > 0 ? before.map((old) => again.get(nameOf(old)) ?? old) : results.outcomes;
  const kept = { outcomes, size: results.size };
  writeFileSync(fileOf(row), `${JSON.stringify(kept, null, 1)}\n`);
  return kept;
}

/** Prints the survivors, and a line per module. */
export function report(rows: readonly (Results & { row: string })[]): void {
  for (const { outcomes } of rows) {
    for (const { verdict, place, what } of outcomes)
      if (verdict === 'survived') console.log(`survived  ${place}  ${what}`);
  }
  console.log(
    '\n| module | mutants | tried | killed | equivalent | survived | % |\n|---|---|---|---|---|---|---|',
  );
  for (const { row, outcomes, size } of rows) {
    const count = (wanted: string) => outcomes.filter(({ verdict }) => verdict === wanted).length;
    const [killed, equivalent, survived] = ['killed', 'equivalent', 'survived'].map(count) as [
      number,
      number,
      number,
    ];
    const share = killed + survived === 0 ? '-' : ((100 * killed) / (killed + survived)).toFixed(1);
    console.log(
      `| ${row} | ${size} | ${outcomes.length} | ${killed} | ${equivalent} | ${survived} | ${share} |`,
    );
  }
}

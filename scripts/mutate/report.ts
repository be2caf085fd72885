// SPDX-License-Identifier: Apache-2.0

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from './try-mutants.ts';

/** The outcomes of a module's mutants in the last run. */
export function readKept(folder: string, row: string): Results | undefined {
  const file = join(folder, `${row}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Stores results; if only some mutants were tried again, their new verdicts replace the old ones. */
export function keep(folder: string, row: string, results: Results, isAgain: boolean): Results {
  const again = new Map(results.outcomes.map((outcome) => [outcome.name, outcome]));
  const before = isAgain ? (readKept(folder, row)?.outcomes ?? []) : [];
  const outcomes = before.length > 0 ? before.map((old) => again.get(old.name) ?? old) : results.outcomes;
  const kept = { outcomes, size: results.size };
  writeFileSync(join(folder, `${row}.json`), `${JSON.stringify(kept, null, 1)}\n`);
  return kept;
}

/** Prints the survivors, and a line per module: mutants that compile and are not equivalent are counted. */
export function report(rows: ReadonlyMap<string, Results>): void {
  for (const { outcomes } of rows.values()) {
    for (const { verdict, place, name } of outcomes)
      if (verdict === 'survived') console.log(`survived  ${place}  ${name}`);
  }
  console.log('\n| module | mutants | tried | killed | refused | equivalent | survived | % |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [row, { outcomes, size }] of rows) {
    const count = (wanted: string) => outcomes.filter(({ verdict }) => verdict === wanted).length;
    const killed = count('killed');
    const rest = ['refused', 'equivalent', 'survived'].map(count);
    const share = killed / (killed + count('survived'));
    // For a sample: 19 of 20 such samples are no farther from the whole than this.
    const margin = 1.96 * Math.sqrt((share * (1 - share)) / (killed + count('survived')));
    const percent =
      (100 * share).toFixed(1) + (outcomes.length < size ? ` ± ${(100 * margin).toFixed(1)}` : '');
    console.log(`| ${[row, size, outcomes.length, killed, ...rest, percent].join(' | ')} |`);
  }
}

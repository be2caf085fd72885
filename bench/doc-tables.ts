// SPDX-License-Identifier: Apache-2.0

import { readFileSync, writeFileSync } from 'node:fs';
import { isTooSlow, type Measured, type Report } from './report.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const head = (cells: readonly string[]) => [row(cells), row(cells.map(() => '---'))];
const count = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
const cell = (text: string) => text.replaceAll('|', '\\|');

function toRatios(results: readonly Measured[]): string[] {
  return [
    ...head(['', 'measured', 'against', 'ratio', 'minimum']),
    ...results.map((result) =>
      'skipped' in result
        ? row([cell(result.name), `skipped: ${cell(result.skipped)}`, '', '', ''])
        : row([
            cell(result.name),
            `${count(result.value)} ${result.unit}`.trimEnd(),
            `${count(result.reference)}, ${cell(result.against)}`,
            result.ratio.toFixed(2),
            result.limit === 0 ? cell(result.reason ?? '') : result.limit.toFixed(2),
          ]),
    ),
  ];
}

/**
 * Only calls over their limit, and calls with an accepted reason to take longer: the slowest one per reason, in
 * milliseconds.
 */
function toGrown(results: readonly Measured[]): string[] {
  const calls = results.flatMap((result) => ('skipped' in result ? [] : [result]));
  const grown = calls.filter((call) => isTooSlow(call) || (call.limit === 0 && call.ratio < 1 / 1.2));
  const ms = (perSecond: number) => (perSecond === 0 ? 'no answer in time' : (1_000 / perSecond).toFixed(1));
  const slow = calls.filter((call) => call.limit > 0 && isTooSlow(call)).length;
  const byReason = Map.groupBy(
    grown.toSorted((one, other) => one.ratio - other.ratio),
    ({ reason }) => reason ?? 'No reason',
  );
  return [
    `Of ${calls.length} calls, ${calls.length - grown.length} stayed within 1.2 times, ${grown.length - slow} have a reason to take longer, and ${slow} have none. Milliseconds, ${calls[0]?.against ?? ''} and ${calls[0]?.unit.replace('calls/s ', '') ?? ''}:`,
    '',
    ...[...byReason].map(([reason, [slowest, ...others]]) => {
      if (!slowest) throw new Error('a reason has no call');
      const { name, reference, value } = slowest;
      const more = others.length > 0 ? `, and ${others.length} more` : '';
      return `- ${reason}: ${name.replace('growth: ', '')}: ${ms(reference)}, ${ms(value)}${more}`;
    }),
  ];
}

/**
 * Fills the tables of measurements into `doc`, each between `<!-- measured: NAME -->` and `<!-- measured -->`, where
 * NAME is a bench. Tables of benches that didn't run stay unchanged; benches without a place in `doc` are skipped.
 * @throws if an end marker is missing
 */
export function putTables(doc: string, { measuredAt, machine, results }: Report): string {
  let text = doc;
  for (const bench of new Set(results.map((result) => result.bench))) {
    const start = `<!-- measured: ${bench} -->\n`;
    const [from, until] = [text.indexOf(start), text.indexOf('<!-- measured -->', text.indexOf(start))];
    if (from < 0) continue;
    if (until < 0 || text.slice(from + start.length, until).includes('<!-- measured: '))
      throw new Error(`the place for ${bench} has no end`);
    const own = results.filter((result) => result.bench === bench);
    const lines = [
      ...(bench === 'growth' ? toGrown(own) : toRatios(own)),
      '',
      `On ${measuredAt.slice(0, 10)}: ${machine.cpus} cores (${machine.cpu ?? 'unknown'}), Node ${machine.node}.`,
    ];
    text = `${text.slice(0, from)}${start}\n${lines.join('\n')}\n\n${text.slice(until)}`;
  }
  return text;
}

/** Writes the tables into the document, from each file that `npm run bench -- --json` wrote. */
export function writeTables(docFile: string, reportFiles: readonly string[]): void {
  const reports = reportFiles.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
  writeFileSync(docFile, reports.reduce(putTables, readFileSync(docFile, 'utf8')));
}

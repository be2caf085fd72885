// SPDX-License-Identifier: Apache-2.0

import { describeFinding, fuzz } from '../../tests/fuzz/run.ts';
import { startTemplate } from '../../tests/support/template-database.ts';
/**
 * `npm run fuzz`: sends hostile requests to every operation of the OpenAPI document, in every role, to apps on their
 * own databases. Checks each answer's status and body against the document, its time, and what it reveals to whom; at
 * the end of each run it checks the books. Prints a summary, and each finding with the call that reproduces it. Exit
 * code 1 if there is a finding.
 */
import { command, toCount, toWholeNumber } from '../command.ts';

const options = command('drill fuzz', 'Sends hostile requests to every operation, and checks each answer.')
  .option('--seed <n>', 'makes the run repeatable', toWholeNumber, 1)
  .option('--requests <n>', 'number of requests', toCount, 20_000)
  .option('--minutes <n>', 'stops after this time', toCount)
  .parse()
  .opts<{ seed: number; requests: number; minutes?: number }>();

const template = await startTemplate();
try {
  const outcome = await fuzz({
    seed: options.seed,
    requests: options.requests,
    templateUrl: template.url,
    ...(options.minutes && { maxMs: options.minutes * 60_000 }),
    say: (line) => console.error(line),
  });
  const { requests, seconds, perOperation, perStatus, findings } = outcome;
  console.log('requests   good  operation');
  for (const [name, { sent, good }] of [...perOperation].sort(([one], [other]) => one.localeCompare(other))) {
    console.log(`${String(sent).padStart(8)} ${String(good).padStart(6)}  ${name}`);
  }
  const answers = [...perStatus].sort(([one], [other]) => one - other);
  console.log(`\nAnswers: ${answers.map(([status, times]) => `${status}: ${times}`).join(', ')}`);
  for (const finding of findings) console.log(`\n${describeFinding(finding)}`);
  console.log(
    `\n${requests} hostile requests to ${outcome.operations} operations by ${outcome.identities} identities ` +
      `in ${seconds.toFixed(0)} s (${Math.round(requests / seconds)}/s), seed ${options.seed}: ${findings.length} findings`,
  );
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await template.stop();
}

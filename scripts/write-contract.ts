// SPDX-License-Identifier: Apache-2.0

/**
 * Writes contract/contract.txt: the whole contract as text, so that a diff shows what changes for clients. With
 * `--check` (part of `npm run check`) it only reports whether the text is up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describeContract } from '../tests/support/describe-contract.ts';

const file = new URL('../contract/contract.txt', import.meta.url);
const text = await describeContract();
if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (text !== readFileSync(file, 'utf8')) {
  console.error('contract/contract.txt is out of date. Run: node scripts/write-contract.ts');
  process.exitCode = 1;
}

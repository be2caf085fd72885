// SPDX-License-Identifier: Apache-2.0

/**
 * Checks that commit subjects are short and that bodies say why (CONTRIBUTING.md, Commits). Part of `npm run check`.
 */
import { fileURLToPath } from 'node:url';
import { findMessageFaults } from './commit-messages.ts';

const faults = findMessageFaults(fileURLToPath(new URL('../', import.meta.url)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

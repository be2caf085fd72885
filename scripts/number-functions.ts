// SPDX-License-Identifier: Apache-2.0

/**
 * Run after a change to `db/functions`: writes the next number and the checksum of all files to `revision.json`. With
 * `--check` (part of `npm run check`) it only reports whether that was forgotten.
 */
import { writeFileSync } from 'node:fs';
import { getChecksum, readRevision, revisionFile } from '../server/platform/db/functions.ts';

const [known, checksum] = await Promise.all([readRevision(), getChecksum()]);
if (known.checksum !== checksum) {
  if (process.argv.includes('--check')) {
    console.error(
      'db/functions was changed: run `node scripts/number-functions.ts`, so that servers know which is newer',
    );
    process.exitCode = 1;
  } else {
    writeFileSync(revisionFile, `${JSON.stringify({ revision: known.revision + 1, checksum }, null, 2)}\n`);
  }
}

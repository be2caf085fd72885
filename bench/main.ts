// SPDX-License-Identifier: Apache-2.0

/** `npm run bench`: installs the packages that only benches need, then runs the benches. */
import { installFolder } from '../scripts/install.mjs';

await installFolder('bench');
await import('./benches.ts');

// SPDX-License-Identifier: Apache-2.0

/** `npm run bench`: installs what only benches need, then runs them. */
import { installFolder } from '../scripts/install.mjs';

await installFolder('bench');
await import('./benches.ts');

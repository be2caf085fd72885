// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';

/** Version of the running code, for /healthz and the OpenAPI document. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

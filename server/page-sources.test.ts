// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { testConfig } from '../tests/support/app.ts';
import { publicRecordsAt } from './providers/games/settings.ts';
import { toSources } from './serve.ts';

const keys = [{ key: 'key', requestsPerSecond: 1 }];
const sandboxUrl = 'http://localhost:4000';
const publisher = 'https://api.pubg.com';

it.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['not configured', undefined, undefined, undefined],
  ['not configured in a sandbox', undefined, sandboxUrl, undefined],
  ['read at the publisher', publisher, undefined, publisher],
  ['read through a proxy', 'http://proxy.internal', undefined, publisher],
  ['read at the publisher beside a sandbox', publisher, sandboxUrl, publisher],
  ['sandboxed', `${sandboxUrl}/pubg`, sandboxUrl, `${sandboxUrl}/pubg`],
])(
  'pages may fetch public records of a game that is %s only from the place that has them',
  (_case, baseUrl, sandbox, records) => {
    const config = testConfig();
    const gameStats = { ...config.gameStats, ...(baseUrl && { pubg: { baseUrl, keys } }) };
    expect(publicRecordsAt(gameStats, sandbox)).toEqual(records ? { pubg: records } : {});
    const { connections } = toSources({ config: { ...config, gameStats }, sandboxUrl: sandbox });
    const isOpen = connections.includes(publisher);
    expect(isOpen).toBe(records === publisher);
    expect(connections.includes(sandboxUrl)).toBe(sandbox !== undefined);
  },
);

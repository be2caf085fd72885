// SPDX-License-Identifier: Apache-2.0

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[a-z-]+\.ts$/.test(name));

const isEndpoint = (part: unknown): part is Endpoint =>
  typeof part === 'object' && part !== null && 'access' in part;

async function readEndpoints(file: string): Promise<Endpoint[]> {
  const lists = Object.values((await import(new URL(file, import.meta.url).href)) as object);
  return lists
    .flatMap((list) => (typeof list === 'object' && list ? Object.values(list) : []))
    .filter(isEndpoint);
}

describe('the administrators’ part of the contract', () => {
  const needPermission = ({ access }: Endpoint) => (permissions as readonly string[]).includes(access);

  it.each(files)('keeps %s either for players or for administrators, never for both', async (file) => {
    const isTheirs = file.endsWith('-admin.ts');
    const misplaced = (await readEndpoints(file))
      // The specification has one address for both; administrators get more.
      .filter((one) => !['/events', '/giveaways'].includes(one.path) || one.method !== 'GET')
      .filter((one) => needPermission(one) !== isTheirs);
    expect(misplaced.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { startAdminTest } from '../tests/support/admin.ts';
import { endpointsOfContract, outsideTheContract } from '../tests/support/contract.ts';
import { openForTests } from '../tests/support/open-for-tests.ts';

/** A POST because its input is long; it changes nothing. */
const computedOnly = ['POST /challenge/estimate'];
const getName = ({ method, path }: Endpoint) => `${method} ${path}`;

/** The routes actually mounted below `/api/v1`, parsed from the router's printed tree. */
function mountedRoutes(http: FastifyInstance): string[] {
  const parents: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = depth === 0 ? part : `${parents[depth - 1]}${part}`;
      parents[depth] = path;
      if (!path.startsWith('/api/v1/')) return [];
      const names = methods.split(', ').filter((method) => method && method !== 'HEAD');
      return names.map((method) => `${method} ${path.slice('/api/v1'.length)}`);
    });
}

const app = openForTests(startAdminTest);
const endpoints = await endpointsOfContract();

describe('the permissions in the contract', () => {
  it('allow no change with a read permission', () => {
    const changing = endpoints.filter(
      (endpoint) => endpoint.method !== 'GET' && endpoint.access.endsWith(':read'),
    );
    expect(changing.map(getName).filter((name) => !computedOnly.includes(name))).toEqual([]);
  });

  it('cover every route except the listed ones', () => {
    const known = [...endpoints.map(getName), ...outsideTheContract].sort();
    expect(mountedRoutes(app.app.http).sort()).toEqual(known);
  });
});

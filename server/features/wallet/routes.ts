// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { walletApi } from '../../../contract/wallet.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { readStatement } from './read-statement.ts';

export function walletRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  mount(app, walletApi.history, ({ player, query }) => readStatement(db, player.id, query), {
    isLong: true,
  });
}

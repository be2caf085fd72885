// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { walletApi } from '../../../contract/wallet.ts';
import type { ReadArchivedTransfers } from '../../ledger/archived-transfers.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { readStatement } from './read-statement.ts';

export interface WalletDeps {
  db: Database;
  archivedTransfers: ReadArchivedTransfers;
}

export function walletRoutes(app: FastifyInstance, deps: WalletDeps): void {
  mount(app, walletApi.history, ({ player, query }) => readStatement(deps, player.id, query), {
    isLong: true,
  });
}

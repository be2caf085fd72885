import type { FastifyInstance } from 'fastify';
import { walletApi } from '../../../contract/wallet.ts';
import type { Database } from '../../platform/db/database.ts';
import { mount } from '../../platform/http/route.ts';
import { readStatement } from './read-statement.ts';

export interface WalletDeps {
  db: Database;
}

export function walletRoutes(app: FastifyInstance, { db }: WalletDeps): void {
  mount(app, walletApi.history, ({ player, query }) => readStatement(db, player.id, query), { isLong: true });
}

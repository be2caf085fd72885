// SPDX-License-Identifier: Apache-2.0

import type { Command } from 'commander';
import { addCommand, answering, type Outcome } from '../answer.ts';

async function createAdmin(named: string, { role: asked }: { role: string }): Promise<Outcome> {
  const { appoint, listRoles } = await import('../../server/features/accounts/feature.ts');
  const { systemClock } = await import('../../server/platform/clock.ts');
  const { findAccount } = await import('../find-account.ts');
  const { unlessRefused } = await import('../refused.ts');
  const { readDatabaseConfig } = await import('../../server/database-config.ts');
  const { withDatabase } = await import('../with-database.ts');
  return withDatabase(readDatabaseConfig(), async (db) => {
    const roles = (await listRoles(db)).map(({ name }) => name);
    const role = roles.find((name) => name.toUpperCase() === asked.trim().toUpperCase());
    if (role === undefined) throw new Error(`there is no role ${asked}: choose one of ${roles.join(', ')}`);
    const account = await findAccount(db, named).catch((error: Error) => {
      throw new Error(`${error.message}: have them sign in once, then repeat the command`);
    });
    if (!account.isVerified) {
      throw new Error(
        `the address of ${account.id} is not verified: have them verify it at their sign-in provider and sign in again`,
      );
    }
    const reason = 'by the operator of the installation (finalring admin create)';
    const appointed = unlessRefused(
      await db.transaction((tx) => appoint(tx, { playerId: account.id, role, reason }, systemClock.now())),
    );
    return {
      lines: [`${account.email} is ${role}${appointed.before === role ? ' already' : ''}`],
      result: { playerId: account.id, email: account.email, role, before: appointed.before },
    };
  });
}

export function addAdmin(program: Command): void {
  const admin = program.command('admin').description('Manage administrators.');
  addCommand(admin, 'create', 'Give a role to a player who has signed in with a verified address.')
    .argument('<player>', 'their address, handle or id')
    .option('--role <name>', 'the role', 'SUPER_ADMIN')
    .action(answering(createAdmin));
}

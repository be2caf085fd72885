import type { FastifyInstance } from 'fastify';
import { ownAccountApi } from '../../../contract/own-account.ts';
import { requireSession } from '../../platform/http/authentication.ts';
import { jsonText, mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { type DeleteAccountDeps, deleteAccount, findLostAnswer } from './delete-account.ts';
import { type ExportDeps, exportData } from './export-data.ts';
import { listSessions } from './session-store.ts';
import { viewSession } from './session-view.ts';
import { hashOf } from './tokens.ts';

export type OwnAccountDeps = DeleteAccountDeps & ExportDeps;

/** What players do with their own account: see its sessions, take its data along, delete it. */
export function ownAccountRoutes(app: FastifyInstance, deps: OwnAccountDeps): void {
  mount(app, ownAccountApi.sessions, async ({ player }) => {
    const sessions = await listSessions(deps.db, player.id, deps.clock.now());
    return sessions
      .map((session) => ({ ...viewSession(session), isCurrent: session.id === player.sessionId }))
      .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  });

  mount(app, ownAccountApi.endOtherSessions, async ({ player }) => ({
    ended: await deps.sessions.endOthers(player),
  }));

  mount(
    app,
    ownAccountApi.exportData,
    async ({ player, reply }) => {
      const data = await exportData(player.id, deps);
      if (isRefusal(data)) return data;
      reply.header('content-disposition', 'attachment; filename="my-data.json"');
      reply.header('cache-control', 'no-store');
      return jsonText(data);
    },
    { limit: { name: 'export', max: 10, windowSeconds: 3_600, by: 'player' }, isLong: true },
  );

  mount(
    app,
    ownAccountApi.deleteAccount,
    async ({ request }) => {
      const sessionHash = hashOf(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      const session = await requireSession(request, app.authenticate);
      if (isRefusal(session)) return (await findLostAnswer(deps.db, sessionHash)) ?? session;
      return deleteAccount(session.id, { kind: 'player', sessionHash }, deps);
    },
    { limit: { name: 'delete-account', max: 20, windowSeconds: 60, by: 'address' } },
  );
}

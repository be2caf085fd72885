import type { FastifyInstance } from 'fastify';
import { challengesAdminApi } from '../../../contract/challenges-admin.ts';
import { usersApi } from '../../../contract/users.ts';
import { answer, mount } from '../../platform/http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { People } from '../../ports.ts';
import { listForAdmins } from './challenge-admin-store.ts';
import type { ChallengesDeps } from './deps.ts';
import { changeChallenge, createChallenge, deleteChallenge } from './edit-challenge.ts';
import { estimateVariant } from './estimate.ts';
import { readAllAttempts } from './list-all-attempts.ts';
import { type Authority, rebindEpicAccount } from './rebind-epic-account.ts';

export function challengesAdminRoutes(
  app: FastifyInstance,
  deps: ChallengesDeps & { people: People; authority: Authority },
): void {
  mount(app, challengesAdminApi.list, () => listForAdmins(deps.db), { isLong: true });

  mount(app, challengesAdminApi.create, async ({ player, body, idempotencyKey }) => {
    const created = await createChallenge({ actorId: player.id, idempotencyKey, challenge: body }, deps);
    return isRefusal(created) ? created : answer(created, 'Created successfully');
  });

  mount(app, challengesAdminApi.update, async ({ player, params, body }) => {
    const { loaded, ...challenge } = body;
    const change = { actorId: player.id, challengeId: params.id, challenge, loaded };
    const changed = await changeChallenge(change, deps);
    return isRefusal(changed) ? changed : answer(changed, 'Updated successfully');
  });

  mount(app, challengesAdminApi.setActive, async ({ player, params, body }) => {
    const change = { actorId: player.id, challengeId: params.id, challenge: body };
    const changed = await changeChallenge(change, deps);
    return isRefusal(changed) ? changed : answer(changed, 'Updated successfully');
  });

  mount(app, challengesAdminApi.remove, async ({ player, params }) => {
    const deleted = await deleteChallenge({ actorId: player.id, challengeId: params.id }, deps);
    return isRefusal(deleted) ? deleted : answer(deleted, 'Deleted successfully');
  });

  mount(app, challengesAdminApi.attempts, ({ query }) => readAllAttempts(query, deps), { isLong: true });
  mount(
    app,
    usersApi.setEpicAccount,
    ({ player, params, body }) => rebindEpicAccount({ actorId: player.id, userId: params.id, ...body }, deps),
    { decidesAuthority: true },
  );
  mount(app, challengesAdminApi.estimate, ({ body }) => estimateVariant(body, deps));
}

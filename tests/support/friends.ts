// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { DomainEvents, Task } from '../../server/platform/jobs/outbox.ts';
import { type Person, startAdminTest } from './admin.ts';
import { handleOf } from './factories.ts';

/** Players who befriend, block and so on, through real calls. */
export async function startFriendsTest() {
  const test = await startAdminTest();

  async function call(by: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    const answer = await test.call({
      method,
      url: `/friends${path}`,
      token: by.token,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.body, ...answer.json() };
  }
  const ask = async (by: Person, of: Person) =>
    call(by, 'POST', '/requests', { handle: await handleOf(test.db, of) });
  const accept = (by: Person, of: Person) => call(by, 'POST', `/requests/${of.id}/accept`);

  return {
    ...test,
    callFriends: call,
    ask,
    accept,
    decline: (by: Person, of: Person, blocks = false) =>
      call(by, 'POST', `/requests/${of.id}/decline`, { blocks }),
    list: async (by: Person) => (await call(by, 'GET', '')).data,
    /** The same player with a new session. */
    again: async (who: Person): Promise<Person> => ({ ...who, token: await test.signIn(who.id) }),
    async befriend(one: Person, other: Person): Promise<void> {
      await ask(one, other);
      expect((await accept(other, one)).data).toEqual({ outcome: 'friends' });
    },
    tell: <Name extends keyof DomainEvents>(name: Name, fact: DomainEvents[Name]) =>
      (test.app.tasks[name] as Task)(fact as never),
    /** Published events that their listeners haven't processed. */
    published: (name: string) =>
      test.db.rows<{ payload: { fact?: object } }>(sql`
        select payload from graphile_worker._private_jobs job
        join graphile_worker._private_tasks task on task.id = job.task_id where task.identifier = ${name}`),
  };
}

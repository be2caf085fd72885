import { expect } from 'vitest';
import type { PlayerExport } from '../../contract/player-export.ts';
import type { TestApp } from './app.ts';
import { readSections, unzip } from './archive.ts';

type Test = Pick<TestApp, 'app' | 'call'>;

/** Makes what is asked for, as the job does. */
export const makeExports = ({ app }: Test) =>
  (app.tasks['make-data-exports'] as (payload?: unknown) => Promise<void>)({});

export const askExport = ({ call }: Test, token: string) =>
  call({ method: 'POST', url: '/auth/export', token });

/** The files of an archive that a player asked for, was made and downloaded. */
export async function takeExport(test: Test, token: string): Promise<Map<string, string>> {
  const asked = await askExport(test, token);
  expect([asked.statusCode, asked.json().data.status]).toEqual([200, 'queued']);
  await makeExports(test);
  const answer = await test.call({ url: `/auth/export/${asked.json().data._id}/archive`, token });
  expect(answer.statusCode).toBe(200);
  return unzip(answer.rawPayload);
}

/** Everything that a player's own export says of them. */
export async function readExport(test: Test, token: string): Promise<PlayerExport> {
  return readSections(await takeExport(test, token));
}

/** A section without rows, which is told once something else has happened. */
export const nothingAfter = (work?: () => Promise<unknown>): AsyncIterable<never> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      await work?.();
      return { done: true, value: undefined };
    },
  }),
});

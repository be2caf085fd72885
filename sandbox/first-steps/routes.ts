// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Site } from '../options.ts';
import { SandboxError } from '../site.ts';
import { chooseNext } from './next-sign-in.ts';
import type { Somebody } from './people.ts';
import { type HistoryDeps, veteranHistory } from './veteran.ts';

interface Deps extends HistoryDeps {
  people: readonly Somebody[];
}

/** Links on other sites must not change who is signed in. */
function isFromOtherSite({ headers }: FastifyRequest, site: Site): boolean {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  // 127.0.0.1 and localhost are two sites, and the application may be on either.
  return headers.referer === undefined || new URL(headers.referer).origin !== new URL(site.appUrl()).origin;
}

/** API for the application's page of first steps: the available people, and a history for the veteran. */
export function firstSteps(app: FastifyInstance, site: Site, { people, ...deps }: Deps): void {
  const history = veteranHistory(site, deps);

  app.get('/first-steps', async () => ({ people, veteran: history.progress() }));

  /** Starts creating the veteran's history if it isn't under way. Later calls return the progress. */
  app.post('/first-steps/veteran', async (_request, reply) => {
    history.begin();
    return reply.code(202).send(history.progress());
  });

  app.get<{ Params: { id: string } }>('/first-steps/sign-in/:id', async (request, reply) => {
    if (isFromOtherSite(request, site))
      throw new SandboxError(403, `Only pages of ${site.appUrl()} may link to this`);
    const somebody = people.find(({ id }) => id === request.params.id);
    if (!somebody)
      throw new SandboxError(404, `Unknown person: choose one of ${people.map(({ id }) => id).join(', ')}`);
    chooseNext(site, reply, somebody.id);
    return reply.redirect(`${site.appUrl()}/api/v1/auth/google`, 303);
  });
}

// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import type { Feature, Platform } from './feature.ts';
import type { Authenticate, DemandFactor, FindSignedIn } from './platform/http/authentication.ts';
import { documentation } from './platform/http/documentation.ts';
import { healthRoutes } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { type ReadPageHead, sharePictures } from './platform/http/page-heads.ts';
import { createHttpServer } from './platform/http/server.ts';
import { refuseUnknown } from './platform/http/unknown-address.ts';
import { webPages } from './platform/http/web-pages.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { liveRoutes } from './platform/live/routes.ts';
import type { Member } from './platform/processes/member.ts';
import { mediaRoutes } from './platform/storage/media-routes.ts';
import { cardFieldSources } from './providers/stripe/page-sources.ts';
import { together } from './together.ts';
import { release, version } from './version.ts';

interface ServeDeps {
  authenticate: Authenticate;
  findSignedIn: FindSignedIn;
  demandFactor: DemandFactor;
  /** The label of each domain event, by its name. */
  eventWords: Readonly<Record<string, string>>;
  /** True once the process has been asked to stop. */
  stopping: () => boolean;
  /** Set if this is one of several processes of one start. */
  member: Member | undefined;
}

/** From where pages load besides here: the stand-ins' pictures, and the field for cards. */
const toSources = ({ config, sandboxUrl }: Platform) => ({
  images: sandboxUrl ? [new URL(sandboxUrl).origin] : [],
  ...cardFieldSources(config.stripe),
});

/** The HTTP server with everything on it; in a process that only runs jobs it only answers probes. */
export async function serve(
  platform: Platform,
  features: readonly Feature[],
  { authenticate, findSignedIn, demandFactor, eventWords, stopping, member }: ServeDeps,
): Promise<FastifyInstance> {
  const { config, db, listener, log, storage, sandboxUrl } = platform;
  const { publicUrl } = config;
  const hub = createLiveHub({ db, listener, log });
  const http = await createHttpServer({
    db,
    log,
    authenticate,
    demandFactor,
    trustProxy: config.trustProxy,
    rateLimitPerMinute: config.rateLimitPerMinute,
    maxCallWaitMs: config.maxCallWaitMs,
    https: publicUrl.startsWith('https:'),
    stopping: () => stopping() || member?.isLeaving === true,
  });
  http.addHook('onClose', async () => hub.close());
  const isServing = config.role !== 'worker';
  if (isServing) describeApi(http, { title: config.brand.name, version, url: publicUrl });
  healthRoutes(http, {
    db,
    listener,
    hub,
    version,
    release,
    metricsToken: config.metricsToken,
    dataDir: config.dataDir,
    isBackedUp: config.backup !== undefined && config.role !== 'web',
    outsideServices: features.flatMap(({ watched = [] }) =>
      watched.flatMap(({ providers = [] }) => providers),
    ),
    isDomainEvent: (task) => Object.hasOwn(eventWords, task),
    stopping,
    member,
  });
  if (!isServing) {
    http.setNotFoundHandler(refuseUnknown);
    return http;
  }
  await http.register(
    async (app) => {
      for (const feature of features) feature.routes?.(app);
      liveRoutes(app, { hub, listener, authenticate, findSignedIn });
    },
    { prefix: '/api/v1' },
  );
  await mediaRoutes(http, storage);
  if (config.servesDocs) await documentation(http);
  const heads = together(features, 'pageHeads') as Record<string, ReadPageHead>;
  sharePictures(http, heads);
  await webPages(http, {
    publicUrl,
    sandboxUrl,
    sources: toSources(platform),
    hints: together(features, 'pageHints') as Record<string, () => string>,
    heads,
    secretPaths: ['/google-login-success'],
  });
  return http;
}

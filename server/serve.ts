// SPDX-License-Identifier: Apache-2.0

import type { FastifyInstance } from 'fastify';
import { firstStepsPath } from '../contract/first-steps.ts';
import { headChanges } from '../contract/games/first-question.ts';
import type { Feature, Platform } from './feature.ts';
import { mergeFeatures } from './merge-features.ts';
import type { Authenticate, DemandFactor, FindSignedIn } from './platform/http/authentication.ts';
import { documentation } from './platform/http/documentation.ts';
import { healthRoutes } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { type ReadPageHead, sharePictures } from './platform/http/page-heads.ts';
import { createHttpServer } from './platform/http/server.ts';
import { refuseUnknown } from './platform/http/unknown-address.ts';
import { type PageSources, webPages } from './platform/http/web-pages.ts';
import { createLiveHub } from './platform/live/hub.ts';
import { liveRoutes } from './platform/live/routes.ts';
import { mediaRoutes } from './platform/storage/media-routes.ts';
import { gamesOf, publicRecordsAt } from './providers/games/settings.ts';
import { cardFieldSources } from './providers/stripe/page-sources.ts';
import { release, version } from './version.ts';

interface ServeDeps {
  authenticate: Authenticate;
  findSignedIn: FindSignedIn;
  demandFactor: DemandFactor;
  /** The label of each domain event, by its name. */
  eventWords: Readonly<Record<string, string>>;
  /** True once the process has been asked to stop. */
  stopping: () => boolean;
}

/** External sources that pages load from: stand-ins' pictures and answers, the card field, public records of matches. */
export function toSources({ config, sandboxUrl }: Pick<Platform, 'config' | 'sandboxUrl'>): PageSources {
  const sandbox = sandboxUrl ? [new URL(sandboxUrl).origin] : [];
  const { connections, ...ofCards } = cardFieldSources(config.stripe);
  const records = Object.values(publicRecordsAt(config.gameStats, sandboxUrl)).map(
    (url) => new URL(url).origin,
  );
  return { ...ofCards, images: sandbox, connections: [...new Set([...connections, ...sandbox, ...records])] };
}

/** The complete HTTP server; in a process that only runs jobs, it only answers probes. */
export async function serve(
  platform: Platform,
  features: readonly Feature[],
  { authenticate, findSignedIn, demandFactor, eventWords, stopping }: ServeDeps,
): Promise<FastifyInstance> {
  const { config, db, listener, log, storage } = platform;
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
    stopping,
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
  await servePages(http, platform, features);
  return http;
}

/** The web app's pages, with the features' heads and hints. */
async function servePages(
  http: FastifyInstance,
  platform: Platform,
  features: readonly Feature[],
): Promise<void> {
  const { config, sandboxUrl } = platform;
  const games = gamesOf(config.gameStats);
  const heads = mergeFeatures(features, 'pageHeads') as Record<string, ReadPageHead>;
  sharePictures(http, heads);
  await webPages(http, {
    publicUrl: config.publicUrl,
    sandboxUrl,
    isWholeSandbox: config.sandbox?.full === true,
    games,
    sentences: headChanges(games),
    sandboxPaths: [firstStepsPath],
    sources: toSources(platform),
    hints: mergeFeatures(features, 'pageHints') as Record<string, () => string>,
    heads,
    secretPaths: ['/google-login-success'],
  });
}

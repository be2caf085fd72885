// SPDX-License-Identifier: Apache-2.0

/**
 * Runs beside signed-in players' pages (web/lib/service-worker.ts). It opens the app without a network and shows push
 * messages. Pages come from the network whenever possible, so that nobody keeps an old version. Other files come from
 * the cache, since their names change with their content. Calls that change something bypass the worker.
 */
import { matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { lastKnownCache } from '../../contract/offline.ts';
import { isLastKnown, lastKnownPlugin } from './last-known.ts';
import { takeMessages } from './messages.ts';
import { findPage, type OfflineParts } from './offline-parts.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __OFFLINE_PARTS__: OfflineParts;

const { files, pages } = __OFFLINE_PARTS__;

// A newer worker takes over immediately. Pages of the old version then load missing parts as if there were no worker.
self.addEventListener('install', () => void self.skipWaiting());
// The network request starts while the worker starts, so that pages don't wait for it.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()));
precache(files);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, url }) => (await matchPrecache(url.pathname)) ?? fetch(request),
);

/** Status 502 to 504 means that a gateway can't reach the server. */
const isAway = ({ status }: Response) => status >= 502 && status <= 504;

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  async ({ request, url, event }) => {
    const page = findPage(url.pathname, pages);
    const getKept = async () => page && (await matchPrecache(page));
    try {
      const response = ((await (event as FetchEvent).preloadResponse) as Response) ?? (await fetch(request));
      return (isAway(response) && (await getKept())) || response;
    } catch (error) {
      const kept = await getKept();
      if (kept) return kept;
      throw error;
    }
  },
);

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isLastKnown(request, url),
  new NetworkFirst({ cacheName: lastKnownCache, plugins: [lastKnownPlugin] }),
);

takeMessages();

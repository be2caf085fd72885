// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from 'react-router';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { Toasts } from '../ui/toast.tsx';
import './app.css';
import { earlyScript } from '../build/early-script.ts';
import { resumeSessionEnds } from '../lib/session-ends.ts';
import { surviveTranslation } from '../lib/translated-texts.ts';
import { endEarlyScript } from './end-early-script.ts';
import { ErrorScreen } from './error-screen.tsx';
import { LoadFailure } from './load-failure.tsx';
import { OfflineScreen } from './offline-screen.tsx';
import { pageMeta } from './page-meta.ts';
import { PageNews } from './page-news.tsx';
import { NotFoundScreen } from './routes/not-found.tsx';
import type { PageHandle } from './shell/page-handle.ts';
import { VisitorHeader } from './shell/visitor-header.tsx';
import { pageColour } from './web-manifest.ts';

export const links = () => [
  // Browsers use the last icon that they support, so the SVG follows the ICO.
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const meta = () => pageMeta();

// Before React hydrates the page, since the browser may have translated it by then.
if (!import.meta.env.SSR) surviveTranslation();

export function Layout({ children }: { children: ReactNode }) {
  useEffect(endEarlyScript, []);
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const isClosed = handles.some((handle) => handle?.isClosed) && !handles.some((handle) => handle?.isOpen);
  return (
    // The early script reads it before any of the page shows.
    <html lang="en" data-closed={isClosed ? '' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={pageColour} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash in the policy. */}
        <script dangerouslySetInnerHTML={{ __html: earlyScript }} suppressHydrationWarning />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(resumeSessionEnds, []);
  return (
    <>
      <Outlet />
      <PageNews />
      {/* Outside all frames, so that a toast stays during navigation between them. */}
      <Toasts />
    </>
  );
}

/** Shown if there is no prerendered page, such as for an unknown article, or no stored copy while offline. */
export function HydrateFallback() {
  return (
    <div className="min-h-dvh">
      <VisitorHeader isPlaceholder />
      <OfflineScreen>
        <Loading label="Loading" className="wrap grid gap-4 py-12 in-data-failed:hidden">
          <Skeleton className="h-9 w-60" />
          <Skeleton className="h-40" />
        </Loading>
      </OfflineScreen>
      <LoadFailure className="py-16" />
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <main>
        <NotFoundScreen />
      </main>
    );
  }
  return (
    <>
      <VisitorHeader isPlaceholder />
      <main>
        <ErrorScreen error={error} />
      </main>
    </>
  );
}

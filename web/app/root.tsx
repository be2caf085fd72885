import interFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import oxaniumFont from '@fontsource-variable/oxanium/files/oxanium-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { RingLoader } from '../ui/ring.tsx';
import './app.css';
import { brandName, pageTitle } from './brand.ts';
import { ErrorScreen } from './error-screen.tsx';
import { reloadOnceWhenPartsAreGone } from './missing-parts.ts';
import { NotFoundScreen } from './routes/not-found.tsx';

if (typeof window !== 'undefined') reloadOnceWhenPartsAreGone();

const description =
  'Enter a challenge, play one Solo match, and your public stats decide. Win Gamer Coins and turn them into gift cards.';

export const links = () => [
  ...[oxaniumFont, interFont].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta = () => [
  { title: pageTitle() },
  { name: 'description', content: description },
  { property: 'og:title', content: brandName },
  { property: 'og:description', content: description },
];

/** Who is signed in never sees the sign-in page flash by: this runs before anything is drawn. */
const goHomeWhenSignedIn =
  "try{if(/^\\/(signin(\\/[^/]*)?)?$/.test(location.pathname)&&localStorage.authToken)location.replace('/home')}catch{}";

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#090b13" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash in the policy. */}
        <script dangerouslySetInnerHTML={{ __html: goHomeWhenSignedIn }} />
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
  return <Outlet />;
}

/** Until the first page is there. */
export function HydrateFallback() {
  return (
    <div className="grid min-h-dvh place-items-center text-storm-soft">
      <RingLoader size={56} />
      <span className="sr-only" role="status">
        Loading
      </span>
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />;
  return <ErrorScreen error={error} />;
}
